/** The result of a run in a panel of its own: of a tool without parameters, or of any run that is looked at later. */
import type * as vscode from "vscode";
import type { RunRecord } from "../runtime/contract/control.ts";
import type { FromResult, ShownRun, ToResult } from "../webview-ui/result/protocol.ts";
import { showFailure } from "./messages.ts";
import type { PartDeps } from "./part.ts";
import { rowOf } from "./runConsent.ts";
import { actOnResult, isObject, shownRun } from "./shownRun.ts";
import type { ToolTarget } from "./target.ts";
import { webviewHtml, webviewOptions } from "./webview.ts";

export const RESULT_VIEW = "guidon.result";

export interface ResultView {
  /** As far as it is; it follows the run until it is over. */
  show(record: RunRecord): Promise<void>;
  gone(why: string): void;
  reveal(): void;
}

/** @param panel empty; the view goes with it */
export function createResultView(deps: PartDeps, target: ToolTarget, panel: vscode.WebviewPanel): ResultView {
  const { vscode, context, runtimes } = deps;
  const { l10n } = vscode;
  const { runtime, tool } = target;
  const folder = runtime.folder.uri.toString();
  let title = tool;
  let shown: ShownRun | undefined;
  let why: string | undefined;

  function send(): void {
    const message: ToResult | undefined =
      why !== undefined
        ? { type: "gone", title, why }
        : shown && { type: "run", key: { folder, id: shown.record.id, tool }, title, run: shown };
    if (message) void panel.webview.postMessage(message);
  }

  async function show(record: RunRecord): Promise<void> {
    const isOther = shown?.record.id !== record.id;
    // An event that comes late must not open a run again that is over.
    if (!isOther && shown?.record.state !== "running" && record.state === "running") return;
    why = undefined;
    shown = { record, canRun: true };
    if (record.state === "running") send();
    if (isOther) title = (await rowOf(runtime, tool).catch(() => undefined))?.title ?? tool;
    panel.title = l10n.t("Result of {0}", title);
    if (record.state === "running") return send();
    const whole = await shownRun(deps, runtime, record);
    if (shown.record.id !== record.id) return;
    shown = whole;
    send();
  }

  async function received(message: FromResult): Promise<unknown> {
    const record = shown?.record;
    switch (message.type) {
      case "ready":
        return send();
      case "cancel":
        return record && runtime.request("run/cancel", { id: record.id });
      case "runAgain":
      case "editArguments": {
        const args = isObject(record?.args) ? record.args : {};
        return vscode.commands.executeCommand("guidon.runTool", { folder, tool, args, edit: message.type === "editArguments" }); // prettier-ignore
      }
      case "setSecret":
        await actOnResult(deps, runtime, shown, message);
        return record && show(record);
      default:
        return actOnResult(deps, runtime, shown, message);
    }
  }

  const subscription = runtimes.on("runs/changed", (from, record) => {
    if (from === runtime && shown?.record.state === "running" && record.id === shown.record.id)
      show(record).catch((error: unknown) => deps.log.error(String(error)));
  });
  panel.onDidDispose(() => subscription.dispose());
  panel.webview.onDidReceiveMessage((message: FromResult) => {
    received(message).catch((error: unknown) => void showFailure(deps, error, { folder, tool }));
  });
  panel.webview.options = webviewOptions(vscode, context.extensionUri);
  panel.title = l10n.t("Result of {0}", tool);
  panel.webview.html = webviewHtml(
    { vscode, webview: panel.webview, extensionUri: context.extensionUri },
    "result",
    panel.title,
  );
  return {
    show,
    gone(text) {
      why = text;
      send();
    },
    reveal: () => panel.reveal(undefined, true),
  };
}
