/** Quick fixes of problems, and the commands that carry out those that are no edit. */
import type * as vscode from "vscode";
import type { Fix } from "../../runtime/contract/control.ts";
import { addressOf, findRuntime } from "../folders.ts";
import type { Command, PartDeps } from "../part.ts";
import type { FolderRuntime } from "../runtimes.ts";
import { SOURCE, toUri, toWorkspaceEdit } from "./convert.ts";
import type { Diagnostics } from "./diagnostics.ts";
import { openDocument, toolsUri } from "./documents.ts";

export function createFixProvider({ vscode }: PartDeps, diagnostics: Diagnostics): vscode.CodeActionProvider {
  return {
    provideCodeActions(document, _range, { diagnostics: shown }) {
      return shown
        .filter(({ source }) => source === SOURCE)
        .flatMap((diagnostic) => {
          const { runtime, fixes = [] } = diagnostics.fixesOf(document.uri, diagnostic) ?? {};
          return runtime ? fixes.map((fix) => toAction(runtime, fix, diagnostic)) : [];
        });
    },
  };

  function toAction(runtime: FolderRuntime, fix: Fix, diagnostic: vscode.Diagnostic): vscode.CodeAction {
    const action = new vscode.CodeAction(fix.title, vscode.CodeActionKind.QuickFix);
    action.diagnostics = [diagnostic];
    action.isPreferred = fix.preferred === true;
    if (fix.kind === "edit") action.edit = toWorkspaceEdit(vscode, runtime.folder.uri, fix.edits);
    else action.command = { title: fix.title, ...commandOf(fix, addressOf(runtime)) };
    return action;
  }
}

function commandOf(fix: Exclude<Fix, { kind: "edit" }>, folder: string): { command: string; arguments: [object] } {
  switch (fix.kind) {
    case "createScript":
      return { command: "guidon.fix.createScript", arguments: [{ folder, tool: fix.tool }] };
    case "setSecret":
      return { command: "guidon.setSecret", arguments: [{ folder, name: fix.secret }] };
    case "openFile":
      return { command: "guidon.fix.openFile", arguments: [{ folder, file: fix.file }] };
  }
}

/** Of quick fixes only, so they are not in package.json. */
export const fixCommands: Command[] = [
  {
    id: "guidon.fix.createScript",
    async run(deps, argument) {
      const { folder, tool } = Object(argument) as { folder?: unknown; tool?: unknown };
      const runtime = findRuntime(deps, folder);
      if (!runtime || typeof tool !== "string") return;
      // The tool may be in the text alone.
      const document = openDocument(deps, toolsUri(deps, runtime));
      const text = document?.isDirty ? { text: document.getText() } : {};
      const { file } = await runtime.request("tools/createScript", { tool, ...text });
      await deps.vscode.window.showTextDocument(toUri(deps.vscode, runtime.folder.uri, file));
    },
  },
  {
    id: "guidon.fix.openFile",
    async run(deps, argument) {
      const { folder, file } = Object(argument) as { folder?: unknown; file?: unknown };
      const runtime = findRuntime(deps, folder);
      if (!runtime || typeof file !== "string") return;
      await deps.vscode.window.showTextDocument(toUri(deps.vscode, runtime.folder.uri, file));
    },
  },
];
