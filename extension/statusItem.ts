/** The item in the status bar: one word on how things stand; a click opens the menu. */
import type * as vscode from "vscode";
import type { ToolRow } from "../runtime/contract/control.ts";
import type { PartDeps } from "./part.ts";
import { readSettings } from "./settings.ts";
import { plainText } from "./texts.ts";
import { hasProblem, needsPerson } from "./toolsTree.ts";
import { runningTools, type Tools } from "./tools.ts";

interface Look {
  icon: string;
  text: string;
  tooltip: string;
  background?: "error" | "warning";
}

export function createStatusItem({ vscode, tools }: PartDeps): vscode.Disposable {
  const item = vscode.window.createStatusBarItem("guidon", vscode.StatusBarAlignment.Left, 0);
  item.name = "Guidon";
  item.command = "guidon.showMenu";
  const show = (): void => {
    const look = readSettings(vscode).statusBar ? lookOf(vscode, tools) : undefined;
    if (!look) return item.hide();
    item.text = `$(${look.icon}) ${look.text}`;
    const tooltip = plainText(look.tooltip);
    item.tooltip = tooltip;
    item.backgroundColor = look.background && new vscode.ThemeColor(`statusBarItem.${look.background}Background`);
    item.accessibilityInformation = { label: `${look.text}. ${tooltip}`, role: "button" };
    item.show();
  };
  show();
  return vscode.Disposable.from(
    item,
    tools.onDidChange(show),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("guidon.statusBar")) show();
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(show),
  );
}

/** @returns undefined where there is nothing to say. */
function lookOf({ l10n, workspace }: PartDeps["vscode"], tools: Tools): Look | undefined {
  const { folders, state } = tools;
  if (!workspace.isTrusted) {
    if (workspace.workspaceFolders === undefined) return undefined;
    const tooltip = l10n.t("This workspace is not trusted, so Guidon does not run in it.");
    return { icon: "shield", text: l10n.t("Guidon: restricted"), tooltip };
  }
  const failed = folders.find(({ runtime }) => runtime.state === "failed");
  if (failed) {
    const tooltip = failed.runtime.problem ?? l10n.t("The runtime does not run.");
    return { icon: "error", text: l10n.t("Guidon: not running"), tooltip, background: "error" };
  }
  if (folders.some(({ runtime }) => runtime.state === "restarting")) {
    const tooltip = l10n.t("The runtime ended and is started again.");
    return { icon: "sync~spin", text: l10n.t("Guidon: restarting"), tooltip };
  }
  if (state === "empty" || state === "failed") return undefined;
  if (state === "starting") {
    return { icon: "loading~spin", text: l10n.t("Guidon: starting"), tooltip: l10n.t("The runtime starts.") };
  }
  const running = runningTools(tools);
  if (running.length > 0) {
    const tooltip = l10n.t("Running: {0}", running.join(", "));
    return { icon: "sync~spin", text: l10n.t("Guidon: {0} running", running.length), tooltip };
  }
  if (folders.some(({ view }) => view?.state === "broken" || view?.state === "stale")) {
    const tooltip = l10n.t("tools.json cannot be read: open it to see where.");
    return { icon: "warning", text: l10n.t("Guidon: tools.json is broken"), tooltip, background: "warning" };
  }
  const rows = folders.flatMap(({ view }) => view?.tools ?? []);
  const named = (fits: (row: ToolRow) => boolean): string =>
    rows
      .filter(fits)
      .map(({ name }) => name)
      .join(", ");
  const waiting = rows.some(needsPerson) ? l10n.t("Waiting for you: {0}", named(needsPerson)) : undefined;
  const problems = rows.filter(hasProblem).length;
  if (problems > 0) {
    const text = problems === 1 ? l10n.t("Guidon: 1 problem") : l10n.t("Guidon: {0} problems", problems);
    const tooltip = l10n.t("To be corrected: {0}", named(hasProblem));
    return { icon: "warning", text, tooltip: waiting === undefined ? tooltip : `${tooltip} · ${waiting}` };
  }
  if (waiting !== undefined) return { icon: "bell-dot", text: l10n.t("Guidon: needs you"), tooltip: waiting };
  const enabled = rows.filter((row) => row.state !== "disabled").length;
  const text = enabled === 1 ? l10n.t("Guidon: 1 tool") : l10n.t("Guidon: {0} tools", enabled);
  return { icon: "tools", text, tooltip: l10n.t("Agents can call these tools. Click for what you can do.") };
}
