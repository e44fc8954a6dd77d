/** What an editor says about a secret. Never its value, which is not even asked for. */
import type { SecretEntry } from "../secrets/secrets.ts";
import { codeSpan, escapeMarkdown } from "./markdown.ts";

const PLACES: Record<SecretEntry["from"], string> = {
  environment: "set in the environment",
  workspace: "set for this workspace",
  all: "set for all your workspaces",
  editor: "kept by the editor",
};

/** In a few words. @param entries in order: the first of a name is in force */
export function secretState(name: string, entries: readonly SecretEntry[]): string {
  const entry = entries.find((each) => each.name === name);
  return entry ? PLACES[entry.from] : "not set";
}

export interface SecretUse {
  tool: string;
  hosts: readonly string[];
}

export function secretMarkdown(name: string, entries: readonly SecretEntry[], uses: readonly SecretUse[]): string {
  const entry = entries.find((each) => each.name === name);
  const since = entry?.setAt && !Number.isNaN(Date.parse(entry.setAt)) ? ` since ${entry.setAt.slice(0, 10)}` : "";
  const hosts = [...new Set(uses.flatMap((use) => use.hosts))];
  const list = (texts: readonly string[]) =>
    texts.length > 20 ? `${texts.slice(0, 20).map(codeSpan).join(", ")}, …` : texts.map(codeSpan).join(", ");
  const reach =
    uses.length === 0
      ? ["No tool has it in its headers"]
      : [
          `Used by: ${list(uses.map(({ tool }) => tool))}`,
          hosts.length > 0
            ? `May go to: ${list(hosts)}`
            : "May go to no host: none is named in allowedHosts or in the script",
        ];
  const lines = [
    `**Secret ${escapeMarkdown(name)}**: ${secretState(name, entries)}${since}`,
    ...reach,
    ...(entry ? [] : [`Set it in Guidon's Secrets view, or in a terminal: ${codeSpan(`guidon secrets set ${name}`)}`]),
  ];
  return lines.join("\n\n");
}
