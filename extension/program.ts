/** What the extension starts: the Node, the runtime's file, the environment. */
import { existsSync } from "node:fs";
import type * as vscode from "vscode";
import { childEnvironment } from "./childEnvironment.ts";
import { runtimeLogLevel } from "./log.ts";
import { type FoundNode, findNode, type NoNode } from "./nodeBinary.ts";
import { readSettings } from "./settings.ts";
import type { VsCode } from "./vscodeApi.ts";

export interface Program extends vscode.Disposable {
  /** Looked for once, and again after a change of the setting, when none was found, or when it is gone. */
  node(): Promise<FoundNode | NoNode>;
  /** dist/guidon.js */
  readonly script: string;
  /** What the person's settings are in the environment of every process of Guidon. */
  settings(): Record<string, string>;
  /** Of a runtime's process. */
  environment(): Record<string, string>;
}

export function createProgram({
  vscode,
  context,
  log,
}: {
  vscode: VsCode;
  context: vscode.ExtensionContext;
  log: vscode.LogOutputChannel;
}): Program {
  let found: FoundNode | undefined;
  let finding: Promise<FoundNode | NoNode> | undefined;

  const find = async (): Promise<FoundNode | NoNode> => {
    const node = await findNode({
      l10n: vscode.l10n,
      setting: readSettings(vscode).nodePath,
      extensionPath: context.extensionPath,
      execPath: process.execPath,
      versions: process.versions,
      path: process.env["PATH"] ?? "",
    });
    finding = undefined;
    if ("problem" in node) log.error(node.problem);
    else {
      found = node;
      log.info(`Node ${node.version} (${node.source}): ${node.path}`);
    }
    return node;
  };

  const changes = vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration("guidon.nodePath")) found = undefined;
  });

  const settings = (): Record<string, string> => {
    const { browserPath, keepRuns } = readSettings(vscode);
    return {
      ...(browserPath === "" ? {} : { GUIDON_BROWSER: browserPath }),
      ...(keepRuns === undefined ? {} : { GUIDON_KEEP_RUNS: String(keepRuns) }),
    };
  };

  return {
    async node() {
      return found && existsSync(found.path) ? found : await (finding ??= find());
    },
    script: context.asAbsolutePath("dist/guidon.js"),
    settings,
    environment: () => childEnvironment(process.env, { ...settings(), GUIDON_LOG: runtimeLogLevel(vscode, log) }),
    dispose: () => changes.dispose(),
  };
}
