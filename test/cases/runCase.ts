/** Runs one case against `guidon mcp`: builds what is given, does the steps, judges. Gives what is wrong, in words. */
import path from "node:path";
import { createActions } from "./actions.ts";
import type { RunningCase } from "./actions.ts";
import { createToolbox } from "./checks/toolbox.ts";
import { judge } from "./expectations.ts";
import { survivors } from "./processes.ts";
import { startServer } from "./server.ts";
import type { CaseServer } from "./server.ts";
import type { Beacon } from "./beacon.ts";
import type { TestServer } from "./testServer/index.ts";
import type { Case, Given, Outcome } from "./types.ts";
import { buildWorkspace, ROOT } from "./workspace.ts";

export interface CaseOptions {
  /** Folder with guidon.js; dist when left out. */
  dist?: string;
  /** More variables of the environment. */
  env?: Record<string, string>;
}

/** One entry for each thing that is wrong; empty when the case passes. */
export async function runCase(
  one: Case,
  testServer: TestServer,
  beacon: Beacon,
  options: CaseOptions = {},
): Promise<string[]> {
  const wrong: string[] = [];
  const variants: Given[] = one.given.variants ?? [{}];
  for (const [index, variant] of variants.entries()) {
    const found = await runVariant(one, variant, index, testServer, beacon, options);
    wrong.push(...found.map((why) => (variants.length > 1 ? `variant ${index}: ${why}` : why)));
  }
  return wrong;
}

async function runVariant(
  one: Case,
  variant: Given,
  index: number,
  testServer: TestServer,
  beacon: Beacon,
  options: CaseOptions,
) {
  const { dist = path.join(ROOT, "dist") } = options;
  const given = { ...one.given, ...variant };
  const workspace = buildWorkspace(one, given, testServer.places, beacon);
  const servers: CaseServer[] = [];
  const byNumber = new Map<number, Promise<CaseServer>>();
  const outcomes = new Map<string, Outcome[]>();
  const running: RunningCase = {
    one,
    given,
    workspace,
    dist,
    servers,
    log: testServer.takeLog,
    entered: () => beacon.hits(workspace.beaconPath),
    outcomes,
    inStep: undefined,
    ended: [],
    server(number = 1) {
      const already = byNumber.get(number);
      if (already) return already;
      const folders = workspace.folders.flatMap((folder) => ["--workspace", folder]);
      const starting = startServer({
        argv: [process.execPath, path.join(dist, "guidon.js"), "mcp", ...folders, "--trust"],
        cwd: workspace.folders[0] ?? path.join(workspace.root, "empty"),
        env: { ...workspace.env, ...options.env },
      });
      byNumber.set(number, starting);
      return starting.then((server) => {
        servers.push(server);
        return server;
      });
    },
  };
  const actions = createActions(running);
  const wrong: string[] = [];
  try {
    testServer.takeLog(); // forgets what came before
    const toolsBefore = await (await running.server()).listTools();
    await actions.all();
    const toolbox = createToolbox(running, toolsBefore);
    for (const entry of one.then) if ((entry.variant ?? index) === index) wrong.push(...(await judge(entry, toolbox)));
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : "";
    wrong.push(
      `${running.inStep ? `at ${running.inStep}: ` : ""}${error instanceof Error ? error.message : String(error)}${cause}`,
    );
  }
  const left = (await Promise.all(servers.map((server) => server.stop()))).flat();
  for (const { pid } of survivors(running.ended)) process.kill(pid, "SIGKILL");
  wrong.push(...left.map(({ command }) => `left behind: ${command.slice(0, 80)}`));
  workspace.dispose();
  return wrong;
}
