/** Tells our plugin of the TypeScript server about the scripts, so that `g` is typed in them; and keys and menus, by a context key. */
import type * as vscode from "vscode";
import type { ScriptTypings } from "../../runtime/contract/control.ts";
import type { PartDeps } from "../part.ts";
import type { Scripts } from "./scripts.ts";

const TYPESCRIPT = "vscode.typescript-language-features";
const PLUGIN = "guidon-typescript-plugin";

/** What VS Code's TypeScript extension exports. */
interface TypeScriptExtension {
  getAPI(version: 0): { configurePlugin(plugin: string, configuration: ScriptTypings): void } | undefined;
}

export function createTypings(deps: PartDeps, scripts: Scripts): vscode.Disposable {
  const { vscode, log } = deps;
  let sent = "";
  let last: ScriptTypings | undefined;

  /** Waits for a first JavaScript or TypeScript file: before that the TypeScript extension sleeps, and is left asleep. */
  const send = async (): Promise<void> => {
    // Without a folder there are none, and the plugin forgets those that it had.
    const typings = scripts.typings() ?? (last && { ...last, scripts: [] });
    const text = JSON.stringify(typings);
    if (!typings || text === sent || (!last && !vscode.workspace.textDocuments.some(isTyped))) return;
    sent = text;
    last = typings;
    try {
      const extension = vscode.extensions.getExtension<TypeScriptExtension>(TYPESCRIPT);
      const api = (await extension?.activate())?.getAPI(0);
      // A later one may have overtaken this one.
      if (text === sent) api?.configurePlugin(PLUGIN, typings);
    } catch (error) {
      log.warn(`Scripts have no types: ${error instanceof Error ? error.message : error}`);
    }
  };
  const showContext = (): void => {
    const uri = vscode.window.activeTextEditor?.document.uri;
    void vscode.commands.executeCommand("setContext", "guidon.isScript", uri !== undefined && scripts.has(uri));
  };

  const subscriptions = [
    scripts.onDidChange(() => {
      void send();
      showContext();
    }),
    vscode.workspace.onDidOpenTextDocument((document) => {
      if (isTyped(document)) void send();
    }),
    vscode.window.onDidChangeActiveTextEditor(showContext),
  ];
  void send();
  showContext();
  return vscode.Disposable.from(...subscriptions);
}

function isTyped({ languageId }: vscode.TextDocument): boolean {
  return /^(java|type)script(react)?$/.test(languageId);
}
