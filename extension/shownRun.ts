/** A run with all that its view shows, and what a person does with it there. */
import type * as vscode from "vscode";
import type { RunRecord } from "../runtime/contract/control.ts";
import type { JsonObject } from "../runtime/contract/tools.ts";
import { ChannelError } from "../runtime/channel.ts";
import type { ResultAction, ShownRun } from "../webview-ui/result/protocol.ts";
import { pathInFolder } from "./language/documents.ts";
import { findRuntime } from "./folders.ts";
import { sayBriefly, showInformation } from "./messages.ts";
import { runtimeAt } from "./openFolder.ts";
import type { PartDeps } from "./part.ts";
import { pictureOf } from "./picture.ts";
import { repeatable } from "./runArguments.ts";
import { missingSecrets, rowOf } from "./runConsent.ts";
import type { FolderRuntime } from "./runtimes.ts";

/** @param folder its address */
export async function shownRun(deps: PartDeps, folder: string, record: RunRecord): Promise<ShownRun> {
  if (record.state === "running") return { record, canRun: true };
  const runtime = findRuntime(deps, folder);
  const [result, screenshot, missingSecret, canRun] = await Promise.all([
    wholeResult(deps, runtime, record),
    pictureOf(deps, record.screenshot),
    firstMissing(runtime, record),
    hasTool(runtime, record.tool),
  ]);
  return {
    record,
    canRun,
    ...result,
    ...(screenshot === undefined ? {} : { screenshot }),
    ...(missingSecret === undefined ? {} : { missingSecret }),
  };
}

/** What the page kept of a run; it is not there where another version of the page kept it. */
export function keptRun(kept: unknown, tool: string): ShownRun | undefined {
  if (typeof kept !== "object" || kept === null || !("record" in kept)) return undefined;
  const run = kept as ShownRun;
  const { record } = run;
  const fits = record?.tool === tool && typeof record.id === "string" && typeof record.args?.json === "string";
  return fits && record.state !== "running" ? { ...run, canRun: true, before: true } : undefined;
}

async function hasTool(runtime: FolderRuntime | undefined, tool: string): Promise<boolean> {
  try {
    return runtime !== undefined && (await rowOf(runtime, tool)) !== undefined;
  } catch {
    return false;
  }
}

async function wholeResult(
  { vscode: { l10n } }: PartDeps,
  runtime: FolderRuntime | undefined,
  { id, state, result }: RunRecord,
): Promise<Pick<ShownRun, "json" | "notKept">> {
  if (state !== "ok") return {};
  if (!result || result.whole) return { json: result?.json ?? "" };
  try {
    if (runtime) return { json: (await runtime.request("runs/result", { id })).json };
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
  }
  return { notKept: l10n.t("The whole result is not kept any more. This is its beginning:") };
}

async function firstMissing(
  runtime: FolderRuntime | undefined,
  { tool, error }: RunRecord,
): Promise<string | undefined> {
  if (!runtime || error?.code !== "SecretNotSet") return undefined;
  try {
    return (await missingSecrets(runtime, tool))[0];
  } catch {
    return undefined;
  }
}

type LocalAction = Exclude<ResultAction, { type: "runAgain" | "editArguments" | "cancel" }>;

/** What needs neither the form nor another run. */
export async function actOnResult(
  deps: PartDeps,
  folder: string,
  run: ShownRun | undefined,
  action: LocalAction,
): Promise<unknown> {
  const { vscode } = deps;
  if (action.type === "copy") return copy(deps, action.text);
  if (!run) return undefined;
  const { record, json } = run;
  switch (action.type) {
    case "copyRunCall": {
      const args = repeatable(record.args);
      return args && copyCall(deps, folder, record.tool, args);
    }
    case "openJson":
      return json === undefined || json === "" ? undefined : openJson(deps, json);
    case "openFile":
      return names(run, action.path) && vscode.commands.executeCommand("vscode.open", vscode.Uri.file(action.path));
    case "revealFile":
      return names(run, action.path) && reveal(deps, vscode.Uri.file(action.path));
    case "openScript":
      return openScript(deps, folder, action);
    case "setSecret":
      return vscode.commands.executeCommand("guidon.setSecret", { folder, name: run.missingSecret });
  }
}

async function copy(deps: PartDeps, text: string): Promise<void> {
  const { vscode } = deps;
  await vscode.env.clipboard.writeText(text);
  sayBriefly(deps, vscode.l10n.t("Copied"));
}

export async function copyCall(deps: PartDeps, folder: string, tool: string, args: JsonObject): Promise<void> {
  const { text } = await runtimeAt(deps, folder).request("tools/callText", { tool, args });
  await copy(deps, text);
}

async function openJson({ vscode }: PartDeps, json: string): Promise<void> {
  const content = JSON.stringify(JSON.parse(json), null, 2);
  const document = await vscode.workspace.openTextDocument({ language: "json", content });
  await vscode.window.showTextDocument(document, { preview: false });
}

/** Only files that the run itself names. */
function names({ record, json }: ShownRun, path: string): boolean {
  return path === record.screenshot || (json?.includes(JSON.stringify(path).slice(1, -1)) ?? false);
}

async function reveal(deps: PartDeps, uri: vscode.Uri): Promise<void> {
  const { vscode } = deps;
  try {
    await vscode.commands.executeCommand("revealFileInOS", uri);
  } catch {
    // A window whose files are on another machine has no file manager to show them in.
    await copy(deps, uri.fsPath);
    await showInformation(deps, vscode.l10n.t("The file cannot be shown here. Its path was copied."));
  }
}

async function openScript(
  { vscode }: PartDeps,
  folder: string,
  { file, line, column }: Extract<ResultAction, { type: "openScript" }>,
): Promise<void> {
  const base = vscode.Uri.parse(folder);
  const uri = vscode.Uri.joinPath(base, file);
  if (pathInFolder(base, uri) === undefined) return;
  const at = new vscode.Position(Math.max(0, line - 1), Math.max(0, column - 1));
  await vscode.window.showTextDocument(uri, { selection: new vscode.Range(at, at) });
}
