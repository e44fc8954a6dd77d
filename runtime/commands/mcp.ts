/** `guidon mcp`: the MCP server on stdio for the workspace's tools. */
import type { Server } from "@modelcontextprotocol/server";
import { takeEnvironment } from "../environment.ts";
import { createLog } from "../log.ts";
import { createMcpServer, type Served } from "../mcp/server.ts";
import { serveOverStdio } from "../mcp/stdio.ts";
import { takeEnvironmentSecrets } from "../secrets/environmentStore.ts";
import { knownFolders, workspaceFolders } from "./workspaceFolders.ts";

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
      sharing: "share",
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
  const openRuntime = (server: Server | undefined): Promise<Served> => {
    opening ??= open(server).catch((error: unknown) => {
      // What was missing may be there at the next call.
      opening = undefined;
      throw error;
    });
    return opening;
  };
  const openEarly = (server?: Server): void =>
    void openRuntime(server).catch((error: unknown) => log.error(String(error)));

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

  const foldersKnown = knownFolders(options.workspace, environment) !== undefined;
  const connection = serveOverStdio(
    () => {
      const server = createMcpServer({ openRuntime, log });
      // A client that is to name the folders can be asked only now.
      if (!foldersKnown) server.oninitialized = () => void setTimeout(openEarly, IDLE_START_MS, server);
      return server;
    },
    log,
    close,
  );
  if (foldersKnown) setTimeout(openEarly, IDLE_START_MS);
}
