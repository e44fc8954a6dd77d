/** Which runtime a document belongs to, and how it is asked: an answer that does not come is no answer, never a message. */
import type * as vscode from "vscode";
import type { AtPosition, ControlRequests, OpenFile } from "../../runtime/contract/control.ts";
import { toolsFile } from "../files.ts";
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
  const file = runtime && pathInFolder(runtime.folder.uri, uri);
  return runtime && file !== undefined ? { runtime, file } : undefined;
}

/** With forward slashes; undefined for what is not in the folder. Addresses are compared: in a path the drive of Windows can be "c:" or "C:". */
export function pathInFolder(folder: vscode.Uri, uri: vscode.Uri): string | undefined {
  const inside = uri.toString().startsWith(withSlash(folder.toString()));
  return inside ? uri.path.slice(withSlash(folder.path).length) : undefined;
}

function withSlash(path: string): string {
  return path.endsWith("/") ? path : `${path}/`;
}

/** A document as the editor has it now; undefined where it is not open. */
export function openDocument({ vscode }: PartDeps, uri: vscode.Uri): vscode.TextDocument | undefined {
  const address = uri.toString();
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === address);
}

export function toolsUri({ vscode }: PartDeps, runtime: FolderRuntime): vscode.Uri {
  return toolsFile(vscode, runtime.folder);
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

/** With all files of the folder that are not saved, so that places in them are those of their texts. */
export function atPositionOfAll(
  deps: PartDeps,
  at: DocumentPlace,
  document: vscode.TextDocument,
  position: vscode.Position,
): AtPosition {
  const open = deps.vscode.workspace.textDocuments.flatMap((other): OpenFile[] => {
    if (!other.isDirty || other === document || !isOfTools(deps, other)) return [];
    const place = placeOf(deps, other.uri);
    return place?.runtime === at.runtime ? [{ file: place.file, text: other.getText() }] : [];
  });
  return { ...atPosition(at, document, position), ...(open.length > 0 ? { open } : {}) };
}

/** By its language: which scripts are a tool's is only known of a tools.json that is saved. */
function isOfTools({ vscode }: PartDeps, document: vscode.TextDocument): boolean {
  return vscode.languages.match([...TOOLS_SELECTOR, ...SCRIPT_SELECTOR], document) > 0;
}
