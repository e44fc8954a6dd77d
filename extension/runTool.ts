/** Run a tool, and look at the result of a run. */
import type * as vscode from "vscode";
import type { RunRecord, ToolRow } from "../runtime/contract/control.ts";
import type { JsonObject } from "../runtime/contract/tools.ts";
import { addressOf, findRuntime } from "./folders.ts";
import { showInformation } from "./messages.ts";
import type { Command, PartDeps } from "./part.ts";
import { pick } from "./pick.ts";
import { isObject } from "./runArguments.ts";
import { askConsent, rowOf } from "./runConsent.ts";
import { execute } from "./runExecution.ts";
import { runPanelsOf } from "./runPanels.ts";
import { pickTool, toolTarget, type ToolArgument, type ToolTarget } from "./target.ts";

export const runCommands: Command[] = [
  { id: "guidon.runTool", needsFolder: true, run: runTool },
  { id: "guidon.openResult", run: openResult },
];

/**
 * @param argument { folder, tool }: opens the form, or runs at once where there is nothing to fill in.
 * With `args`: runs at once with them, or with `edit: true` opens the form with them.
 * The address of a script: its tool. Nothing: the person picks one.
 */
async function runTool(deps: PartDeps, argument?: unknown): Promise<void> {
  const target = toolTarget(deps, argument) ?? (await pickOne(deps, await toolsOfScript(deps, argument)));
  if (!target) return;
  const { args, edit } = wishOf(argument);
  const panels = runPanelsOf(deps);
  if (edit) return panels.openForm(addressed(target), args);
  if (args) return await runAtOnce(deps, target, args);
  const row = await rowOf(target.runtime, target.tool);
  // A tool that is gone, disabled or broken says so instead of showing a form.
  if (!row || row.state === "disabled" || row.state === "problem") return void (await askConsent(deps, target));
  if (hasParameters(row)) panels.openForm(addressed(target));
  else await runAtOnce(deps, target, {});
}

/** @param own those of a script, where it was run from one; several can share a script */
async function pickOne(deps: PartDeps, own: (ToolTarget & { row: ToolRow })[]): Promise<ToolTarget | undefined> {
  const { vscode } = deps;
  if (own.length === 1) return own[0];
  if (own.length > 1) {
    const items = own.map((target) => ({ label: target.row.title ?? target.tool, description: target.tool, detail: target.row.description, target })); // prettier-ignore
    const placeHolder = vscode.l10n.t("Several tools use this script. Which one?");
    return (await pick(deps, items, { placeHolder, matchOnDetail: true }))?.target;
  }
  return await pickTool(deps, vscode.l10n.t("Which tool?"));
}

async function toolsOfScript(deps: PartDeps, argument: unknown): Promise<(ToolTarget & { row: ToolRow })[]> {
  const { vscode, runtimes } = deps;
  const runtime = isUri(argument) ? runtimes.of(argument) : undefined;
  if (!runtime) return [];
  const { tools } = await runtime.request("tools/list", {});
  return tools
    .filter(({ file }) => vscode.Uri.joinPath(runtime.folder.uri, file).toString() === String(argument))
    .map((row) => ({ runtime, tool: row.name, row }));
}

async function runAtOnce(deps: PartDeps, target: ToolTarget, args: JsonObject): Promise<void> {
  const consent = await askConsent(deps, target);
  if (!consent) return;
  const title = (await rowOf(target.runtime, target.tool))?.title ?? target.tool;
  const view = runPanelsOf(deps).openResult(addressed(target));
  const show = (record: RunRecord): void => {
    view.show(record).catch((error: unknown) => deps.log.error(String(error)));
  };
  const { over } = execute(deps, { ...target, title, args, consent }, show);
  await view.show(await over);
}

/** @param argument { folder, id } */
async function openResult(deps: PartDeps, argument?: unknown): Promise<void> {
  const { folder, id } = typeof argument === "object" && argument !== null ? (argument as Record<string, unknown>) : {};
  const runtime = findRuntime(deps, folder);
  if (!runtime || typeof id !== "string") return;
  const record = (await runtime.request("runs/list", {})).find((one) => one.id === id);
  if (!record) return await showInformation(deps, deps.vscode.l10n.t("This run is not kept any more."));
  await runPanelsOf(deps)
    .openResult(addressed({ runtime, tool: record.tool }))
    .show(record);
}

function addressed({ runtime, tool }: ToolTarget): ToolArgument {
  return { folder: addressOf(runtime), tool };
}

function wishOf(argument: unknown): { args?: JsonObject; edit: boolean } {
  if (typeof argument !== "object" || argument === null) return { edit: false };
  const edit = "edit" in argument && argument.edit === true;
  const args = "args" in argument ? (argument.args as JsonObject) : undefined;
  return isObject(args) ? { args, edit } : { edit };
}

function hasParameters({ parameters }: ToolRow): boolean {
  const {
    properties,
    required: _required,
    type: _type,
    additionalProperties,
    $schema: _schema,
    ...others
  } = parameters;
  const named = isObject(properties) && Object.keys(properties).length > 0;
  const free = additionalProperties === true || isObject(additionalProperties);
  return named || free || ["oneOf", "anyOf", "allOf", "$ref", "patternProperties"].some((key) => key in others);
}

function isUri(argument: unknown): argument is vscode.Uri {
  return typeof argument === "object" && argument !== null && "scheme" in argument && "path" in argument;
}
