/** The log channel "Guidon". */
import type * as vscode from "vscode";
import type { LogLevel } from "../runtime/contract/guest.ts";
import type { VsCode } from "./vscodeApi.ts";

export function createLog(vscode: VsCode): vscode.LogOutputChannel {
  return vscode.window.createOutputChannel("Guidon", { log: true });
}

type Level = LogLevel | "trace";

const LINE = /^\d{4}-\d\d-\d\dT[\d:.]+Z (trace|debug|info|warn|error) (.*)$/s;
const NODE_ERROR = /^(Uncaught )?\w*Error\b/;

/** A line of a runtime's stderr, "2026-01-31T10:00:00.000Z warn text"; another line is told as it is. */
export function logRuntimeLine(log: vscode.LogOutputChannel, folder: string, line: string): void {
  const [, level = "info", text = line] = LINE.exec(line) ?? [];
  log[level as Level](`${folder}: ${text}`);
}

/** What a line says about the end of a process: Node's own error before the last words, and no news of ordinary work. */
export function reasonIn(line: string, before: string | undefined): string | undefined {
  const [, level, text = line] = LINE.exec(line) ?? [];
  if (level !== undefined && level !== "warn" && level !== "error") return before;
  if (text.trim() === "" || (before !== undefined && NODE_ERROR.test(before) && !NODE_ERROR.test(text))) return before;
  return text;
}

/** @returns the runtime's level of the channel's level. */
export function runtimeLogLevel(vscode: VsCode, log: vscode.LogOutputChannel): "debug" | "info" {
  return log.logLevel === vscode.LogLevel.Debug || log.logLevel === vscode.LogLevel.Trace ? "debug" : "info";
}
