/** One lens for each tool, over its entry and over main() of its script. */
import type { ToolLens, ToolRow } from "../contract/control.ts";
import type { WorkspaceTool } from "../contract/tools.ts";
import { createLines } from "./lines.ts";
import { isSameScript } from "./scriptFile.ts";
import { findMain } from "./scriptMain.ts";
import type { ToolsDocument } from "./toolsDocument.ts";

type Row = Pick<ToolRow, "name" | "state" | "lastRun">;

/**
 * @param rows of the tools that are in force; one of the text that is neither there nor unsaved has an error
 * @param unsaved names of `unsavedTools`
 */
export function toolLenses(document: ToolsDocument, rows: readonly Row[], unsaved: ReadonlySet<string>): ToolLens[] {
  const byName = new Map(rows.map((row) => [row.name, row]));
  const seen = new Set<string>();
  return document.entries.flatMap(({ node, name }) => {
    // Of two with one name the first is in force.
    if (name === undefined || name === "" || seen.has(name)) return [];
    seen.add(name);
    const own = lens(document.rangeOf({ offset: node.offset, length: 1 }), name, byName.get(name));
    return [unsaved.has(name) ? { ...own, state: "unsaved" } : own];
  });
}

/** Names of the tools of a text that are not in force as they stand there. */
export function unsavedTools(ofText: readonly WorkspaceTool[], inForce: readonly WorkspaceTool[]): Set<string> {
  const saved = new Map(inForce.map((tool) => [tool.name, ownText(tool)]));
  return new Set(ofText.filter((tool) => saved.get(tool.name) !== ownText(tool)).map(({ name }) => name));
}

/** What the entry itself says. */
function ownText({ at: _at, problem: _problem, mcpName: _mcpName, ...entry }: WorkspaceTool): string {
  return JSON.stringify(entry);
}

export function scriptLenses(source: string, rows: readonly Row[]): ToolLens[] {
  const main = rows.length > 0 ? findMain(source) : undefined;
  if (!main) return [];
  const range = createLines(source).rangeOf(main);
  return rows.map((row) => lens(range, row.name, row));
}

/** Tools whose script is this file. */
export function toolsOfScript(folder: string, tools: readonly WorkspaceTool[], file: string): WorkspaceTool[] {
  return tools.filter(({ script }) => isSameScript(folder, script, file));
}

function lens(range: ToolLens["range"], tool: string, row: Row | undefined): ToolLens {
  return { range, tool, ...(row?.lastRun ? { lastRun: row.lastRun } : {}), state: row?.state ?? "problem" };
}
