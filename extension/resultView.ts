/** The result of a run in a panel of its own: of a tool without parameters, or of any run that is looked at later. */
import type * as vscode from "vscode";
import type { RunRecord } from "../runtime/contract/control.ts";
import type { FromResult, ShownRun, ToResult } from "../webview-ui/result/protocol.ts";
import { showFailure } from "./messages.ts";
import { isOf, runtimeAt } from "./openFolder.ts";
import type { PartDeps } from "./part.ts";
import { repeatable } from "./runArguments.ts";
import { rowOf } from "./runConsent.ts";
import { actOnResult, shownRun } from "./shownRun.ts";
import type { ToolArgument } from "./target.ts";
import { webviewHtml, webviewOptions } from "./webview.ts";

export const RESULT_VIEW = "guidon.result";

export interface ResultView {
  /** As far as it is; it follows the run until it is over. */
  show(record: RunRecord): Promise<void>;
  gone(why: string): void;
  reveal(): void;
}

/** @param panel empty; the view goes with it @param kept what was shown before the window was reloaded */
export function createResultView(
  deps: PartDeps,
  { folder, tool }: ToolArgument,
  panel: vscode.WebviewPanel,
  kept?: ShownRun,
): ResultView {
  const { vscode, context, runtimes } = deps;
  const { l10n } = vscode;
  let title: string | undefined;
  let shown = kept;
  let why: string | undefined;

  function send(): void {
    const name = title ?? tool;
    panel.title = l10n.t("Result of {0}", name);
    const message: ToResult | undefined =
      why !== undefined
        ? { type: "gone", title: name, why }
        : shown && { type: "run", key: { folder, id: shown.record.id, tool }, title: name, run: shown };
    if (message) void panel.webview.postMessage(message);
  }

  async function show(record: RunRecord): Promise<void> {
    const isOther = shown?.record.id !== record.id;
    // An event that comes late must not open a run again that is over.
    if (!isOther && shown?.record.state !== "running" && record.state === "running") return;
    why = undefined;
    shown = { record, canRun: true };
    if (record.state === "running") send();
    if (isOther || title === undefined) await readTitle();
    if (record.state === "running") return send();
    const whole = await shownRun(deps, folder, record);
    if (shown.record.id !== record.id) return;
    shown = whole;
    send();
  }

  async function readTitle(): Promise<void> {
    try {
      title = (await rowOf(runtimeAt(deps, folder), tool))?.title;
    } catch {
      title = undefined;
    }
  }

  async function received(message: FromResult): Promise<unknown> {
    const record = shown?.record;
    switch (message.type) {
      case "ready":
        return send();
      case "cancel":
        return record && runtimeAt(deps, folder).request("run/cancel", { id: record.id });
      case "runAgain":
      case "editArguments": {
        const args = record && repeatable(record.args);
        const edit = message.type === "editArguments";
        if (!args && !edit) return undefined;
        return vscode.commands.executeCommand("guidon.runTool", { folder, tool, edit, ...(args ? { args } : {}) });
      }
      case "setSecret":
        await actOnResult(deps, folder, shown, message);
        return record && show(record);
      default:
        return actOnResult(deps, folder, shown, message);
    }
  }

  const subscription = runtimes.on("runs/changed", (from, record) => {
    if (isOf(from, folder) && shown?.record.state === "running" && record.id === shown.record.id)
      show(record).catch((error: unknown) => deps.log.error(String(error)));
  });
  panel.onDidDispose(() => subscription.dispose());
  panel.webview.onDidReceiveMessage((message: FromResult) => {
    received(message).catch((error: unknown) => void showFailure(deps, error, { folder, tool }));
  });
  panel.webview.options = webviewOptions(vscode, context.extensionUri);
  panel.title = l10n.t("Result of {0}", tool);
  if (kept) void readTitle().then(send);
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
