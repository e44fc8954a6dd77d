/** A runtime for one command: made from the environment, disposed of at the end. */
import { createLog } from "../log.ts";
import { createRuntime, type Runtime } from "../runtime.ts";
import { takeEnvironmentSecrets } from "../secrets/environmentStore.ts";
import { dataDirectory, loadSettings } from "../settings.ts";
import { workspaceFolders } from "./workspaceFolders.ts";

export interface CommandOptions {
  workspace?: string;
  trust?: boolean;
}

export async function withRuntime<T>(options: CommandOptions, use: (runtime: Runtime) => Promise<T>): Promise<T> {
  const environmentSecrets = takeEnvironmentSecrets(process.env);
  const settings = loadSettings(process.env);
  const log = createLog(process.env["GUIDON_LOG"]);
  for (const problem of settings.problems) log.warn(problem);
  const runtime = createRuntime({
    folders: await workspaceFolders(options.workspace ? [options.workspace] : [], process.env),
    trust: options.trust === true,
    environment: process.env,
    environmentSecrets,
    dataDir: dataDirectory(process.env),
    settings,
    log,
  });
  try {
    return await use(runtime);
  } finally {
    await runtime.dispose();
  }
}
