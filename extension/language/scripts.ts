/** The scripts that the tools.json files of the window name, with the types of their arguments. */
import type * as vscode from "vscode";
import type { ScriptTypings } from "../../runtime/contract/control.ts";
import { addressOf } from "../folders.ts";
import type { PartDeps } from "../part.ts";
import type { FolderRuntime } from "../runtimes.ts";
import { ask, whenRunning } from "./documents.ts";

export interface Scripts extends vscode.Disposable {
  has(uri: vscode.Uri): boolean;
  /** Of all folders; undefined while none is known. */
  typings(): ScriptTypings | undefined;
  readonly onDidChange: vscode.Event<void>;
}

export function createScripts(deps: PartDeps): Scripts {
  const { vscode, runtimes } = deps;
  const changed = new vscode.EventEmitter<void>();
  /** By the folder's address. */
  const known = new Map<string, ScriptTypings>();
  let files = new Set<string>();

  const keep = (): void => {
    const scripts = [...known.values()].flatMap((typings) => typings.scripts);
    files = new Set(scripts.map(({ file }) => vscode.Uri.file(file).toString()));
    changed.fire();
  };
  const read = async (runtime: FolderRuntime): Promise<void> => {
    const typings = await ask(deps, runtime, "scripts/typings", {});
    if (!typings || !runtimes.all.includes(runtime)) return;
    known.set(addressOf(runtime), asTheWindowHasIt(runtime, typings));
    keep();
  };
  const dropGone = (): void => {
    const addresses = new Set(runtimes.all.map(addressOf));
    const gone = [...known.keys()].filter((address) => !addresses.has(address));
    for (const address of gone) known.delete(address);
    if (gone.length > 0) keep();
  };
  const subscriptions = [
    changed,
    runtimes.onDidChange(dropGone),
    runtimes.on("tools/changed", (runtime) => void read(runtime)),
    whenRunning(deps, (runtime) => void read(runtime)),
  ];

  return {
    has: (uri) => files.has(uri.toString()),
    typings() {
      const [first] = known.values();
      return first && { ...first, scripts: [...known.values()].flatMap(({ scripts }) => scripts) };
    },
    onDidChange: changed.event,
    dispose: () => subscriptions.forEach((subscription) => subscription.dispose()),
  };
}

/** The runtime may know the folder by another path, with links resolved. */
function asTheWindowHasIt({ folder, info }: FolderRuntime, typings: ScriptTypings): ScriptTypings {
  const [real, shown] = [info?.folder, folder.uri.fsPath];
  if (real === undefined || real === shown) return typings;
  const scripts = typings.scripts.map((script) =>
    script.file.startsWith(real) ? { ...script, file: shown + script.file.slice(real.length) } : script,
  );
  return { ...typings, scripts };
}
