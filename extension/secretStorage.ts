/**
 * Secrets that VS Code keeps for a machine without a keychain. A person chooses this each time; nothing falls back to it.
 * The values lie in VS Code's own secret storage, on the computer that shows the window; the runtime has them in its memory while it runs.
 */
import type * as vscode from "vscode";
import type { RuntimeInfo } from "../runtime/contract/control.ts";
import type { PartDeps } from "./part.ts";
import type { FolderRuntime } from "./runtimes.ts";

const PREFIX = "guidon/";

export function keptNames({ context }: PartDeps, { folder }: FolderRuntime): string[] {
  return context.globalState.get<string[]>(indexKey(folder), []);
}

export async function keepSecret(deps: PartDeps, runtime: FolderRuntime, name: string, value: string): Promise<void> {
  const { context } = deps;
  await context.secrets.store(valueKey(runtime.folder, name), value.trim());
  await setNames(deps, runtime, [...keptNames(deps, runtime), name]);
  await relaySecrets(deps, runtime);
}

/** @returns whether it was kept */
export async function forgetSecret(deps: PartDeps, runtime: FolderRuntime, name: string): Promise<boolean> {
  const names = keptNames(deps, runtime);
  if (!names.includes(name)) return false;
  await deps.context.secrets.delete(valueKey(runtime.folder, name));
  await setNames(deps, runtime, names.filter((each) => each !== name)); // prettier-ignore
  await relaySecrets(deps, runtime);
  return true;
}

/** @returns whether it was moved: another computer may keep it. */
export async function renameKept(deps: PartDeps, runtime: FolderRuntime, from: string, to: string): Promise<boolean> {
  const { secrets } = deps.context;
  const value = await secrets.get(valueKey(runtime.folder, from));
  if (value === undefined) return false;
  await secrets.store(valueKey(runtime.folder, to), value);
  await setNames(deps, runtime, [...keptNames(deps, runtime).filter((each) => each !== from), to]);
  await secrets.delete(valueKey(runtime.folder, from));
  await relaySecrets(deps, runtime);
  return true;
}

/** Gives the runtime all that is kept for its folder. */
async function relaySecrets(deps: PartDeps, runtime: FolderRuntime): Promise<void> {
  const secrets: Record<string, string> = {};
  for (const name of keptNames(deps, runtime)) {
    const value = await deps.context.secrets.get(valueKey(runtime.folder, name));
    if (value !== undefined) secrets[name] = value;
  }
  await runtime.request("secrets/relay", { secrets });
}

/** Relays after each start of a runtime, and when another window changed what is kept. */
export function createSecretRelay(deps: PartDeps): vscode.Disposable {
  const { context, runtimes, log } = deps;
  const given = new WeakSet<RuntimeInfo>();
  const relay = (runtime: FolderRuntime): void => {
    relaySecrets(deps, runtime).catch((error: unknown) => {
      log.warn(
        `Secrets kept by VS Code did not reach the runtime: ${error instanceof Error ? error.message : "failed"}`,
      );
    });
  };
  const started = (): void => {
    for (const runtime of runtimes.all) {
      if (runtime.state !== "running" || !runtime.info || given.has(runtime.info)) continue;
      given.add(runtime.info);
      if (keptNames(deps, runtime).length > 0) relay(runtime);
    }
  };
  const changed = ({ key }: vscode.SecretStorageChangeEvent): void => {
    for (const runtime of runtimes.all)
      if (runtime.state === "running" && key.startsWith(valueKey(runtime.folder, ""))) relay(runtime);
  };
  started();
  const listeners = [runtimes.onDidChange(started), context.secrets.onDidChange(changed)];
  return { dispose: () => listeners.forEach((listener) => listener.dispose()) };
}

const valueKey = ({ uri }: vscode.WorkspaceFolder, name: string): string => `${PREFIX}${uri.toString()}/${name}`;
const indexKey = ({ uri }: vscode.WorkspaceFolder): string => `keptSecrets/${uri.toString()}`;

async function setNames({ context }: PartDeps, { folder }: FolderRuntime, names: string[]): Promise<void> {
  const unique = [...new Set(names)].toSorted();
  await context.globalState.update(indexKey(folder), unique.length > 0 ? unique : undefined);
}
