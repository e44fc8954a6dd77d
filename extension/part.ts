/** What every part of the extension is made from. A part is `createX(deps)` and gives something to dispose of. */
import type * as vscode from "vscode";
import type { Runtimes } from "./runtimes.ts";
import type { Tools } from "./tools.ts";
import type { VsCode } from "./vscodeApi.ts";

export interface PartDeps {
  vscode: VsCode;
  context: vscode.ExtensionContext;
  runtimes: Runtimes;
  tools: Tools;
  log: vscode.LogOutputChannel;
}

/** One of package.json's commands. `run` may throw: the person is told, with the next step. */
export interface Command {
  /** "guidon.runTool" */
  id: string;
  /** It is about a folder of the window: where there is none, the person is told why, and it does not run. */
  needsFolder?: true;
  run(deps: PartDeps, ...args: unknown[]): unknown;
}
