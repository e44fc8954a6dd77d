/** Commands about Guidon itself. */
import { sayBriefly } from "./messages.ts";
import type { Command, PartDeps } from "./part.ts";

export const windowCommands: Command[] = [
  { id: "guidon.showLog", run: ({ log }) => log.show() },
  { id: "guidon.restartRuntime", needsFolder: true, run: restartRuntime },
  {
    id: "guidon.openSettings",
    run: ({ vscode, context }) =>
      vscode.commands.executeCommand("workbench.action.openSettings", `@ext:${context.extension.id}`),
  },
  {
    id: "guidon.openWalkthrough",
    run: ({ vscode, context }) =>
      vscode.commands.executeCommand("workbench.action.openWalkthrough", `${context.extension.id}#start`, false),
  },
];

async function restartRuntime(deps: PartDeps): Promise<void> {
  const { runtimes, vscode } = deps;
  const ran = runtimes.all.some(({ state }) => state !== "stopped");
  await runtimes.restart();
  const text = ran
    ? vscode.l10n.t("Guidon's runtime was started again.")
    : vscode.l10n.t("Guidon's runtime does not run now. It starts when something needs it.");
  sayBriefly(deps, text);
}
