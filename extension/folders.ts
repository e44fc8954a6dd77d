/** Which folder a command is about. In arguments of commands a folder is its address: `folder.uri.toString()`. */
import type { PartDeps } from "./part.ts";
import type { FolderRuntime } from "./runtimes.ts";

/** @param folder an address as text, a vscode.Uri or a WorkspaceFolder */
export function findRuntime({ runtimes }: PartDeps, folder: unknown): FolderRuntime | undefined {
  const address = addressOf(folder);
  return address === undefined ? undefined : runtimes.all.find((each) => each.folder.uri.toString() === address);
}

/** The one that is named, else the only one, else the one that the person picks; undefined when nothing was picked. */
export async function chooseRuntime(
  deps: PartDeps,
  folder: unknown,
  title: string,
): Promise<FolderRuntime | undefined> {
  const { vscode, runtimes } = deps;
  const named = findRuntime(deps, folder);
  if (named) return named;
  if (runtimes.all.length <= 1) return runtimes.all[0] ?? explainNone(deps);
  const picked = await vscode.window.showQuickPick(
    runtimes.all.map((runtime) => ({ label: runtime.folder.name, description: runtime.folder.uri.fsPath, runtime })),
    { title, placeHolder: vscode.l10n.t("Which folder?") },
  );
  return picked?.runtime;
}

function explainNone({ vscode }: PartDeps): undefined {
  const text = vscode.workspace.isTrusted
    ? vscode.l10n.t("Open a folder first: secrets and tools belong to a folder.")
    : vscode.l10n.t("This workspace is not trusted, so Guidon does not run in it.");
  void vscode.window.showInformationMessage(text);
  return undefined;
}

function addressOf(folder: unknown): string | undefined {
  if (typeof folder === "string") return folder;
  if (typeof folder !== "object" || folder === null) return undefined;
  if ("uri" in folder) return String(folder.uri);
  return "scheme" in folder ? String(folder) : undefined;
}
