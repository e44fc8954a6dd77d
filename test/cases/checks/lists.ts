/** What GetWorkspaceTools answered. */
import type { JsonObject, Outcome } from "../types.ts";

export interface ListedTool extends JsonObject {
  name: string;
  parameters?: { type?: string; properties?: JsonObject; required?: string[] };
}
export interface ToolList extends JsonObject {
  tools?: ListedTool[];
  problems?: unknown[];
}

/** The answer as JSON; undefined when it is none. */
export function parsed(outcome: Outcome | undefined): unknown {
  try {
    return JSON.parse(outcome?.text ?? "");
  } catch {
    return undefined;
  }
}

export const toolList = (outcome: Outcome): ToolList => (parsed(outcome) ?? {}) as ToolList;

export const listedTools = (outcome: Outcome): ListedTool[] => toolList(outcome).tools ?? [];

/** What a list says besides the tools' own texts, which hold words of the author. */
export function withoutToolTexts(outcome: Outcome): string {
  const list = toolList(outcome);
  if (!list.tools) return outcome.text;
  const AUTHORED = new Set(["name", "mcpName", "title", "description", "parameters", "outputSchema", "annotations"]);
  const tools = list.tools.map((tool) =>
    Object.fromEntries(Object.entries(tool).filter(([key]) => !AUTHORED.has(key))),
  );
  return JSON.stringify({ ...list, tools });
}
