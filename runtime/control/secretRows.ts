/** The rows of the list of secrets. */
import type { SecretRow } from "../contract/control.ts";
import type { WorkspaceTool } from "../contract/tools.ts";
import { secretNames } from "../headerTemplate.ts";
import type { SecretEntry } from "../secrets/secrets.ts";
import { literalHostsOf } from "../tools/script.ts";

/** Those that tools.json asks for and that are missing first, the others by name; a secret that is set in several places has a row for each, the one in force first. @param entries in order: the first of a name is in force */
export async function secretRows(
  folder: string,
  tools: readonly WorkspaceTool[],
  entries: readonly SecretEntry[],
): Promise<SecretRow[]> {
  const uses = await usesOf(folder, tools);
  const names = [...new Set([...entries.map(({ name }) => name), ...uses.keys()])].toSorted();
  const rows = names.flatMap((name): SecretRow[] => {
    const used = uses.get(name) ?? [];
    const usedBy = used.map(({ tool }) => tool);
    const hosts = [...new Set(used.flatMap((use) => use.hosts))].toSorted();
    const places = new Map(entries.filter((entry) => entry.name === name).map((entry) => [entry.from, entry]));
    if (places.size === 0) return [{ name, usedBy, hosts }];
    return [...places.values()].map(({ from, setAt }) => ({ name, from, ...(setAt ? { setAt } : {}), usedBy, hosts }));
  });
  return [...rows.filter(({ from }) => from === undefined), ...rows.filter(({ from }) => from !== undefined)];
}

type Uses = Map<string, { tool: string; hosts: readonly string[] }[]>;

async function usesOf(folder: string, tools: readonly WorkspaceTool[]): Promise<Uses> {
  const uses: Uses = new Map();
  for (const tool of tools) {
    const names = secretNames(tool.headers);
    if (names.length === 0) continue;
    const hosts = tool.allowedHosts ?? (await literalHostsOf(folder, tool.script));
    for (const name of names) uses.set(name, [...(uses.get(name) ?? []), { tool: tool.name, hosts }]);
  }
  return uses;
}
