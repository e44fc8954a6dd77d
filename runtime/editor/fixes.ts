/** Quick fixes, by the code of the problem. */
import type { Fix } from "../contract/control.ts";
import type { Problem } from "../contract/tools.ts";
import { parsePointer } from "../tools/jsonc.ts";
import { ENTRY_FIXES } from "./entryFixes.ts";
import type { Fixer } from "./fix.ts";
import { HEADER_FIXES } from "./headerFixes.ts";
import { SCHEMA_FIXES } from "./schemaFixes.ts";
import type { ToolsDocument } from "./toolsDocument.ts";

const FIXES: Record<string, Fixer> = { ...ENTRY_FIXES, ...HEADER_FIXES, ...SCHEMA_FIXES };

/** @param literalHosts hosts that stand in the script of the problem's tool */
export function fixesFor(document: ToolsDocument, problem: Problem, literalHosts: readonly string[]): Fix[] {
  const fixer = Object.hasOwn(FIXES, problem.code) ? FIXES[problem.code] : undefined;
  if (!fixer) return [];
  const path = parsePointer(problem.pointer);
  const node = problem.pointer === "" ? document.root : document.at(path);
  return fixer({ document, problem, path, node, literalHosts });
}
