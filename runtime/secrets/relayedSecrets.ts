/** Secrets that the editor keeps for a machine without a keychain. They live in the memory of this process only. */
import { ToolError } from "../errors.ts";
import { checkSecretName } from "./names.ts";
import { checkValue } from "./values.ts";

export interface RelayedSecrets {
  get(name: string): string | undefined;
  has(name: string): boolean;
  /** Names, sorted. */
  list(): string[];
  /** In place of all that `from` gave before; nothing forgets it. What cannot be a secret is left out. */
  replace(secrets: Readonly<Record<string, string>>, from?: object): void;
}

/** Who gives secrets where nobody says: this process's own editor. */
const OWN = {};

export function createRelayedSecrets(): RelayedSecrets {
  /** By who gave them, last given first: two editors can have a folder open. */
  let sources: { from: object; secrets: ReadonlyMap<string, string> }[] = [];
  const find = (name: string): string | undefined =>
    sources.find(({ secrets }) => secrets.has(name))?.secrets.get(name);
  return {
    get: find,
    has: (name) => find(name) !== undefined,
    list: () => [...new Set(sources.flatMap(({ secrets }) => [...secrets.keys()]))].toSorted(),
    replace(given, from = OWN) {
      const usable = Object.entries(given).filter(([name, value]) => !relayProblem(name, value));
      const secrets = new Map(usable.map(([name, value]) => [name, value.trim()]));
      sources = sources.filter((source) => source.from !== from);
      if (secrets.size > 0) sources.unshift({ from, secrets });
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
