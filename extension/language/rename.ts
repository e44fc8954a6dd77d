/** Rename of a secret: where its name stands, and then, if the person wants it, the stored value. */
import type * as vscode from "vscode";
import { ask as askPerson, showError, showLog } from "../messages.ts";
import type { PartDeps } from "../part.ts";
import type { FolderRuntime } from "../runtimes.ts";
import { keptNames, renameKept } from "../secretStorage.ts";
import { plainText } from "../texts.ts";
import { toRange, toUri, toWorkspaceEdit } from "./convert.ts";
import { ask, atPosition, atPositionOfAll, openDocument, placeOf } from "./documents.ts";
import { ownPlace } from "./providers.ts";
import type { Scripts } from "./scripts.ts";

interface Renaming {
  runtime: FolderRuntime;
  from: string;
  to: string;
}

/** VS Code does not tell when a rename was carried out; an edit that brings the new name within this time is taken for it. */
const WAIT_MS = 120_000;

export function createRename(deps: PartDeps, scripts: Scripts): vscode.RenameProvider & vscode.Disposable {
  const { vscode } = deps;
  let expected: (Renaming & { until: number }) | undefined;

  const subscription = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    const renaming = expected;
    if (!renaming || Date.now() > renaming.until) return;
    if (placeOf(deps, document.uri)?.runtime !== renaming.runtime) return;
    if (!contentChanges.some(({ text }) => text.includes(renaming.to))) return;
    expected = undefined;
    void renameValue(deps, renaming);
  });

  return {
    async prepareRename(document, position, token) {
      const at = ownPlace(deps, scripts, document.uri);
      const found =
        at && (await ask(deps, at.runtime, "document/prepareRename", atPosition(at, document, position), token));
      // Where another provider can rename, VS Code asks that one now.
      if (!found) throw new Error(vscode.l10n.t("Only the name of a secret can be renamed here."));
      return { range: toRange(vscode, found.range), placeholder: found.placeholder };
    },
    async provideRenameEdits(document, position, newName, token) {
      const at = ownPlace(deps, scripts, document.uri);
      if (!at) return undefined;
      const { runtime } = at;
      const before = new Map(vscode.workspace.textDocuments.map(({ uri, version }) => [uri.toString(), version]));
      // What is wrong with the new name is the runtime's error; VS Code shows its text.
      const { from, edits } = await runtime.request(
        "document/rename",
        { ...atPositionOfAll(deps, at, document, position), newName },
        token,
      );
      for (const { file } of edits) {
        const uri = toUri(vscode, runtime.folder.uri, file);
        const [now, version] = [openDocument(deps, uri), before.get(uri.toString())];
        // One that was not open was read from disk.
        if (version === undefined ? now?.isDirty : now?.version !== version)
          throw new Error(vscode.l10n.t("{0} was changed meanwhile. Try again.", plainText(file)));
      }
      if (from !== newName) expected = { runtime, from, to: newName, until: Date.now() + WAIT_MS };
      return toWorkspaceEdit(vscode, runtime.folder.uri, edits);
    },
    dispose: () => subscription.dispose(),
  };
}

async function renameValue(deps: PartDeps, { runtime, from, to }: Renaming): Promise<void> {
  const { vscode, log } = deps;
  const view = await ask(deps, runtime, "secrets/list", {});
  const inStore = (name: string): boolean =>
    view?.rows.some((row) => row.name === name && (row.from === "workspace" || row.from === "all")) === true;
  const isKept = (name: string): boolean => keptNames(deps, runtime).includes(name);
  if (inStore(to) || isKept(to) || (!inStore(from) && !isKept(from))) return;
  const yes = vscode.l10n.t("Rename the Stored Value");
  const question = vscode.l10n.t("The value of {0} is stored under the old name. Should it be renamed to {1} as well?", from, to); // prettier-ignore
  if ((await askPerson(deps, question, yes)) !== yes) return;
  try {
    if (inStore(from)) await runtime.request("secrets/rename", { from, to });
    if (isKept(from) && !(await renameKept(deps, runtime, from, to)))
      throw new Error(vscode.l10n.t("It is kept by VS Code on another computer."));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.warn(`secrets/rename: ${reason}`);
    await showError(deps, vscode.l10n.t("The value of {0} could not be renamed: {1}", from, reason), [showLog(deps)]);
  }
}
