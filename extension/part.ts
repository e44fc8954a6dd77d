/** What every part of the extension is made from. A part is `createX(deps)` and gives something to dispose of. */
import type * as vscode from "vscode";
import type { Runtimes } from "./runtimes.ts";
import type { VsCode } from "./vscodeApi.ts";

export interface PartDeps {
  vscode: VsCode;
  context: vscode.ExtensionContext;
  runtimes: Runtimes;
  log: vscode.LogOutputChannel;
}

/** One of package.json's commands. `run` may throw: the person is told, with the next step. */
export interface Command {
  /** "guidon.runTool" */
  id: string;
  run(deps: PartDeps, ...args: unknown[]): unknown;
}
