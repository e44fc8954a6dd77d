/** The secrets of one workspace, or of all of a user's workspaces, in the keychain of the system. */
import { join } from "node:path";
import { ToolError } from "../errors.ts";
import type { KeychainHelper } from "./keychainHelper.ts";
import { createNamesIndex } from "./namesIndex.ts";
import type { SecretStore } from "./secretStore.ts";
import { checkValue } from "./values.ts";

export interface KeychainOptions {
  helper: KeychainHelper;
  dataDir: string;
  /** Letters, digits, - and _ only. Left out: secrets for all workspaces of this user. */
  workspaceId?: string | undefined;
}

const SERVICE = "guidon";
/** Cannot be a secret's name. */
const PROBE = "(status)";

export function createKeychain({ helper, dataDir, workspaceId }: KeychainOptions): SecretStore {
  const service = workspaceId === undefined ? SERVICE : `${SERVICE}/${workspaceId}`;
  const index = createNamesIndex(join(dataDir, "secrets", `${workspaceId ?? "all-workspaces"}.json`));
  return {
    kind: "keychain",
    async get(name) {
      const { value } = await helper.ask({ do: "get", service, account: name });
      return value;
    },
    async set(name, value) {
      checkValue(name, value);
      await helper.ask({ do: "set", service, account: name, value });
      await index.add(name);
    },
    async delete(name) {
      const { deleted } = await helper.ask({ do: "delete", service, account: name });
      await index.remove(name);
      return deleted === true;
    },
    list: async () => index.list(),
    async status() {
      try {
        // Reading what is not there works in a locked keychain, too; only writing tells.
        await helper.ask({ do: "set", service, account: PROBE, value: PROBE });
        await helper.ask({ do: "delete", service, account: PROBE });
        return { ok: true };
      } catch (error) {
        if (error instanceof ToolError) return { ok: false, error };
        throw error;
      }
    },
    // The helper belongs to whoever made it.
    dispose() {},
  };
}
