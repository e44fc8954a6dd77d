/** Secrets for machines without a keychain: GUIDON_SECRET_<NAME> of the environment. */
import { ToolError } from "../errors.ts";
import { SECRET_NAME } from "../headerTemplate.ts";
import type { SecretStore } from "./secretStore.ts";
import { checkValue } from "./values.ts";

const PREFIX = "GUIDON_SECRET_";

/**
 * Takes the secrets out of an environment: they are deleted from it, so that no child process and no report gets them.
 * Called with process.env before anything else runs. Values are trimmed; empty ones count as not set.
 */
export function takeEnvironmentSecrets(environment: Record<string, string | undefined>): Map<string, string> {
  const taken = new Map<string, string>();
  for (const key of Object.keys(environment)) {
    if (!key.startsWith(PREFIX)) continue;
    const name = key.slice(PREFIX.length);
    const value = environment[key]?.trim();
    delete environment[key];
    if (value && SECRET_NAME.test(name)) taken.set(name, value);
  }
  return taken;
}

export function createEnvironmentStore(secrets: ReadonlyMap<string, string>): SecretStore {
  return {
    kind: "environment",
    async get(name) {
      const value = secrets.get(name);
      if (value !== undefined) checkValue(name, value);
      return value;
    },
    set: (name) => Promise.reject(readOnly(name)),
    delete: (name) => Promise.reject(readOnly(name)),
    list: async () => [...secrets.keys()].map((name) => ({ name })),
    status: async () => ({ ok: true }),
    dispose() {},
  };
}

function readOnly(name: string): ToolError {
  return new ToolError("AccessDenied", `Secret "${name}" comes from the environment and cannot be changed by Guidon`, {
    hint: `Change or remove ${PREFIX}${name} where Guidon is started, and start it again.`,
  });
}
