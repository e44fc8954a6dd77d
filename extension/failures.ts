/** Says once that a runtime was given up, with the ways on. */
import type * as vscode from "vscode";
import { type Button, showError, showLog, startAgain } from "./messages.ts";
import type { PartDeps } from "./part.ts";
import type { FolderRuntime } from "./runtimes.ts";

export function createFailureMessages(deps: PartDeps): vscode.Disposable {
  const { vscode, runtimes, log } = deps;
  const told = new Set<FolderRuntime>();
  return runtimes.onDidChange(() => {
    // Several folders fail for one reason, such as a missing Node.
    const problems = new Set<string>();
    for (const runtime of runtimes.all) {
      if (runtime.state !== "failed") {
        if (runtime.state === "running") told.delete(runtime);
      } else if (!told.has(runtime) && runtime.problem !== undefined) {
        if (![...told].some(({ state, problem }) => state === "failed" && problem === runtime.problem)) {
          problems.add(runtime.problem);
        }
        told.add(runtime);
      }
    }
    for (const problem of problems) {
      showError(deps, problem, buttonsFor(problem)).catch((error: unknown) => log.error(String(error)));
    }
  });

  function buttonsFor(problem: string): Button[] {
    const openSetting: Button = {
      title: vscode.l10n.t("Open Settings"),
      command: "guidon.openSettings",
      arguments: ["guidon.nodePath"],
    };
    return [showLog(deps), startAgain(deps), ...(problem.includes("guidon.nodePath") ? [openSetting] : [])];
  }
}
