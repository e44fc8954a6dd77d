/** Commands about Guidon itself. */
import { sayBriefly } from "./messages.ts";
import type { Command, PartDeps } from "./part.ts";

export const windowCommands: Command[] = [
  { id: "guidon.showLog", run: ({ log }) => log.show() },
  { id: "guidon.restartRuntime", needsFolder: true, run: restartRuntime },
  { id: "guidon.openSettings", run: openSettings },
  {
    id: "guidon.openWalkthrough",
    run: ({ vscode, context }) =>
      vscode.commands.executeCommand("workbench.action.openWalkthrough", `${context.extension.id}#start`, false),
  },
];

/** @param query which ones; absent: all of Guidon's */
async function openSettings({ vscode, context }: PartDeps, query?: unknown): Promise<void> {
  const asked = typeof query === "string" ? query : `@ext:${context.extension.id}`;
  // Those of the machine are not in the page of the user where the machine is another one; in its own page are all.
  if (vscode.env.remoteName === undefined) await vscode.commands.executeCommand("workbench.action.openSettings", asked);
  else await vscode.commands.executeCommand("workbench.action.openRemoteSettings", { query: asked });
}

async function restartRuntime(deps: PartDeps): Promise<void> {
  const { runtimes, vscode } = deps;
  const ran = runtimes.all.some(({ state }) => state !== "stopped");
  await runtimes.restart();
  const text = ran
    ? vscode.l10n.t("Guidon's runtime was started again.")
    : vscode.l10n.t("Guidon's runtime does not run now. It starts when something needs it.");
  sayBriefly(deps, text);
}
