/** One lens for each tool, over its entry and over main() of its script. */
import type { ToolLens, ToolRow } from "../contract/control.ts";
import type { WorkspaceTool } from "../contract/tools.ts";
import { shownPath } from "../tools/scriptPath.ts";
import { createLines } from "./lines.ts";
import { findMain } from "./scriptMain.ts";
import type { ToolsDocument } from "./toolsDocument.ts";

type Row = Pick<ToolRow, "name" | "state" | "lastRun">;

/** @param rows of the tools that are in force; a tool that is not among them is not saved yet, or has an error */
export function toolLenses(document: ToolsDocument, rows: readonly Row[]): ToolLens[] {
  const byName = new Map(rows.map((row) => [row.name, row]));
  const seen = new Set<string>();
  return document.entries.flatMap(({ node, name }) => {
    // Of two with one name the first is in force.
    if (name === undefined || name === "" || seen.has(name)) return [];
    seen.add(name);
    return [lens(document.rangeOf({ offset: node.offset, length: 1 }), name, byName.get(name))];
  });
}

export function scriptLenses(source: string, rows: readonly Row[]): ToolLens[] {
  const main = rows.length > 0 ? findMain(source) : undefined;
  if (!main) return [];
  const range = createLines(source).rangeOf(main);
  return rows.map((row) => lens(range, row.name, row));
}

/** Tools whose script is this file. */
export function toolsOfScript(tools: readonly WorkspaceTool[], file: string): WorkspaceTool[] {
  return tools.filter(({ script }) => shownPath(script) === shownPath(file));
}

function lens(range: ToolLens["range"], tool: string, row: Row | undefined): ToolLens {
  return { range, tool, ...(row?.lastRun ? { lastRun: row.lastRun } : {}), state: row?.state ?? "problem" };
}
