/** The secrets of a workspace, with those of one caller's own environment over them. */
import { createEnvironmentStore } from "./environmentStore.ts";
import { checkSecretName } from "./names.ts";
import type { SecretEntry, Secrets } from "./secrets.ts";

/** @param more from takeEnvironmentSecrets. Setting and deleting still mean `secrets`, which stays the owner's to dispose of. */
export function withEnvironmentSecrets(secrets: Secrets, more: ReadonlyMap<string, string>): Secrets {
  if (more.size === 0) return secrets;
  const own = createEnvironmentStore(more);
  return {
    ...secrets,
    async get(name) {
      checkSecretName(name);
      return (await own.get(name)) ?? secrets.get(name);
    },
    has: async (name) => more.has(name) || secrets.has(name),
    async list() {
      const entries = (await own.list()).map((entry): SecretEntry => ({ ...entry, from: "environment" }));
      return [...entries, ...(await secrets.list())];
    },
    dispose() {},
  };
}
