/** The person's settings, typed. */
import type * as vscode from "vscode";
import type { VsCode } from "./vscodeApi.ts";

export interface Settings {
  /** "": none is named. */
  nodePath: string;
  browserPath: string;
  codeLens: boolean;
  statusBar: boolean;
  /** undefined: the person has not set it. */
  keepRuns: number | undefined;
}

export function readSettings(vscode: VsCode, scope?: vscode.ConfigurationScope): Settings {
  const settings = vscode.workspace.getConfiguration("guidon", scope);
  // What names a program, or is the machine's, counts as the person set it; a workspace has no say, even where an editor would let it.
  const ofMachine = (name: string): unknown => settings.inspect(name)?.globalValue;
  const text = (value: unknown): string => (typeof value === "string" ? value.trim() : "");
  const keepRuns = ofMachine("keepRuns");
  return {
    nodePath: text(ofMachine("nodePath")),
    browserPath: text(ofMachine("browserPath")),
    codeLens: settings.get<unknown>("codeLens") !== false,
    statusBar: settings.get<unknown>("statusBar") !== false,
    keepRuns: typeof keepRuns === "number" && Number.isInteger(keepRuns) ? keepRuns : undefined,
  };
}
