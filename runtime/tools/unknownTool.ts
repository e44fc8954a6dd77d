/** The answer to a name for which no tool is in force: what is wrong with the tool of that name, or which names are near. */
import type { RunOrigin } from "../contract/guest.ts";
import type { Problem } from "../contract/tools.ts";
import { sentence, ToolError } from "../errors.ts";
import type { Registry } from "./registry.ts";

/** Why the tool was left out of tools.json, if it stands there. */
export function leftOutBecause({ current }: Pick<Registry, "current">, name: string): Problem | undefined {
  return current().problems.find(({ severity, tool }) => severity === "error" && tool === name);
}

const BY_MCP = " GetWorkspaceTools shows all with their parameters.";
const LISTS: Record<RunOrigin, string> = {
  User: "",
  External: " guidon list shows all with their parameters.",
  Mcp: BY_MCP,
  Queue: BY_MCP,
};

/**
 * @param registries of all folders that were meant, at least one
 * @param origin who reads the answer: an agent, "External", a person at the command, or "User", one in an editor, who sees all tools
 */
export function unknownTool(registries: readonly Registry[], name: string, origin: RunOrigin = "Mcp"): ToolError {
  for (const registry of registries) {
    const problem = leftOutBecause(registry, name);
    if (problem) return leftOut(name, problem);
  }
  const sets = registries.map((registry) => registry.current());
  const revision = sets.map((set) => set.revision).join(".");
  const near = nearest(registries.map((registry) => registry.closest(name)));
  const names = near.length > 0 ? near : sets.flatMap(({ tools }) => tools.slice(0, 10).map((tool) => tool.name));
  const problem = sets.flatMap(({ problems }) => problems)[0];
  const hint =
    names.length > 0
      ? `${near.length > 0 ? "Closest" : "Available"}: ${names.slice(0, 10).join(", ")}.${LISTS[origin]}`
      : `The workspace has no tools: ${problem ? `${placeOf(problem)}${sentence(problem.message)} ${problem.hint ?? ""}` : "tools.json names none."}`;
  const state = origin === "External" || origin === "User" ? "" : ` (revision ${revision})`;
  return new ToolError("UnknownTool", `There is no tool "${name}"${state}`, { hint });
}

function placeOf({ code, file, at }: Problem): string {
  return code === "missing-file" ? "" : `${file}, line ${at.line}, column ${at.column}: `;
}

function leftOut(name: string, { file, at, message, hint }: Problem): ToolError {
  return new ToolError("ToolUnusable", `Tool "${name}" is left out: ${file}, line ${at.line}: ${message}`, {
    hint: `The workspace's author has to correct it. ${hint ?? '"guidon check" lists all problems.'}`,
  });
}

/** The nearest of each folder first. */
function nearest(lists: string[][]): string[] {
  const names = [0, 1, 2].flatMap((place) => lists.flatMap((list) => list.slice(place, place + 1)));
  return [...new Set(names)].slice(0, 5);
}
