/** Commands about Guidon itself. */
import type { Command } from "./part.ts";

export const windowCommands: Command[] = [
  { id: "guidon.showLog", run: ({ log }) => log.show() },
  { id: "guidon.restartRuntime", run: ({ runtimes }) => runtimes.restart() },
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
