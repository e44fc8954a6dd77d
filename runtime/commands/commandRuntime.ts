/** A runtime for one command: made from the environment, disposed of at the end. */
import { takeEnvironment, type Environment } from "../environment.ts";
import { createLog, type Log } from "../log.ts";
import { createRuntime, type Runtime } from "../runtime.ts";
import { takeEnvironmentSecrets } from "../secrets/environmentStore.ts";
import { dataDirectory, loadSettings } from "../settings.ts";
import { workspaceFolders } from "./workspaceFolders.ts";

export interface CommandSetting {
  environment: Environment;
  environmentSecrets: ReadonlyMap<string, string>;
  dataDir: string;
  log: Log;
}

let setting: CommandSetting | undefined;

/** What the environment says; it is taken once in the life of a command. */
export function commandSetting(): CommandSetting {
  if (setting) return setting;
  const environment = takeEnvironment(process.env);
  setting = {
    environment,
    environmentSecrets: takeEnvironmentSecrets(environment),
    dataDir: dataDirectory(environment),
    log: createLog(environment["GUIDON_LOG"]),
  };
  return setting;
}

export interface CommandOptions {
  workspace?: string;
  trust?: boolean;
}

export async function withRuntime<T>(options: CommandOptions, use: (runtime: Runtime) => Promise<T>): Promise<T> {
  const { environment, environmentSecrets, dataDir, log } = commandSetting();
  const settings = loadSettings(environment);
  for (const problem of settings.problems) log.warn(problem);
  const runtime = createRuntime({
    folders: await workspaceFolders(options.workspace ? [options.workspace] : [], environment),
    trust: options.trust === true,
    environment,
    environmentSecrets,
    dataDir,
    settings,
    log,
  });
  try {
    return await use(runtime);
  } finally {
    await runtime.dispose();
  }
}
