/** The Runs panel: the journals of all runtimes in one list, live. */
import type * as vscode from "vscode";
import type { ToExtension, ToView } from "../webview-ui/runs/protocol.ts";
import { addressOf } from "./folders.ts";
import { askModal, sayBriefly, showFailure } from "./messages.ts";
import { openTool } from "./openTool.ts";
import type { Command, PartDeps } from "./part.ts";
import { pictureOf } from "./picture.ts";
import { repeatable } from "./runArguments.ts";
import { copyText, createRunList, rowOf, type KnownRun, type RunList } from "./runList.ts";
import { webviewHtml, webviewOptions } from "./webview.ts";

const VIEW = "guidon.runs";

interface RunsPanel extends vscode.Disposable {
  show(id: string | undefined): Promise<void>;
  clear(): Promise<void>;
}

/** Commands are given the deps that the panel was made with. */
const panels = new WeakMap<vscode.ExtensionContext, RunsPanel>();

export const runsCommands: Command[] = [
  { id: "guidon.showRuns", run: ({ context }, given) => panels.get(context)?.show(idOf(given)) },
  { id: "guidon.clearRuns", needsFolder: true, run: ({ context }) => panels.get(context)?.clear() },
];

export function createRunsPanel(deps: PartDeps): vscode.Disposable {
  const { vscode, context, runtimes } = deps;
  const list = createRunList(deps);
  let view: vscode.WebviewView | undefined;
  let selected: string | undefined;
  /** To be shown as soon as the page is there. */
  let wanted: string | undefined;

  const send = (message: ToView): void => void view?.webview.postMessage(message);
  const sendAll = (): void => {
    send({
      type: "runs",
      runs: list.newestFirst().map(rowOf),
      severalFolders: runtimes.all.length > 1,
      whole: list.whole,
    });
    sendDetail();
    showBadge();
  };
  const sendDetail = (): void => {
    const known = selected === undefined ? undefined : list.get(selected);
    if (known) void detailOf(deps, known).then(send);
  };
  const showBadge = (): void => {
    if (!view) return;
    const running = list.running();
    view.badge =
      running === 0 ? undefined : { value: running, tooltip: vscode.l10n.t("Tools that run now: {0}", running) };
  };
  list.onDidChange((changed) => {
    if (changed === "all") return sendAll();
    send({ type: "run", run: rowOf(changed) });
    if (changed.record.id === selected) sendDetail();
    showBadge();
  });

  const received = async (message: ToExtension): Promise<unknown> => {
    if (message.type === "ready") {
      selected = message.selected;
      sendAll();
      if (wanted !== undefined) send({ type: "reveal", id: wanted });
      wanted = undefined;
      return list.load();
    }
    if (message.type === "select") {
      selected = message.id;
      return sendDetail();
    }
    const known = list.get(message.id);
    return known && act(deps, known, message);
  };

  const provider: vscode.WebviewViewProvider = {
    resolveWebviewView(resolved) {
      view = resolved;
      const { webview } = resolved;
      const { extensionUri } = context;
      webview.options = webviewOptions(vscode, extensionUri);
      webview.onDidReceiveMessage((message: ToExtension) => {
        received(message).catch((error: unknown) => showFailure(deps, error));
      });
      resolved.onDidDispose(() => (view = undefined));
      webview.html = webviewHtml({ vscode, webview, extensionUri }, "runs", vscode.l10n.t("Runs"));
      showBadge();
    },
  };

  const registered = vscode.window.registerWebviewViewProvider(VIEW, provider);
  const panel: RunsPanel = {
    async show(id) {
      const open = view?.visible === true;
      wanted = open ? undefined : id;
      await vscode.commands.executeCommand(`${VIEW}.focus`);
      if (open && id !== undefined) send({ type: "reveal", id });
    },
    async clear() {
      if (!(await mayClear(deps, list))) return;
      await list.clear();
    },
    dispose() {
      registered.dispose();
      list.dispose();
    },
  };
  panels.set(context, panel);
  return panel;
}

type Action = Exclude<ToExtension, { type: "ready" | "select" }>;

async function act(deps: PartDeps, { runtime, record }: KnownRun, message: Action): Promise<unknown> {
  const { vscode } = deps;
  const folder = addressOf(runtime);
  const { id, tool } = record;
  switch (message.type) {
    case "rerun": {
      const args = repeatable(record.args);
      return args && vscode.commands.executeCommand("guidon.runTool", { folder, tool, args });
    }
    case "openForm":
      return vscode.commands.executeCommand("guidon.runTool", { folder, tool, edit: true });
    case "cancel":
      return runtime.request("run/cancel", { id });
    case "openResult":
      return vscode.commands.executeCommand("guidon.openResult", { folder, id });
    case "openTool":
      return openTool(deps, runtime, tool);
    case "copy": {
      await vscode.env.clipboard.writeText(await copyText(runtime, record, message.what));
      return sayBriefly(deps, vscode.l10n.t("Copied"));
    }
  }
}

/** @returns the run, with its screenshot where there is one that can be read */
async function detailOf(deps: PartDeps, { record }: KnownRun): Promise<ToView> {
  const screenshot = await pictureOf(deps, record.screenshot);
  return { type: "detail", run: record, ...(screenshot === undefined ? {} : { screenshot }) };
}

async function mayClear(deps: PartDeps, list: RunList): Promise<boolean> {
  const { vscode } = deps;
  // The panel may not have been looked at yet.
  if (!list.whole) await list.load();
  if (list.newestFirst().length === 0) {
    sayBriefly(deps, vscode.l10n.t("There are no runs to clear."));
    return false;
  }
  const yes = vscode.l10n.t("Clear");
  const question = vscode.l10n.t("Clear the list of runs?");
  const detail = vscode.l10n.t("Their arguments, logs and results are deleted. Tools that run now go on.");
  return (await askModal(deps, question, detail, yes)) === yes;
}

function idOf(given: unknown): string | undefined {
  return typeof given === "object" && given !== null && "id" in given ? String(given.id) : undefined;
}
