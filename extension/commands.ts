/** All commands. */
import type * as vscode from "vscode";
import { approveCommands } from "./approve.ts";
import { doctorCommands } from "./doctor.ts";
import { exampleCommands } from "./example.ts";
import { fixCommands } from "./language/fixes.ts";
import { lensCommands } from "./language/lenses.ts";
import { menuCommands } from "./menu.ts";
import { showFailure } from "./messages.ts";
import { explainNoFolder } from "./folders.ts";
import type { Command, PartDeps } from "./part.ts";
import { runCommands } from "./runTool.ts";
import { runsCommands } from "./runsPanel.ts";
import { secretCommands } from "./secretsPanel.ts";
import { toolCommands } from "./toolCommands.ts";
import { windowCommands } from "./windowCommands.ts";

export const commands: readonly Command[] = [
  ...exampleCommands,
  ...toolCommands,
  ...runCommands,
  ...approveCommands,
  ...secretCommands,
  ...runsCommands,
  ...menuCommands,
  ...doctorCommands,
  ...windowCommands,
  // Steps of quick fixes and lenses; package.json does not list them.
  ...fixCommands,
  ...lensCommands,
];

/** Whatever a command throws, or lacks, is told to the person. */
export function registerCommands(deps: PartDeps, all = commands): vscode.Disposable {
  const { vscode, log } = deps;
  return vscode.Disposable.from(
    ...all.map((command) =>
      vscode.commands.registerCommand(command.id, async (...args: unknown[]) => {
        if (explainNoFolder(deps, command, args[0])) return undefined;
        try {
          return await command.run(deps, ...args);
        } catch (error) {
          // Not waited for: a message stays until it is answered.
          showFailure(deps, error, args[0]).catch((failure: unknown) => log.error(String(failure)));
          return undefined;
        }
      }),
    ),
  );
}
