/** The form of a tool: a panel that asks for the arguments, runs the tool, and shows what came of it. */
import type * as vscode from "vscode";
import type { ArgumentProblem, RunRecord } from "../runtime/contract/control.ts";
import type { JsonObject } from "../runtime/contract/tools.ts";
import type { ShownRun } from "../webview-ui/result/protocol.ts";
import type { FormKey, FromForm, ToForm } from "../webview-ui/runForm/protocol.ts";
import { findRuntime } from "./folders.ts";
import { showFailure } from "./messages.ts";
import { isOf, runtimeAt } from "./openFolder.ts";
import type { PartDeps } from "./part.ts";
import { askConsent, rowOf } from "./runConsent.ts";
import { execute, type Execution } from "./runExecution.ts";
import { actOnResult, copyCall, shownRun } from "./shownRun.ts";
import type { ToolArgument } from "./target.ts";
import { plainText } from "./texts.ts";
import { webviewHtml, webviewOptions } from "./webview.ts";

export const FORM_VIEW = "guidon.runForm";

const MAX_REMEMBERED = 64 * 1024;

export interface RunForm {
  readonly key: FormKey;
  /** @param args take the place of what is in the form */
  open(args?: JsonObject): void;
}

export interface FormStart {
  /** True: the person opened the form; false: the window was reloaded with it. */
  opened: boolean;
  /** Takes the place of what the form would show at first. */
  args?: JsonObject | undefined;
  /** What was shown before the window was reloaded. */
  kept?: ShownRun | undefined;
}

/** @param panel empty; the form goes with it */
export function createRunForm(
  deps: PartDeps,
  { folder, tool }: ToolArgument,
  panel: vscode.WebviewPanel,
  { opened, args, kept }: FormStart,
): RunForm {
  const { vscode, context, runtimes, log } = deps;
  const { l10n } = vscode;
  const key: FormKey = { folder, tool };
  let given = args;
  /** The page does not know of it yet. */
  let justOpened = opened;
  let title = tool;
  let shown = kept;
  let execution: Execution | undefined;
  let state: "available" | "unavailable" | "closed" = "available";

  const send = (message: ToForm): void => void panel.webview.postMessage(message);

  async function sendForm(replacement?: JsonObject): Promise<void> {
    try {
      const runtime = runtimeAt(deps, folder);
      const [row, { args: initial }] = await Promise.all([
        rowOf(runtime, tool),
        runtime.request("tools/exampleArguments", { tool }).catch(() => ({ args: {} })),
      ]);
      state = row ? "available" : "unavailable";
      if (!row) return send({ type: "unavailable", why: l10n.t("This tool is not in tools.json any more.") });
      title = row.title ?? row.name;
      panel.title = l10n.t("Run {0}", title);
      const isOpened = justOpened;
      justOpened = false;
      send({
        type: "form",
        key,
        title,
        description: row.description,
        parameters: row.parameters,
        args: replacement ?? remembered(deps, key) ?? initial,
        initial,
        replace: replacement !== undefined,
        opened: isOpened,
        ...(row.state === "disabled" ? { why: l10n.t("“{0}” is disabled in tools.json.", plainText(title, 100)) } : {}),
      });
    } catch (error) {
      state = findRuntime(deps, folder) ? "unavailable" : "closed";
      send({ type: "unavailable", why: error instanceof Error ? error.message : String(error) });
    }
  }

  async function check(question: FromForm & { type: "check" }): Promise<void> {
    try {
      const { problems } = await runtimeAt(deps, folder).request("tools/checkArguments", { tool, args: question.args });
      send({ type: "problems", serial: question.serial, problems });
    } catch (error) {
      log.debug(`The arguments were not checked: ${String(error)}`);
    }
  }

  async function start(wanted: JsonObject, remember: JsonObject): Promise<void> {
    if (execution) return;
    let problems: ArgumentProblem[] = [];
    let begun = false;
    try {
      const runtime = runtimeAt(deps, folder);
      ({ problems } = await runtime.request("tools/checkArguments", { tool, args: wanted }));
      if (problems.length > 0) return;
      const consent = await askConsent(deps, { runtime, tool });
      if (!consent) return;
      begun = true;
      rememberArguments(deps, key, remember);
      execution = execute(deps, { runtime, tool, title, args: wanted, consent }, (record) =>
        showRun({ record, canRun: true }),
      );
      await end(await execution.over);
    } finally {
      execution = undefined;
      if (!begun) send({ type: "notRun", problems });
    }
  }

  async function end(record: RunRecord): Promise<void> {
    execution = undefined;
    showRun(await shownRun(deps, folder, record));
  }

  function showRun(run: ShownRun): void {
    shown = run;
    send({ type: "run", run });
  }

  async function received(message: FromForm): Promise<unknown> {
    switch (message.type) {
      case "ready": {
        const first = given;
        given = undefined;
        await sendForm(first);
        return shown && send({ type: "run", run: shown });
      }
      case "check":
        return check(message);
      case "start":
        return start(message.args, message.remember);
      case "cancel":
        return execution?.cancel();
      case "copyCall":
        return copyCall(deps, folder, tool, message.args);
      case "runAgain":
      case "editArguments":
        return undefined;
      case "setSecret":
        await actOnResult(deps, folder, shown, message);
        return shown && showRun(await shownRun(deps, folder, shown.record));
      default:
        return actOnResult(deps, folder, shown, message);
    }
  }

  /** The folder left the window or came back, or its runtime did. */
  function runtimesChanged(): void {
    const runtime = findRuntime(deps, folder);
    const isBack = state === "closed" || (state === "unavailable" && runtime?.state === "running");
    if (runtime ? isBack : state !== "closed") void sendForm();
  }

  const subscriptions = [
    runtimes.on("tools/changed", (from) => void (isOf(from, folder) && sendForm())),
    runtimes.onDidChange(runtimesChanged),
  ];
  panel.onDidDispose(() => {
    for (const subscription of subscriptions) subscription.dispose();
  });
  panel.webview.onDidReceiveMessage((message: FromForm) => {
    received(message).catch((error: unknown) => void showFailure(deps, error, { ...key }));
  });
  panel.webview.options = webviewOptions(vscode, context.extensionUri);
  panel.title = l10n.t("Run {0}", tool);
  panel.webview.html = webviewHtml(
    { vscode, webview: panel.webview, extensionUri: context.extensionUri },
    "runForm",
    panel.title,
  );

  return {
    key,
    open(next) {
      justOpened = true;
      panel.reveal();
      void sendForm(next);
    },
  };
}

function stateKey({ folder, tool }: FormKey): string {
  return `guidon.lastArguments/${folder}/${tool}`;
}

function remembered({ context }: PartDeps, key: FormKey): JsonObject | undefined {
  return context.workspaceState.get<JsonObject>(stateKey(key));
}

function rememberArguments({ context }: PartDeps, key: FormKey, args: JsonObject): void {
  const small = JSON.stringify(args).length <= MAX_REMEMBERED;
  void context.workspaceState.update(stateKey(key), small ? args : undefined);
}
