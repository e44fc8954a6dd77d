/** The menu behind the status item: what makes sense as things stand. */
import type { Command, PartDeps } from "./part.ts";
import { pick, type PickItem } from "./pick.ts";
import { hasProblem, needsPerson } from "./toolsTree.ts";

export const menuCommands: Command[] = [{ id: "guidon.showMenu", run: showMenu }];

interface Entry extends PickItem {
  command: string;
}

async function showMenu(deps: PartDeps): Promise<void> {
  const picked = await pick(deps, entriesOf(deps), { title: "Guidon" });
  if (picked) await deps.vscode.commands.executeCommand(picked.command);
}

function entriesOf({ vscode, runtimes, tools }: PartDeps): Entry[] {
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
  if (tools.state === "empty") {
    const create = { icon: "new-file", label: l10n.t("Create an Example Tool"), command: "guidon.createExample" };
    return [create, doctor, ...always];
  }
  const rows = tools.folders.flatMap(({ view }) => view?.tools ?? []);
  const waiting = (state: string): string =>
    rows
      .filter((tool) => tool.state === state)
      .map(({ name }) => name)
      .join(", ");
  const approval = { icon: "shield", label: l10n.t("Approve Tools for Agents…"), command: "guidon.approveTools" };
  const secret = { icon: "key", label: l10n.t("Set Secret…"), command: "guidon.setSecret" };
  const openFile = { icon: "go-to-file", label: l10n.t("Open tools.json"), command: "guidon.openToolsFile" };
  const problems = rows.filter(hasProblem).map(({ name, why }) => (why === undefined ? name : `${name}: ${why}`));
  const urgent = rows.some(needsPerson)
    ? [
        ...(waiting("approval") ? [{ ...approval, detail: waiting("approval") }] : []),
        ...(waiting("secret") ? [{ ...secret, detail: waiting("secret") }] : []),
      ]
    : [];
  return [
    ...(problems.length > 0 ? [{ ...openFile, icon: "warning", detail: problems.join(" · ") }] : []),
    ...urgent,
    { icon: "play", label: l10n.t("Run Tool…"), command: "guidon.runTool" },
    ...(problems.length > 0 ? [] : [openFile]),
    { icon: "history", label: l10n.t("Show Runs"), command: "guidon.showRuns" },
    { icon: "lock", label: l10n.t("Show Secrets"), command: "guidon.showSecrets" },
    doctor,
    { ...restart, label: l10n.t("Restart Runtime") },
    ...always,
  ];
}
