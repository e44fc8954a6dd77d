/** A runtime for one command: made from the environment, disposed of at the end. */
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { takeEnvironment, type Environment } from "../environment.ts";
import { ToolError } from "../errors.ts";
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

/** @throws ToolError when the folder that --workspace names is not there */
export async function commandFolders({ workspace }: CommandOptions, environment: Environment): Promise<string[]> {
  if (workspace !== undefined && !statSync(workspace, { throwIfNoEntry: false })?.isDirectory())
    throw new ToolError("InvalidArgument", `There is no folder ${resolve(workspace)}`, {
      hint: "Name the folder that has the tools.json after --workspace.",
    });
  return workspaceFolders(workspace === undefined ? [] : [workspace], environment);
}

export async function withRuntime<T>(options: CommandOptions, use: (runtime: Runtime) => Promise<T>): Promise<T> {
  const { environment, environmentSecrets, dataDir, log } = commandSetting();
  const settings = loadSettings(environment);
  for (const problem of settings.problems) log.warn(problem);
  const runtime = createRuntime({
    folders: await commandFolders(options, environment),
    trust: options.trust === true,
    // A process that owns the workspace does the runs, and knows what secrets an editor keeps.
    sharing: "attach",
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
