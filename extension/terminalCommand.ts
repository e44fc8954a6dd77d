/** Puts the command `guidon`, dist/bin, on the PATH of the editor's terminals, so that agents started there can use it, too. */
import { dirname, delimiter, join } from "node:path";
import type * as vscode from "vscode";
import type { PartDeps } from "./part.ts";
import type { Program } from "./program.ts";

/** Done once it is known which Node runs Guidon, when the first runtime runs; and again when that is another one. */
export function createTerminalCommand(
  { vscode, context, runtimes, log }: PartDeps,
  program: Program,
): vscode.Disposable {
  const variables = context.environmentVariableCollection;
  // Kept over an update of the extension, it would lead to what was there before.
  variables.persistent = false;
  let given: string | undefined;
  const give = async (): Promise<void> => {
    const node = await program.node();
    if ("problem" in node || node.path === given) return;
    given = node.path;
    variables.description = vscode.l10n.t("Adds the command guidon.");
    variables.prepend("PATH", join(dirname(program.script), "bin") + delimiter);
    variables.replace("GUIDON_NODE", node.path);
  };
  return runtimes.onDidChange(() => {
    if (!runtimes.all.some((runtime) => runtime.state === "running")) return;
    give().catch((error: unknown) => log.warn(`The command guidon is not on the terminals' PATH: ${String(error)}`));
  });
}
