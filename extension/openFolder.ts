/** Panels keep the address of their folder: its runtime is another one after the folder left the window and came back. */
import { addressOf, findRuntime } from "./folders.ts";
import type { PartDeps } from "./part.ts";
import type { FolderRuntime } from "./runtimes.ts";

/** @param folder its address, as in folders.ts @throws Error where the folder is not in the window any more */
export function runtimeAt(deps: PartDeps, folder: string): FolderRuntime {
  const runtime = findRuntime(deps, folder);
  if (!runtime) throw new Error(deps.vscode.l10n.t("This folder is not open any more."));
  return runtime;
}

export function isOf(runtime: FolderRuntime, folder: string): boolean {
  return addressOf(runtime) === folder;
}
