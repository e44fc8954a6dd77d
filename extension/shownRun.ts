/** A run with all that its view shows, and what a person does with it there. */
import type * as vscode from "vscode";
import type { RunRecord } from "../runtime/contract/control.ts";
import type { Json, JsonObject } from "../runtime/contract/tools.ts";
import { ChannelError } from "../runtime/channel.ts";
import type { ResultAction, ShownRun } from "../webview-ui/result/protocol.ts";
import type { PartDeps } from "./part.ts";
import { missingSecrets, rowOf } from "./runConsent.ts";
import type { FolderRuntime } from "./runtimes.ts";

const MAX_PICTURE_BYTES = 8 * 1024 * 1024;

export async function shownRun(deps: PartDeps, runtime: FolderRuntime, record: RunRecord): Promise<ShownRun> {
  if (record.state === "running") return { record, canRun: true };
  const [result, screenshot, missingSecret, canRun] = await Promise.all([
    wholeResult(deps, runtime, record),
    pictureOf(deps, record.screenshot),
    firstMissing(runtime, record),
    rowOf(runtime, record.tool).then((row) => row !== undefined, () => false), // prettier-ignore
  ]);
  return {
    record,
    canRun,
    ...result,
    ...(screenshot === undefined ? {} : { screenshot }),
    ...(missingSecret === undefined ? {} : { missingSecret }),
  };
}

async function wholeResult(
  { vscode: { l10n } }: PartDeps,
  runtime: FolderRuntime,
  { id, state, result }: RunRecord,
): Promise<Pick<ShownRun, "json" | "notKept">> {
  if (state !== "ok") return {};
  if (!result || result.whole) return { json: result?.json ?? "" };
  try {
    return { json: (await runtime.request("runs/result", { id })).json };
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    return { notKept: l10n.t("The whole result is not kept any more. This is its beginning:") };
  }
}

/** @returns a data: address; undefined where there is no picture that can be read */
async function pictureOf({ vscode, log }: PartDeps, path: string | undefined): Promise<string | undefined> {
  if (path === undefined) return undefined;
  try {
    const bytes = await vscode.workspace.fs.readFile(vscode.Uri.file(path));
    if (bytes.byteLength > MAX_PICTURE_BYTES) return undefined;
    const type = bytes[0] === 0xff ? "image/jpeg" : "image/png";
    return `data:${type};base64,${Buffer.from(bytes).toString("base64")}`;
  } catch {
    log.debug("The screenshot of a run is not there any more");
    return undefined;
  }
}

async function firstMissing(runtime: FolderRuntime, { tool, error }: RunRecord): Promise<string | undefined> {
  if (error?.code !== "SecretNotSet") return undefined;
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
  runtime: FolderRuntime,
  run: ShownRun | undefined,
  action: LocalAction,
): Promise<unknown> {
  const { vscode } = deps;
  if (action.type === "copy") return copy(deps, action.text);
  if (!run) return undefined;
  const { record, json } = run;
  switch (action.type) {
    case "copyRunCall":
      return copyCall(deps, runtime, record.tool, isObject(record.args) ? record.args : {});
    case "openJson":
      return json === undefined || json === "" ? undefined : openJson(deps, json);
    case "openFile":
      return names(run, action.path) && vscode.commands.executeCommand("vscode.open", vscode.Uri.file(action.path));
    case "revealFile":
      return names(run, action.path) && reveal(deps, vscode.Uri.file(action.path));
    case "openScript":
      return openScript(deps, runtime, action);
    case "setSecret":
      return vscode.commands.executeCommand("guidon.setSecret", {
        folder: runtime.folder.uri.toString(),
        name: run.missingSecret,
      });
  }
}

async function copy({ vscode }: PartDeps, text: string): Promise<void> {
  await vscode.env.clipboard.writeText(text);
  vscode.window.setStatusBarMessage(vscode.l10n.t("Copied"), 2000);
}

export async function copyCall(deps: PartDeps, runtime: FolderRuntime, tool: string, args: JsonObject): Promise<void> {
  const { text } = await runtime.request("tools/callText", { tool, args });
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
    void vscode.window.showInformationMessage(vscode.l10n.t("The file cannot be shown here. Its path was copied."));
  }
}

async function openScript(
  { vscode }: PartDeps,
  { folder }: FolderRuntime,
  { file, line, column }: Extract<ResultAction, { type: "openScript" }>,
): Promise<void> {
  const uri = vscode.Uri.joinPath(folder.uri, file);
  if (!uri.path.startsWith(`${folder.uri.path}/`)) return;
  const at = new vscode.Position(Math.max(0, line - 1), Math.max(0, column - 1));
  await vscode.window.showTextDocument(uri, { selection: new vscode.Range(at, at) });
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
