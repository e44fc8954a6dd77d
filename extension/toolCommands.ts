/** What a person does with tools.json and its tools, besides running them. */
import type { ToolRow } from "../runtime/contract/control.ts";
import { addressOf, chooseRuntime } from "./folders.ts";
import { isThere, toolsFile } from "./files.ts";
import { ask, sayBriefly, showInformation } from "./messages.ts";
import type { Command, PartDeps } from "./part.ts";
import type { FolderRuntime } from "./runtimes.ts";
import { pickTool, toolTarget } from "./target.ts";
import { isUsed } from "./tools.ts";

export const toolCommands: Command[] = [
  { id: "guidon.openToolsFile", needsFolder: true, run: openToolsFile },
  { id: "guidon.reloadTools", needsFolder: true, run: reloadTools },
  { id: "guidon.openScript", needsFolder: true, run: openScript },
  { id: "guidon.copyCall", needsFolder: true, run: copyCall },
  { id: "guidon.enableTool", needsFolder: true, run: (deps, argument) => setEnabled(deps, argument, true) },
  { id: "guidon.disableTool", needsFolder: true, run: (deps, argument) => setEnabled(deps, argument, false) },
];

async function openToolsFile(deps: PartDeps, argument?: unknown): Promise<void> {
  const { vscode } = deps;
  const runtime = await chooseRuntime(deps, argument, vscode.l10n.t("Open tools.json"));
  if (!runtime) return;
  const uri = toolsFile(vscode, runtime.folder);
  if (await isThere(vscode, uri)) await vscode.window.showTextDocument(uri);
  else await showNoFile(deps, runtime);
}

/** @param runtime the only folder that is meant, where there is one */
async function showNoFile(deps: PartDeps, runtime: FolderRuntime | undefined): Promise<void> {
  const { l10n } = deps.vscode;
  const text = runtime
    ? l10n.t("There is no tools.json in “{0}” yet.", runtime.folder.name)
    : l10n.t("No folder of this window has a tools.json yet.");
  const create = {
    title: l10n.t("Create an Example Tool"),
    command: "guidon.createExample",
    arguments: runtime ? [{ folder: addressOf(runtime) }] : [],
  };
  await showInformation(deps, text, [create]);
}

async function reloadTools(deps: PartDeps): Promise<void> {
  const { vscode, runtimes, tools } = deps;
  const used = tools.folders.filter(isUsed);
  const views = await Promise.all(used.map(({ runtime }) => runtime.request("tools/reload", {})));
  if (views.every(({ state }) => state === "missing")) {
    return await showNoFile(deps, runtimes.all.length === 1 ? runtimes.all[0] : undefined);
  }
  const count = views.reduce((sum, view) => sum + view.tools.length, 0);
  sayBriefly(deps, vscode.l10n.t("The tools were read anew. Tools: {0}", count));
}

/** @param argument { folder, tool }, or nothing */
async function openScript(deps: PartDeps, argument?: unknown): Promise<void> {
  const { vscode } = deps;
  const { l10n } = vscode;
  const target = toolTarget(deps, argument) ?? (await pickTool(deps, l10n.t("Whose script?")));
  if (!target) return;
  const { runtime, tool } = target;
  const { tools } = await runtime.request("tools/list", {});
  const file = tools.find(({ name }) => name === tool)?.file;
  if (file === undefined) return;
  const uri = vscode.Uri.joinPath(runtime.folder.uri, file);
  if (await isThere(vscode, uri)) return void (await vscode.window.showTextDocument(uri));
  const create = l10n.t("Create It");
  if ((await ask(deps, l10n.t("The script {0} is not there yet.", file), create)) !== create) return;
  await runtime.request("tools/createScript", { tool });
  await vscode.window.showTextDocument(uri);
}

/** @param argument { folder, tool, args? }, or nothing */
async function copyCall(deps: PartDeps, argument?: unknown): Promise<void> {
  const { vscode } = deps;
  const target = toolTarget(deps, argument) ?? (await pickTool(deps, vscode.l10n.t("Copy the call of which tool?")));
  if (!target) return;
  const { text } = await target.runtime.request("tools/callText", { tool: target.tool, ...givenArguments(argument) });
  await vscode.env.clipboard.writeText(text);
  sayBriefly(deps, vscode.l10n.t("The call of “{0}” is copied.", target.tool));
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
  const fits = (row: ToolRow): boolean => (row.state === "disabled") === value;
  const target = toolTarget(deps, argument) ?? (await pickTool(deps, deps.vscode.l10n.t("Which tool?"), fits));
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
