/** The answer to a name for which no tool is in force: what is wrong with the tool of that name, or which names are near. */
import type { Problem } from "../contract/tools.ts";
import { ToolError } from "../errors.ts";
import type { Registry } from "./registry.ts";

/** Why the tool was left out of tools.json, if it stands there. */
export function leftOutBecause({ current }: Pick<Registry, "current">, name: string): Problem | undefined {
  return current().problems.find(({ severity, tool }) => severity === "error" && tool === name);
}

/** @param registries of all folders that were meant, at least one */
export function unknownTool(registries: readonly Registry[], name: string): ToolError {
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
      ? `${near.length > 0 ? "Closest" : "Available"}: ${names.slice(0, 10).join(", ")}. GetWorkspaceTools lists all with their parameters.`
      : `The workspace has no tools: ${problem ? `${problem.message}. ${problem.hint ?? ""}` : "tools.json names none."}`;
  return new ToolError("UnknownTool", `There is no tool "${name}" (revision ${revision})`, { hint });
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
