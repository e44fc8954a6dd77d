/** The view "Tools": what agents can call, in which state it is, and how the last run ended. */
import type * as vscode from "vscode";
import type { ToolRow, ToolState, ToolsView } from "../runtime/contract/control.ts";
import type { PartDeps } from "./part.ts";
import { toolsFile } from "./files.ts";
import type { ToolArgument } from "./target.ts";
import { lastRunText, plainText, stateText } from "./texts.ts";
import type { FolderTools } from "./tools.ts";

export type TreeNode =
  | { kind: "folder"; entry: FolderTools }
  /** Of a tools.json, or of a runtime. */
  | { kind: "problem"; label: string; text: string; command: vscode.Command }
  /** A folder that is not on a disk. */
  | { kind: "elsewhere"; name: string }
  /** What can be done where there are no tools. */
  | { kind: "step"; icon: string; command: vscode.Command }
  | ToolNode;

/** Also the argument of the commands in its menu. */
export interface ToolNode extends ToolArgument {
  kind: "tool";
  row: ToolRow;
  /** Unique in the tree. */
  id: string;
  running: boolean;
  file: vscode.Uri;
}

export function createToolsTree(deps: PartDeps): vscode.Disposable {
  const { vscode, tools } = deps;
  const changed = new vscode.EventEmitter<void>();
  const view = vscode.window.createTreeView<TreeNode>("guidon.tools", {
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getChildren: (node) => childrenOf(deps, node),
      getTreeItem: (node) => itemOf(deps, node),
    },
  });
  let context: string | undefined;
  const show = (): void => {
    // VS Code's own isWorkspaceTrusted is false for a moment in every new window.
    const state = vscode.workspace.isTrusted ? tools.state : "untrusted";
    if (context !== state) {
      context = state;
      void vscode.commands.executeCommand("setContext", "guidon.state", context);
    }
    // A message takes the place of the view's welcome, so the ways on are rows.
    const problem =
      tools.state === "failed" ? tools.folders.find(({ runtime }) => runtime.problem)?.runtime.problem : undefined;
    view.message = problem === undefined ? "" : plainText(problem, 1000);
    view.badge = badgeOf(deps);
    changed.fire();
  };
  show();
  return vscode.Disposable.from(
    view,
    changed,
    tools.onDidChange(show),
    vscode.workspace.onDidGrantWorkspaceTrust(show),
  );
}

/** Counts what agents cannot call before a person has done something. */
function badgeOf({ vscode: { l10n }, tools }: PartDeps): vscode.ViewBadge | undefined {
  const rows = tools.folders.flatMap(({ view }) => view?.tools ?? []);
  const waiting = rows.filter(needsPerson).length;
  const problems = rows.filter(hasProblem).length;
  const texts: string[] = [];
  if (waiting > 0) texts.push(waiting === 1 ? l10n.t("1 tool waits for you") : l10n.t("{0} tools wait for you", waiting)); // prettier-ignore
  if (problems > 0) texts.push(problems === 1 ? l10n.t("1 tool has a problem") : l10n.t("{0} tools have a problem", problems)); // prettier-ignore
  return texts.length > 0 ? { value: waiting + problems, tooltip: texts.join(" · ") } : undefined;
}

export function hasProblem({ state }: ToolRow): boolean {
  return state === "problem";
}

export function needsPerson({ state }: ToolRow): boolean {
  return state === "approval" || state === "secret";
}

function childrenOf(deps: PartDeps, node: TreeNode | undefined): TreeNode[] {
  const { tools } = deps;
  if (node) return node.kind === "folder" ? rowsOf(deps, node.entry) : [];
  if (tools.state === "failed") return stepsOf(deps.vscode);
  // Without rows the view says what to do.
  if (tools.state !== "tools") return [];
  const elsewhere = (deps.vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme !== "file");
  const [only] = tools.folders;
  if (tools.folders.length === 1 && only && elsewhere.length === 0) return rowsOf(deps, only);
  return [
    ...tools.folders.map((entry) => ({ kind: "folder", entry }) as const),
    ...elsewhere.map(({ name }) => ({ kind: "elsewhere", name }) as const),
  ];
}

function stepsOf({ l10n }: PartDeps["vscode"]): TreeNode[] {
  const steps = [
    { icon: "debug-restart", title: l10n.t("Start Again"), command: "guidon.restartRuntime" },
    { icon: "output", title: l10n.t("Show Log"), command: "guidon.showLog" },
    { icon: "pulse", title: l10n.t("Check This Machine"), command: "guidon.doctor" },
  ];
  return steps.map(({ icon, ...command }) => ({ kind: "step", icon, command }));
}

function rowsOf({ vscode }: PartDeps, { runtime, view, running }: FolderTools): TreeNode[] {
  const { l10n } = vscode;
  const file = toolsFile(vscode, runtime.folder);
  const rows: TreeNode[] = [];
  if (runtime.problem !== undefined) {
    const command = { title: l10n.t("Show Log"), command: "guidon.showLog" };
    rows.push({ kind: "problem", label: l10n.t("Guidon does not run here"), text: runtime.problem, command });
  }
  if (view?.state === "broken" || view?.state === "stale") rows.push(fileProblem(vscode, view, file));
  const busy = new Set(running.values());
  const seen = new Map<string, number>();
  const folder = runtime.folder.uri.toString();
  for (const row of view?.tools ?? []) {
    const count = seen.get(row.name) ?? 0;
    seen.set(row.name, count + 1);
    const id = `${folder}#${row.name}#${count}`;
    rows.push({ kind: "tool", folder, tool: row.name, row, id, running: busy.has(row.name), file });
  }
  return rows;
}

function fileProblem(vscode: PartDeps["vscode"], { state, problems }: ToolsView, file: vscode.Uri): TreeNode {
  const { l10n } = vscode;
  const first = problems.find(({ severity }) => severity === "error") ?? problems[0];
  const place = new vscode.Position(Math.max(0, (first?.at.line ?? 1) - 1), Math.max(0, (first?.at.column ?? 1) - 1));
  const label =
    state === "stale" ? l10n.t("tools.json is broken: these are the tools of before") : l10n.t("tools.json is broken");
  const options = { selection: new vscode.Range(place, place) };
  const command = { title: l10n.t("Open"), command: "vscode.open", arguments: [file, options] };
  return { kind: "problem", label, text: first?.message ?? "", command };
}

const ICONS: Record<ToolState | "running" | "failed", { icon: string; color?: string }> = {
  ready: { icon: "pass", color: "testing.iconPassed" },
  approval: { icon: "shield", color: "problemsWarningIcon.foreground" },
  secret: { icon: "key", color: "problemsWarningIcon.foreground" },
  problem: { icon: "warning", color: "list.errorForeground" },
  disabled: { icon: "circle-slash", color: "disabledForeground" },
  running: { icon: "loading~spin" },
  failed: { icon: "error", color: "testing.iconFailed" },
};

function itemOf({ vscode }: PartDeps, node: TreeNode): vscode.TreeItem {
  const { l10n, TreeItem, TreeItemCollapsibleState, ThemeIcon, ThemeColor } = vscode;
  switch (node.kind) {
    case "folder": {
      const { folder, state } = node.entry.runtime;
      const item = new TreeItem(plainText(folder.name), TreeItemCollapsibleState.Expanded);
      item.id = folder.uri.toString();
      item.iconPath = ThemeIcon.Folder;
      item.contextValue = "folder";
      if (state === "starting" || state === "restarting") item.description = l10n.t("starting");
      else if (node.entry.hasFile === false) item.description = l10n.t("no tools.json");
      item.tooltip = folder.uri.fsPath;
      return item;
    }
    case "problem": {
      const item = new TreeItem(node.label);
      item.description = plainText(node.text);
      item.tooltip = plainText(node.text);
      item.iconPath = new ThemeIcon("error", new ThemeColor("list.errorForeground"));
      item.contextValue = "problem";
      item.command = node.command;
      return item;
    }
    case "elsewhere": {
      const item = new TreeItem(plainText(node.name));
      item.description = l10n.t("not on a disk: its tools cannot run");
      item.iconPath = new ThemeIcon("info");
      item.contextValue = "elsewhere";
      return item;
    }
    case "step": {
      const item = new TreeItem(node.command.title);
      item.iconPath = new ThemeIcon(node.icon);
      item.contextValue = "step";
      item.command = node.command;
      return item;
    }
    case "tool":
      return toolItem(vscode, node);
  }
}

function toolItem(vscode: PartDeps["vscode"], { row, id, running, file }: ToolNode): vscode.TreeItem {
  const { l10n, ThemeIcon, ThemeColor } = vscode;
  const failed = row.state === "ready" && row.lastRun?.state === "failed";
  const { icon, color } = ICONS[running ? "running" : failed ? "failed" : row.state];
  const last = row.lastRun && lastRunText(l10n, row.lastRun);
  const word = running ? l10n.t("running") : stateText(l10n, row.state) || last || "";
  const label = plainText(row.title ?? row.name, 200);
  const item = new vscode.TreeItem(label);
  item.id = id;
  item.description = word;
  item.iconPath = new ThemeIcon(icon, color === undefined ? undefined : new ThemeColor(color));
  item.tooltip = tooltipOf(vscode, row, last);
  item.contextValue = `tool.${row.state}`;
  const { start } = row.range;
  const place = new vscode.Position(start.line, start.character);
  const options = { selection: new vscode.Range(place, place), preview: true };
  item.command = { title: l10n.t("Open"), command: "vscode.open", arguments: [file, options] };
  item.accessibilityInformation = { label: [label, word, row.why].filter(Boolean).join(", ") };
  return item;
}

function tooltipOf(vscode: PartDeps["vscode"], row: ToolRow, last: string | undefined): vscode.MarkdownString {
  const { l10n } = vscode;
  const text = new vscode.MarkdownString("", true);
  const paragraph = (mark: string, content: string): void => {
    text.appendMarkdown(mark).appendText(plainText(content, 1000)).appendMarkdown("\n\n");
  };
  text
    .appendMarkdown("**")
    .appendText(plainText(row.title ?? row.name, 200))
    .appendMarkdown("**");
  if (row.title !== undefined) text.appendMarkdown(" · ").appendText(row.name);
  text.appendMarkdown("\n\n");
  paragraph("", row.description);
  if (row.why !== undefined) paragraph("$(warning) ", row.why);
  if (last !== undefined) paragraph("$(history) ", l10n.t("Last run: {0}", last));
  paragraph("$(file-code) ", row.file);
  return text;
}
