/** One quick fix, and what it is made from. */
import type { Node } from "jsonc-parser";
import type { Fix } from "../contract/control.ts";
import type { Json, Problem } from "../contract/tools.ts";
import type { JsonPath } from "../tools/jsonc.ts";
import { TOOLS_FILE } from "../tools/toolsFile.ts";
import { editsOf } from "./jsonEdits.ts";
import type { Change } from "./jsonEdits.ts";
import type { ToolsDocument } from "./toolsDocument.ts";

export interface FixContext {
  document: ToolsDocument;
  problem: Problem;
  path: JsonPath;
  /** What the problem is about; undefined where a field is missing. */
  node: Node | undefined;
  /** Hosts that stand in the script of the problem's tool. */
  literalHosts: readonly string[];
}

export type Fixer = (context: FixContext) => Fix[];

/** Nothing where there is nothing to change. */
export function editFix(document: ToolsDocument, title: string, changes: readonly Change[], preferred = false): Fix[] {
  if (changes.length === 0) return [];
  const edits = editsOf(document, changes).map((edit) => ({ file: TOOLS_FILE, ...edit }));
  return [{ title, kind: "edit", edits, ...(preferred ? { preferred } : {}) }];
}

/** A value for a title: short, in one line. */
export function shown(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60).toWellFormed()}…` : text;
}
