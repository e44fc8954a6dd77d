/** The runtime's answers as objects of VS Code. */
import type * as vscode from "vscode";
import type {
  Completion,
  DocumentLink,
  DocumentProblem,
  FileEdit,
  Hover,
  Position0,
  Range,
} from "../../runtime/contract/control.ts";
import type { VsCode } from "../vscodeApi.ts";

export const SOURCE = "Guidon";

export function toRange(vscode: VsCode, { start, end }: Range): vscode.Range {
  return new vscode.Range(toPosition(vscode, start), toPosition(vscode, end));
}

function toPosition(vscode: VsCode, { line, character }: Position0): vscode.Position {
  return new vscode.Position(line, character);
}

export function toDiagnostic(vscode: VsCode, problem: DocumentProblem): vscode.Diagnostic {
  const text = problem.hint === undefined ? problem.message : `${problem.message}\n${problem.hint}`;
  const { Error, Warning } = vscode.DiagnosticSeverity;
  const diagnostic = new vscode.Diagnostic(
    toRange(vscode, problem.range),
    text,
    problem.severity === "error" ? Error : Warning,
  );
  diagnostic.source = SOURCE;
  diagnostic.code = problem.code;
  return diagnostic;
}

export function toCompletionItem(vscode: VsCode, completion: Completion): vscode.CompletionItem {
  const { File, Folder, Constant, Value } = vscode.CompletionItemKind;
  const kind = { file: File, folder: Folder, secret: Constant, value: Value }[completion.kind];
  const item = new vscode.CompletionItem(completion.label, kind);
  item.insertText = completion.insertText;
  item.range = toRange(vscode, completion.range);
  item.filterText = completion.insertText;
  if (completion.detail !== undefined) item.detail = completion.detail;
  if (completion.documentation !== undefined) item.documentation = toMarkdown(vscode, completion.documentation);
  return item;
}

export function toHover(vscode: VsCode, { range, markdown }: Hover): vscode.Hover {
  return new vscode.Hover(toMarkdown(vscode, markdown), toRange(vscode, range));
}

/** No link of it can run a command. */
function toMarkdown(vscode: VsCode, text: string): vscode.MarkdownString {
  const markdown = new vscode.MarkdownString(text);
  markdown.isTrusted = false;
  markdown.supportHtml = false;
  return markdown;
}

export function toLink(
  vscode: VsCode,
  folder: vscode.Uri,
  { range, file, tooltip }: DocumentLink,
): vscode.DocumentLink {
  const link = new vscode.DocumentLink(toRange(vscode, range), toUri(vscode, folder, file));
  link.tooltip = tooltip;
  return link;
}

export function toWorkspaceEdit(vscode: VsCode, folder: vscode.Uri, edits: FileEdit[]): vscode.WorkspaceEdit {
  const edit = new vscode.WorkspaceEdit();
  for (const { file, range, newText } of edits)
    edit.replace(toUri(vscode, folder, file), toRange(vscode, range), newText);
  return edit;
}

/** @param file relative to the folder */
export function toUri(vscode: VsCode, folder: vscode.Uri, file: string): vscode.Uri {
  return vscode.Uri.joinPath(folder, ...file.split("/"));
}
