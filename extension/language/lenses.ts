/** CodeLens over each tool of tools.json, and over main() of its script. */
import type * as vscode from "vscode";
import type { LastRun, ToolLens } from "../../runtime/contract/control.ts";
import { addressOf, findRuntime } from "../folders.ts";
import type { Command, PartDeps } from "../part.ts";
import type { FolderRuntime } from "../runtimes.ts";
import { readSettings } from "../settings.ts";
import { lastRunText, plainText, stateText } from "../texts.ts";
import type { VsCode } from "../vscodeApi.ts";
import { toRange } from "./convert.ts";
import { ask, openDocument, toolsUri } from "./documents.ts";
import { ownPlace } from "./providers.ts";
import type { Scripts } from "./scripts.ts";

/** A run tells of itself up to ten times a second. */
const PAUSE_MS = 500;

export function createLenses(deps: PartDeps, scripts: Scripts): vscode.CodeLensProvider & vscode.Disposable {
  const { vscode, runtimes } = deps;
  const changed = new vscode.EventEmitter<void>();
  let timer: NodeJS.Timeout | undefined;
  const soon = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      changed.fire();
    }, PAUSE_MS);
  };
  const subscriptions = [
    changed,
    runtimes.on("tools/changed", soon),
    runtimes.on("secrets/changed", soon),
    runtimes.on("runs/changed", soon),
    runtimes.onDidChange(soon),
    scripts.onDidChange(soon),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("guidon.codeLens")) changed.fire();
    }),
  ];

  return {
    onDidChangeCodeLenses: changed.event,
    async provideCodeLenses(document, token) {
      const at = ownPlace(deps, scripts, document.uri);
      if (!at || !readSettings(vscode, document.uri).codeLens) return undefined;
      const { runtime, file } = at;
      const found = await ask(deps, runtime, "document/lenses", { file, text: document.getText() }, token);
      // A script of several tools has lenses of each, which then say whose they are.
      const several = new Set(found?.map(({ range }) => range.start.line)).size < (found?.length ?? 0);
      return found?.flatMap((lens) => lensesOf(vscode, runtime, lens, several));
    },
    dispose() {
      clearTimeout(timer);
      for (const subscription of subscriptions) subscription.dispose();
    },
  };
}

function lensesOf(vscode: VsCode, runtime: FolderRuntime, lens: ToolLens, several: boolean): vscode.CodeLens[] {
  const { tool, lastRun, range } = lens;
  const folder = addressOf(runtime);
  const saved = lens.state !== "unsaved";
  const commands: (vscode.Command | undefined)[] = [
    runCommand(vscode, folder, lens, several),
    stateCommand(vscode, folder, lens),
    saved
      ? { title: vscode.l10n.t("Copy as call"), command: "guidon.copyCall", arguments: [{ folder, tool }] }
      : undefined,
    lastRun && {
      title: runTitle(vscode, lastRun),
      command: "guidon.showRuns",
      arguments: [{ folder, id: lastRun.id }],
    },
  ];
  return commands
    .filter((command) => command !== undefined)
    .map((command) => new vscode.CodeLens(toRange(vscode, range), command));
}

function runCommand(
  { l10n }: VsCode,
  folder: string,
  { tool, state }: ToolLens,
  several: boolean,
): vscode.Command | undefined {
  if (state === "disabled") return undefined;
  const name = plainText(tool, 100);
  if (state === "unsaved") {
    const title = several ? l10n.t("$(play) Save and Run {0}", name) : l10n.t("$(play) Save and Run");
    return { title, command: "guidon.lens.saveAndRun", arguments: [{ folder, tool }] };
  }
  const title = several ? l10n.t("$(play) Run {0}", name) : l10n.t("$(play) Run");
  return { title, command: "guidon.runTool", arguments: [{ folder, tool }] };
}

/** The word for a tool that is not ready; its click leads to what must be done. */
function stateCommand(vscode: VsCode, folder: string, { tool, state }: ToolLens): vscode.Command | undefined {
  if (state === "ready" || state === "unsaved") return undefined;
  const { icon, command } = STATES[state];
  return { title: `$(${icon}) ${stateText(vscode.l10n, state)}`, command, arguments: [{ folder, tool }] };
}

const STATES: Record<Exclude<ToolLens["state"], "ready" | "unsaved">, { icon: string; command: string }> = {
  approval: { icon: "shield", command: "guidon.approveTools" },
  secret: { icon: "key", command: "guidon.showSecrets" },
  problem: { icon: "warning", command: "workbench.actions.view.problems" },
  disabled: { icon: "circle-slash", command: "guidon.enableTool" },
};

function runTitle({ l10n }: VsCode, run: LastRun): string {
  const text = lastRunText(l10n, run);
  return run.state === "running" ? `$(sync~spin) ${text}` : l10n.t("last run: {0}", text);
}

/** Of lenses only, so it is not in package.json. */
export const lensCommands: Command[] = [
  {
    id: "guidon.lens.saveAndRun",
    async run(deps, argument) {
      const { vscode } = deps;
      const { folder } = Object(argument) as { folder?: unknown };
      const runtime = findRuntime(deps, folder);
      if (!runtime) return;
      const document = openDocument(deps, toolsUri(deps, runtime));
      if (document?.isDirty && !(await document.save()))
        throw new Error(vscode.l10n.t("tools.json could not be written."));
      await vscode.commands.executeCommand("guidon.runTool", argument);
    },
  },
];
