/** What a person does with tools.json and its tools, besides running them. */
import type * as vscode from "vscode";
import { chooseRuntime } from "./folders.ts";
import { showInformation } from "./messages.ts";
import type { Command, PartDeps } from "./part.ts";
import type { FolderRuntime } from "./runtimes.ts";
import { pickTool, toolsFile, toolTarget } from "./target.ts";

export const toolCommands: Command[] = [
  { id: "guidon.openToolsFile", run: openToolsFile },
  { id: "guidon.reloadTools", run: reloadTools },
  { id: "guidon.openScript", run: openScript },
  { id: "guidon.copyCall", run: copyCall },
  { id: "guidon.enableTool", run: (deps, argument) => setEnabled(deps, argument, true) },
  { id: "guidon.disableTool", run: (deps, argument) => setEnabled(deps, argument, false) },
];

async function openToolsFile(deps: PartDeps, argument?: unknown): Promise<void> {
  const { vscode } = deps;
  const folder = typeof argument === "object" && argument !== null && "folder" in argument ? argument.folder : argument;
  const runtime = await chooseRuntime(deps, folder, vscode.l10n.t("Open tools.json"));
  if (!runtime) return;
  const uri = toolsFile(vscode, runtime.folder);
  if (await isThere(deps, uri)) await vscode.window.showTextDocument(uri);
  else {
    const text = vscode.l10n.t("There is no tools.json in “{0}” yet.", runtime.folder.name);
    const create = {
      title: vscode.l10n.t("Create an Example Tool"),
      command: "guidon.createExample",
      arguments: [runtime.folder],
    };
    await showInformation(deps, text, [create]);
  }
}

async function reloadTools({ runtimes }: PartDeps): Promise<void> {
  await Promise.all(runtimes.all.map((runtime) => runtime.request("tools/reload", {})));
}

/** @param argument { folder, tool }, or nothing */
async function openScript(deps: PartDeps, argument?: unknown): Promise<void> {
  const { vscode } = deps;
  const { l10n } = vscode;
  const target = toolTarget(deps, argument) ?? (await pickTool(deps, l10n.t("Whose script?")));
  if (!target) return;
  const { runtime, tool } = target;
  const { tools } = await runtime.request("tools/list", {});
  const script = tools.find(({ name }) => name === tool)?.script;
  if (script === undefined) return;
  const uri = vscode.Uri.joinPath(runtime.folder.uri, script);
  if (await isThere(deps, uri)) return void (await vscode.window.showTextDocument(uri));
  const create = l10n.t("Create It");
  const question = l10n.t("The script {0} is not there yet.", script);
  if ((await vscode.window.showInformationMessage(question, create)) !== create) return;
  const { file } = await runtime.request("tools/createScript", { tool });
  await vscode.window.showTextDocument(vscode.Uri.file(file));
}

/** @param argument { folder, tool, args? }, or nothing */
async function copyCall(deps: PartDeps, argument?: unknown): Promise<void> {
  const { vscode } = deps;
  const target = toolTarget(deps, argument) ?? (await pickTool(deps, vscode.l10n.t("Copy the call of which tool?")));
  if (!target) return;
  const { text } = await target.runtime.request("tools/callText", { tool: target.tool, ...givenArguments(argument) });
  await vscode.env.clipboard.writeText(text);
  vscode.window.setStatusBarMessage(vscode.l10n.t("The call of “{0}” is copied.", target.tool), 4000);
}

function givenArguments(argument: unknown): { args?: Record<string, never> } {
  if (typeof argument !== "object" || argument === null || !("args" in argument)) return {};
  const { args } = argument;
  return typeof args === "object" && args !== null && !Array.isArray(args)
    ? { args: args as Record<string, never> }
    : {};
}

/** Changes tools.json as an edit that can be undone, in an open editor with unsaved changes, too; then saves it. */
async function setEnabled(deps: PartDeps, argument: unknown, value: boolean): Promise<void> {
  const { vscode } = deps;
  const target = toolTarget(deps, argument) ?? (await pickTool(deps, vscode.l10n.t("Which tool?")));
  if (!target) return;
  await setField(deps, target.runtime, target.tool, value);
}

async function setField({ vscode }: PartDeps, runtime: FolderRuntime, tool: string, value: boolean): Promise<void> {
  const uri = toolsFile(vscode, runtime.folder);
  const document = await vscode.workspace.openTextDocument(uri);
  const asked = { text: document.getText(), tool, field: "enabled", value };
  const { version } = document;
  const { edits } = await runtime.request("document/setField", asked);
  if (document.version !== version) throw new Error(vscode.l10n.t("tools.json was changed meanwhile. Try again."));
  const change = new vscode.WorkspaceEdit();
  for (const { range, newText } of edits) {
    const { start, end } = range;
    change.replace(uri, new vscode.Range(start.line, start.character, end.line, end.character), newText);
  }
  if (!(await vscode.workspace.applyEdit(change)) || !(await document.save())) {
    throw new Error(vscode.l10n.t("tools.json could not be written."));
  }
}

async function isThere({ vscode }: PartDeps, uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}
