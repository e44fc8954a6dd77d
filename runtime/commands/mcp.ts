/** `guidon mcp`: the MCP server on stdio for the workspace's tools. */
import type { Server } from "@modelcontextprotocol/server";
import { takeEnvironment } from "../environment.ts";
import { createLog } from "../log.ts";
import { createMcpServer, type Served } from "../mcp/server.ts";
import { serveOverStdio } from "../mcp/stdio.ts";
import { takeEnvironmentSecrets } from "../secrets/environmentStore.ts";
import { workspaceFolders } from "./workspaceFolders.ts";

/** How long shutting down may take before the process ends all the same. */
const SHUTDOWN_MS = 1500;
/** How long after the start the runtime is made when nobody asked for it: the first answers come before. */
const IDLE_START_MS = 300;

export function mcp(options: { workspace: string[]; trust: boolean }): void {
  const environment = takeEnvironment(process.env);
  const environmentSecrets = takeEnvironmentSecrets(environment);
  const log = createLog(environment["GUIDON_LOG"] ?? "info");

  let opening: Promise<Served> | undefined;
  const open = async (server: Server | undefined): Promise<Served> => {
    const folders = await workspaceFolders(options.workspace, environment, server);
    const [{ createRuntime }, { createResultFiles }, { dataDirectory, loadSettings }] = await Promise.all([
      import("../runtime.ts"),
      import("../mcp/resultFiles.ts"),
      import("../settings.ts"),
    ]);
    const settings = loadSettings(environment);
    const dataDir = dataDirectory(environment);
    for (const problem of settings.problems) log.warn(problem);
    const runtime = createRuntime({
      folders,
      trust: options.trust,
      environment,
      environmentSecrets,
      dataDir,
      settings,
      log,
    });
    log.info(`serving ${folders.join(", ") || "no folder"}`);
    runtime.onDidChangeTools(() => connection.toolsChanged());
    runtime.warm();
    return { runtime, results: { maxChars: settings.maxResultChars, keep: createResultFiles(dataDir, log).keep } };
  };
  const openRuntime = (server: Server | undefined): Promise<Served> => (opening ??= open(server));

  let state: "serving" | "closing" = "serving";
  const shutDown = async (): Promise<void> => {
    if (state === "closing") return;
    state = "closing";
    setTimeout(() => process.exit(0), SHUTDOWN_MS).unref();
    await (await opening?.catch(() => undefined))?.runtime.dispose();
    await connection.close();
    process.exit(0);
  };
  const close = (): void => void shutDown();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, close);

  let server: Server | undefined;
  const connection = serveOverStdio(() => (server = createMcpServer({ openRuntime, log })), log, close);
  setTimeout(() => void openRuntime(server).catch((error: unknown) => log.error(String(error))), IDLE_START_MS);
}
