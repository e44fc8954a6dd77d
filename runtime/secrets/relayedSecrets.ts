/** Secrets that the editor keeps for a machine without a keychain. They live in the memory of this process only. */
import { ToolError } from "../errors.ts";
import { checkSecretName } from "./names.ts";
import { checkValue } from "./values.ts";

export interface RelayedSecrets {
  get(name: string): string | undefined;
  has(name: string): boolean;
  /** Names, sorted. */
  list(): string[];
  /** In place of all that were given before. What cannot be a secret is left out. */
  replace(secrets: Readonly<Record<string, string>>): void;
}

export function createRelayedSecrets(): RelayedSecrets {
  let secrets = new Map<string, string>();
  return {
    get: (name) => secrets.get(name),
    has: (name) => secrets.has(name),
    list: () => [...secrets.keys()].toSorted(),
    replace(given) {
      const usable = Object.entries(given).filter(([name, value]) => !relayProblem(name, value));
      secrets = new Map(usable.map(([name, value]) => [name, value.trim()]));
    },
  };
}

/** Why it cannot be a secret; without the value. */
export function relayProblem(name: string, value: string): ToolError | undefined {
  try {
    checkSecretName(name);
    checkValue(name, value.trim());
    return undefined;
  } catch (error) {
    if (error instanceof ToolError) return error;
    throw error;
  }
}
