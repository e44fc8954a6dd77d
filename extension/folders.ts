/** Which folder a command is about. In arguments of commands a folder is its address: `folder.uri.toString()`. */
import { type Button, showInformation } from "./messages.ts";
import type { PartDeps } from "./part.ts";
import { pick } from "./pick.ts";
import type { FolderRuntime } from "./runtimes.ts";

export const addressOf = ({ folder }: Pick<FolderRuntime, "folder">): string => folder.uri.toString();

/** @param named an address as text, a vscode.Uri, a WorkspaceFolder, or `{ folder }` with one of these */
export function findRuntime({ runtimes }: PartDeps, named: unknown): FolderRuntime | undefined {
  const address = addressIn(named);
  return address === undefined ? undefined : runtimes.all.find((each) => addressOf(each) === address);
}

/** The one that is named, else the only one, else the one that the person picks; undefined when nothing was picked. */
export async function chooseRuntime(deps: PartDeps, named: unknown, title: string): Promise<FolderRuntime | undefined> {
  const { vscode, runtimes } = deps;
  const found = findRuntime(deps, named);
  if (found) return found;
  if (runtimes.all.length <= 1) return runtimes.all[0];
  const items = runtimes.all.map((runtime) => ({
    label: runtime.folder.name,
    description: runtime.folder.uri.fsPath,
    runtime,
  }));
  return (await pick(deps, items, { title, placeHolder: vscode.l10n.t("Which folder?") }))?.runtime;
}

/** Tells the person why a command cannot have its folder. @returns false where it can, or needs none */
export function explainNoFolder(deps: PartDeps, { needsFolder }: { needsFolder?: true }, argument: unknown): boolean {
  const { vscode, runtimes, log } = deps;
  const { l10n, workspace } = vscode;
  const say = (text: string, ...buttons: Button[]): boolean => {
    // Not waited for: a message stays until the person has read it.
    showInformation(deps, text, buttons).catch((error: unknown) => log.error(String(error)));
    return true;
  };
  if (needsFolder && runtimes.all.length === 0) {
    if (workspace.isTrusted || workspace.workspaceFolders === undefined) {
      const open = { title: l10n.t("Open Folder…"), command: "vscode.openFolder" };
      return say(l10n.t("Open a folder first: Guidon works on the folders of a window."), open);
    }
    const trust = { title: l10n.t("Manage Workspace Trust"), command: "workbench.trust.manage" };
    return say(l10n.t("This workspace is not trusted, so Guidon does not run in it."), trust);
  }
  // What was said of one folder must not be done to another.
  const names = typeof argument === "object" && argument !== null && "folder" in argument;
  if (!names || addressIn(argument) === undefined || findRuntime(deps, argument)) return false;
  return say(l10n.t("This folder is not open any more."));
}

function addressIn(named: unknown): string | undefined {
  if (typeof named === "string") return named;
  if (typeof named !== "object" || named === null) return undefined;
  if ("folder" in named) return addressIn(named.folder);
  if ("uri" in named) return String(named.uri);
  return "scheme" in named ? String(named) : undefined;
}
