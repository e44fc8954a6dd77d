/** For tests that run inside VS Code: the folder of the window, documents, and waiting. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import * as vscode from "vscode";

export const guidon = (): vscode.Extension<unknown> => {
  const found = vscode.extensions.getExtension("guidon.guidon");
  assert.ok(found, "Guidon is installed");
  return found;
};

export function folder(index = 0): vscode.WorkspaceFolder {
  const found = vscode.workspace.workspaceFolders?.[index];
  assert.ok(found, "the window has a folder");
  return found;
}

export const fileUri = (path: string, index = 0): vscode.Uri => vscode.Uri.joinPath(folder(index).uri, path);

export async function openFile(path: string, index = 0): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument(fileUri(path, index));
  await vscode.window.showTextDocument(document);
  return document;
}

/** Waits until `look` gives something that is not undefined, false or an empty list. @throws Error with what it gave last */
export async function until<T>(
  what: string,
  look: () => T | Thenable<T>,
  ms = 20_000,
): Promise<Exclude<NonNullable<T>, false>> {
  let last: unknown;
  for (const end = performance.now() + ms; performance.now() < end;) {
    const found = await look();
    if (found && !(Array.isArray(found) && found.length === 0)) return found as Exclude<NonNullable<T>, false>;
    last = found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`not within ${ms / 1000} s: ${what}; last: ${JSON.stringify(last)}`);
}

/** The position `before`, `in` or `after` the first place of a text. */
export function positionOf(document: vscode.TextDocument, text: string, at: "before" | "in" | "after" = "in") {
  const offset = document.getText().indexOf(text);
  assert.ok(offset >= 0, `${document.fileName} has ${text}`);
  return document.positionAt(offset + { before: 0, in: 1, after: text.length }[at]);
}

/** Changes a document in the editor, not on disk, for as long as `work` takes. */
export async function edited(
  document: vscode.TextDocument,
  change: (text: string) => string,
  work: () => Promise<void>,
): Promise<void> {
  await vscode.window.showTextDocument(document);
  await replaceText(document, change(document.getText()));
  try {
    await work();
  } finally {
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand("workbench.action.files.revert");
  }
}

async function replaceText(document: vscode.TextDocument, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  const end = document.positionAt(document.getText().length);
  edit.replace(document.uri, new vscode.Range(new vscode.Position(0, 0), end), text);
  assert.equal(await vscode.workspace.applyEdit(edit), true);
}

/** @param source "Guidon"; default: all, also those of VS Code's JSON language */
export const diagnosticsOf = (uri: vscode.Uri, source?: string): vscode.Diagnostic[] =>
  vscode.languages.getDiagnostics(uri).filter((each) => source === undefined || each.source === source);

export const textOf = (content: vscode.MarkdownString | vscode.MarkedString): string =>
  typeof content === "string" ? content : content.value;

/** Command lines of the processes of Guidon that were started for a folder. */
export function guidonProcesses(folders: string[] = [folder().uri.fsPath]): string[] {
  const script = vscode.Uri.joinPath(guidon().extensionUri, "dist", "guidon.js").fsPath;
  const rows = execFileSync("ps", ["-A", "-o", "args="], { encoding: "utf8" }).split("\n");
  return rows.filter((row) => row.includes(script) && folders.some((path) => row.includes(path)));
}
