/** The secrets that a workspace's tools can use, from every place that has some. */
import { ToolError } from "../errors.ts";
import type { Log } from "../log.ts";
import { createEnvironmentStore } from "./environmentStore.ts";
import { createKeychain } from "./keychain.ts";
import { createKeychainHelper, keychainUnavailable, type KeychainHelper } from "./keychainHelper.ts";
import { checkSecretName, howToSet } from "./names.ts";
import type { RelayedSecrets } from "./relayedSecrets.ts";
import type { SecretStore, StoreStatus } from "./secretStore.ts";
import { checkValue, prepareValue } from "./values.ts";

/** "workspace": this one only. "all": every workspace of this user. */
export type SecretReach = "workspace" | "all";

export interface SecretEntry {
  name: string;
  /** "editor": the editor keeps it, and gave it to this process. */
  from: "environment" | "editor" | SecretReach;
  /** ISO time; the environment does not say. */
  setAt?: string;
}

export interface Secrets {
  /** The environment's, else this workspace's, else the one for all workspaces, else the editor's. @throws ToolError SecretNotSet, SecretInvalid, Keychain… */
  get(name: string): Promise<string>;
  /** By its name alone: reads no value, and asks no keychain. @throws ToolError InvalidArgument */
  has(name: string): Promise<boolean>;
  /** Whether a value could be set, found out before anybody is asked for it. @throws ToolError InvalidArgument, Keychain… */
  checkSettable(name: string, reach?: SecretReach): Promise<void>;
  /** @returns what was changed about the value or is unwise, in plain words, without the value. @throws ToolError */
  set(name: string, value: string, reach?: SecretReach): Promise<string[]>;
  /** @returns whether there was one. @throws ToolError */
  delete(name: string, reach?: SecretReach): Promise<boolean>;
  /**
   * What the keychain has under one name, it has under the other from then on. What is for all workspaces stays under its old name as
   * well, since other workspaces may ask for it. @returns whether there was something @throws ToolError AlreadyExists, Keychain…
   */
  rename(from: string, to: string): Promise<boolean>;
  /** Never values. One name can stand there several times; the first is in force. */
  list(): Promise<SecretEntry[]>;
  /** Of the keychain. */
  status(): Promise<StoreStatus>;
  dispose(): void;
}

export interface SecretsOptions {
  dataDir: string;
  workspaceId: string;
  /** From takeEnvironmentSecrets. */
  environmentSecrets: ReadonlyMap<string, string>;
  relayed?: RelayedSecrets | undefined;
  /** keychain.js of the build. */
  keychainFile: string;
  log: Log;
  environment?: Readonly<Record<string, string | undefined>>;
  deadlineMs?: number;
  /** Whoever gives one disposes of it. */
  helper?: KeychainHelper;
}

export function createSecrets(options: SecretsOptions): Secrets {
  const { dataDir, workspaceId, relayed, keychainFile: file, helper: shared, ...rest } = options;
  const environment = createEnvironmentStore(options.environmentSecrets);
  const helper = shared ?? createKeychainHelper({ ...rest, file });
  const keychains: Readonly<Record<SecretReach, SecretStore>> = {
    workspace: createKeychain({ helper, dataDir, workspaceId }),
    all: createKeychain({ helper, dataDir }),
  };

  const find = async (name: string): Promise<string | undefined> => {
    checkSecretName(name);
    const value = await environment.get(name);
    if (value !== undefined) return value;
    const kept = relayed?.get(name);
    try {
      return (await keychains.workspace.get(name)) ?? (await keychains.all.get(name)) ?? kept;
    } catch (error) {
      // The editor keeps values where there is no keychain to keep them. One that has the secret and is locked is waited for.
      if (kept === undefined || (await isStored(name))) throw error;
      return kept;
    }
  };
  const isStored = async (name: string): Promise<boolean> => {
    const lists = await Promise.all([keychains.workspace.list(), keychains.all.list()]);
    return lists.flat().some((entry) => entry.name === name);
  };
  const inEnvironment = (name: string): boolean => options.environmentSecrets.has(name);

  return {
    async get(name) {
      const value = (await find(name))?.trim();
      if (value === undefined)
        throw new ToolError("SecretNotSet", `Secret "${name}" is not set`, {
          hint: setHint([name]),
          details: { secrets: [name] },
        });
      checkValue(name, value);
      return value;
    },
    async has(name) {
      checkSecretName(name);
      return inEnvironment(name) || relayed?.has(name) === true || isStored(name);
    },
    async checkSettable(name, reach = "workspace") {
      checkSecretName(name);
      const status = await keychains[reach].status();
      if (status.ok) return;
      const { error } = status;
      throw error.code === "KeychainUnavailable" ? keychainUnavailable(error.message, name) : error;
    },
    async set(name, given, reach = "workspace") {
      checkSecretName(name);
      const { value, notes } = prepareValue(name, given);
      await keychains[reach].set(name, value);
      return inEnvironment(name)
        ? [...notes, `GUIDON_SECRET_${name} of the environment stays in force over it.`]
        : notes;
    },
    async delete(name, reach = "workspace") {
      checkSecretName(name);
      const deleted = await keychains[reach].delete(name);
      return deleted || (inEnvironment(name) ? environment.delete(name) : false);
    },
    async rename(from, to) {
      checkSecretName(from);
      checkSecretName(to);
      if (from === to) return false;
      const moves = [];
      for (const store of [keychains.workspace, keychains.all]) {
        const names = new Set((await store.list()).map(({ name }) => name));
        if (!names.has(from)) continue;
        if (names.has(to)) throw taken(to);
        const value = await store.get(from);
        if (value !== undefined) moves.push({ store, value });
      }
      for (const { store, value } of moves) {
        await store.set(to, value);
        if (store === keychains.workspace) await store.delete(from);
      }
      return moves.length > 0;
    },
    async list() {
      const stores = [
        ["environment", environment],
        ["workspace", keychains.workspace],
        ["all", keychains.all],
      ] as const;
      const lists = stores.map(async ([from, store]) =>
        (await store.list()).map((entry): SecretEntry => ({ ...entry, from })),
      );
      const kept = relayed?.list().map((name): SecretEntry => ({ name, from: "editor" })) ?? [];
      return [...(await Promise.all(lists)).flat(), ...kept];
    },
    status: () => keychains.workspace.status(),
    dispose() {
      if (!shared) helper.dispose();
    },
  };
}

function taken(name: string): ToolError {
  return new ToolError("AlreadyExists", `There is a secret "${name}" already`, {
    hint: `Choose another name, or delete it first: guidon secrets delete ${name}`,
  });
}

/** The next step for secrets that are missing. */
export function setHint(names: readonly string[]): string {
  return `The user sets it in VS Code (Guidon: Set Secret…), or in a terminal in the workspace: ${names.map(howToSet).join("; ")}. On a machine without a keychain: ${names.map((name) => `GUIDON_SECRET_${name}`).join(" and ")} in the environment in which the agent is started.`;
}
