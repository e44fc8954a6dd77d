/** What a change of the settings, or of the log's level, means for runtimes that run. */
import type * as vscode from "vscode";
import { runtimeLogLevel } from "./log.ts";
import { ask } from "./messages.ts";
import type { PartDeps } from "./part.ts";
import { readSettings } from "./settings.ts";
import { runningTools } from "./tools.ts";

/** Programs are named at the start of a process. */
const RESTARTING = ["guidon.nodePath", "guidon.browserPath"];
/** The settings editor saves while one types. */
const PAUSE_MS = 1000;

export function createSettingsFollower(deps: PartDeps, pauseMs = PAUSE_MS): vscode.Disposable {
  const { vscode, runtimes, tools, log } = deps;
  let restart: "none" | "pausing" | "waiting" = "none";
  let timer: NodeJS.Timeout | undefined;

  /** A runtime that starts later has them from its environment. */
  const tellSettings = (): void => {
    const { keepRuns } = readSettings(vscode);
    const settings = { logLevel: runtimeLogLevel(vscode, log), ...(keepRuns === undefined ? {} : { keepRuns }) };
    for (const runtime of runtimes.all) {
      if (runtime.state === "stopped" || runtime.state === "failed") continue;
      runtime.request("settings/set", settings).catch((error: unknown) => log.warn(String(error)));
    }
  };

  const restartNow = (): void => {
    restart = "none";
    runtimes.restart().catch((error: unknown) => log.error(String(error)));
  };
  const restartOrAsk = async (): Promise<void> => {
    const busy = runningTools(tools);
    if (busy.length === 0) return restartNow();
    restart = "waiting";
    const now = vscode.l10n.t("Restart Now");
    const question = vscode.l10n.t("Guidon uses the new settings as soon as no tool runs. Running now: {0}. A restart would end them.", busy.join(", ")); // prettier-ignore
    const answer = await ask(deps, question, now);
    if (answer === now && restart === "waiting") restartNow();
  };
  const restartSoon = (): void => {
    restart = "pausing";
    clearTimeout(timer);
    timer = setTimeout(() => {
      restartOrAsk().catch((error: unknown) => log.error(String(error)));
    }, pauseMs);
  };

  return vscode.Disposable.from(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (RESTARTING.some((name) => event.affectsConfiguration(name))) restartSoon();
      if (event.affectsConfiguration("guidon.keepRuns")) tellSettings();
    }),
    log.onDidChangeLogLevel(tellSettings),
    tools.onDidChange(() => {
      if (restart === "waiting" && runningTools(tools).length === 0) restartNow();
    }),
    new vscode.Disposable(() => clearTimeout(timer)),
  );
}
