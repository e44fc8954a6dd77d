/**
 * Ticks the steps of the walkthrough. VS Code does so when a context becomes true, and not when it was true before the walkthrough was
 * known to it, which is seconds after somebody looks at it for the first time; a command counts only where a person calls it, and not
 * from a panel. So in package.json each step waits for its own context, and for it together with one that comes and goes for a while.
 */
import type * as vscode from "vscode";
import type { PartDeps } from "./part.ts";

type Step = "run" | "agent" | "secret";

const KEY = "walkthrough";
/** VS Code looks in the folder, for 2 s at most, whether it should recommend the walkthrough, and asks its own server, for 5 s at most. */
const TIMES = 10;
const EVERY_MS = 1000;

/** A step was taken: in this window, or once before. */
export function markStep({ vscode, context }: PartDeps, step: Step): void {
  const steps = context.globalState.get<Step[]>(KEY, []);
  if (!steps.includes(step)) void context.globalState.update(KEY, [...steps, step]);
  void vscode.commands.executeCommand("setContext", `guidon.did.${step}`, true);
}

export function createWalkthrough(deps: PartDeps, everyMs = EVERY_MS): vscode.Disposable {
  const { vscode, context, runtimes } = deps;
  const { tabGroups } = vscode.window;
  for (const step of context.globalState.get<Step[]>(KEY, [])) markStep(deps, step);
  let timer: NodeJS.Timeout | undefined;
  const look = (tabs: readonly vscode.Tab[]): void => {
    // VS Code does not say of a tab that it is the walkthrough, only that it is nothing that an extension could have opened.
    if (!tabs.some(({ input }) => input === undefined)) return;
    clearInterval(timer);
    let times = 0;
    timer = setInterval(() => {
      if (++times === TIMES) clearInterval(timer);
      for (const value of [true, false]) void vscode.commands.executeCommand("setContext", "guidon.walkthrough", value);
    }, everyMs);
  };
  look(tabGroups.all.flatMap(({ tabs }) => tabs));
  return vscode.Disposable.from(
    tabGroups.onDidChangeTabs(({ opened }) => look(opened)),
    runtimes.on("runs/changed", (_runtime, { origin, state }) => {
      if (state === "ok") markStep(deps, origin === "Mcp" ? "agent" : "run");
    }),
    { dispose: () => clearInterval(timer) },
  );
}
