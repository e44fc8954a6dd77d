/** Which runtime a document belongs to, and how it is asked: an answer that does not come is no answer, never a message. */
import type * as vscode from "vscode";
import type { AtPosition, ControlRequests } from "../../runtime/contract/control.ts";
import type { PartDeps } from "../part.ts";
import type { FolderRuntime } from "../runtimes.ts";

export const TOOLS_FILE = "tools.json";

/** A tools.json anywhere; whether it is at the root of a folder is seen by `placeOf`. */
export const TOOLS_SELECTOR: vscode.DocumentFilter[] = [
  { scheme: "file", language: "jsonc", pattern: "**/tools.json" },
  { scheme: "file", language: "json", pattern: "**/tools.json" },
];
export const SCRIPT_SELECTOR: vscode.DocumentFilter[] = [
  { scheme: "file", language: "javascript" },
  { scheme: "file", language: "typescript" },
];

export interface DocumentPlace {
  runtime: FolderRuntime;
  /** Relative to the folder, with forward slashes. */
  file: string;
}

/** undefined: no runtime is about this file; so it is while the workspace is not trusted. */
export function placeOf({ runtimes }: PartDeps, uri: vscode.Uri): DocumentPlace | undefined {
  const runtime = uri.scheme === "file" ? runtimes.of(uri) : undefined;
  const root = `${runtime?.folder.uri.path.replace(/\/$/, "")}/`;
  return runtime && uri.path.startsWith(root) ? { runtime, file: uri.path.slice(root.length) } : undefined;
}

export function toolsUri({ vscode }: PartDeps, runtime: FolderRuntime): vscode.Uri {
  return vscode.Uri.joinPath(runtime.folder.uri, TOOLS_FILE);
}

/** As commands take it. */
export function addressOf(runtime: FolderRuntime): string {
  return runtime.folder.uri.toString();
}

/** Calls back for each runtime that runs, and again when it was started anew. It starts none. */
export function whenRunning({ runtimes }: PartDeps, listener: (runtime: FolderRuntime) => void): vscode.Disposable {
  let running = new Set<FolderRuntime>();
  const follow = (): void => {
    const before = running;
    running = new Set(runtimes.all.filter(({ state }) => state === "running"));
    for (const runtime of running) if (!before.has(runtime)) listener(runtime);
  };
  follow();
  return runtimes.onDidChange(follow);
}

/** undefined: canceled, or the runtime does not answer. */
export async function ask<Method extends keyof ControlRequests>(
  { log }: PartDeps,
  runtime: FolderRuntime,
  method: Method,
  params: ControlRequests[Method][0],
  token?: vscode.CancellationToken,
): Promise<ControlRequests[Method][1] | undefined> {
  if (token?.isCancellationRequested) return undefined;
  try {
    const answer = await runtime.request(method, params, token);
    return token?.isCancellationRequested ? undefined : answer;
  } catch (error) {
    if (!token?.isCancellationRequested) log.debug(`${method}: ${error instanceof Error ? error.message : error}`);
    return undefined;
  }
}

export function atPosition(
  { file }: DocumentPlace,
  document: vscode.TextDocument,
  { line, character }: vscode.Position,
): AtPosition {
  return { file, text: document.getText(), position: { line, character } };
}
