/** The menu behind the status item: what makes sense as things stand. */
import type { ToolsView } from "../runtime/contract/control.ts";
import type { Command, PartDeps } from "./part.ts";
import { needsPerson } from "./toolsTree.ts";

export const menuCommands: Command[] = [{ id: "guidon.showMenu", run: showMenu }];

interface Entry {
  icon: string;
  label: string;
  command: string;
  detail?: string;
}

async function showMenu(deps: PartDeps): Promise<void> {
  const { vscode } = deps;
  const items = entriesOf(deps, await viewsOf(deps)).map((entry) => ({
    ...entry,
    label: `$(${entry.icon}) ${entry.label}`,
  }));
  const picked = await vscode.window.showQuickPick(items, { title: "Guidon" });
  if (picked) await vscode.commands.executeCommand(picked.command);
}

/** Of the runtimes that run; the others are not started for a menu. */
async function viewsOf({ runtimes }: PartDeps): Promise<ToolsView[]> {
  const running = runtimes.all.filter(({ state }) => state === "running");
  const answers = await Promise.allSettled(running.map((runtime) => runtime.request("tools/list", {})));
  return answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
}

function entriesOf({ vscode, runtimes }: PartDeps, views: ToolsView[]): Entry[] {
  const { l10n, workspace } = vscode;
  const always: Entry[] = [
    { icon: "output", label: l10n.t("Show Log"), command: "guidon.showLog" },
    { icon: "gear", label: l10n.t("Open Settings"), command: "guidon.openSettings" },
    { icon: "book", label: l10n.t("Get Started"), command: "guidon.openWalkthrough" },
  ];
  if (!workspace.isTrusted) {
    return [{ icon: "shield", label: l10n.t("Manage Workspace Trust"), command: "workbench.trust.manage" }, ...always];
  }
  if (runtimes.all.length === 0) {
    return [{ icon: "folder", label: l10n.t("Open Folder…"), command: "vscode.openFolder" }, ...always];
  }
  const doctor = { icon: "pulse", label: l10n.t("Check This Machine"), command: "guidon.doctor" };
  const restart = { icon: "debug-restart", label: l10n.t("Start Again"), command: "guidon.restartRuntime" };
  const failed = runtimes.all.find(({ state }) => state === "failed");
  if (failed) {
    return [{ ...restart, ...(failed.problem === undefined ? {} : { detail: failed.problem }) }, doctor, ...always];
  }
  const tools = views.flatMap((view) => view.tools);
  if (tools.length === 0 && views.every(({ state }) => state === "missing" || state === "ok")) {
    const create = { icon: "new-file", label: l10n.t("Create an Example Tool"), command: "guidon.createExample" };
    return [create, ...(views.length > 0 ? [doctor] : []), ...always];
  }
  const waiting = (state: string): string =>
    tools
      .filter((tool) => tool.state === state)
      .map(({ name }) => name)
      .join(", ");
  const approval = { icon: "verified", label: l10n.t("Approve Tools for Agents…"), command: "guidon.approveTools" };
  const secret = { icon: "key", label: l10n.t("Set Secret…"), command: "guidon.setSecret" };
  const urgent = tools.some(needsPerson)
    ? [
        ...(waiting("approval") ? [{ ...approval, detail: waiting("approval") }] : []),
        ...(waiting("secret") ? [{ ...secret, detail: waiting("secret") }] : []),
      ]
    : [];
  return [
    ...urgent,
    { icon: "play", label: l10n.t("Run Tool…"), command: "guidon.runTool" },
    { icon: "go-to-file", label: l10n.t("Open tools.json"), command: "guidon.openToolsFile" },
    { icon: "history", label: l10n.t("Show Runs"), command: "guidon.showRuns" },
    { icon: "lock", label: l10n.t("Show Secrets"), command: "guidon.showSecrets" },
    doctor,
    { ...restart, label: l10n.t("Restart Runtime") },
    ...always,
  ];
}
