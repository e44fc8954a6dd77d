/** The workspaces of a runtime by their names, and the tools of all of them, for listings. */
import type { ToolSet, WorkspaceTool } from "./contract/tools.ts";
import type { Runtime, Workspace } from "./runtime.ts";

export const NO_FOLDER = `Start guidon in a workspace folder, or pass --workspace DIR. "guidon init" makes a first tools.json there.`;

export interface ListedTool {
  tool: WorkspaceTool;
  set: ToolSet;
  folder: string;
}

/** A set is one object until it changes, and can have thousands of tools. */
const known = new WeakMap<ToolSet, ListedTool[]>();

/** @param only this folder's; else those of all. */
export function listedTools(runtime: Runtime, only?: string): ListedTool[] {
  const wanted = runtime.workspaces.filter(({ folder }) => only === undefined || folder === only);
  return wanted.flatMap(({ folder, registry }) => {
    const set = registry.current();
    let rows = known.get(set);
    if (!rows) known.set(set, (rows = set.tools.map((tool) => ({ tool, set, folder }))));
    return rows;
  });
}

/** All that a name can mean: a path means its folder only, a name each folder that has it. */
export function workspacesNamed(workspaces: readonly Workspace[], name: string): Workspace[] {
  const byPath = workspaces.filter(({ folder }) => folder === name);
  if (byPath.length > 0) return byPath;
  return workspaces.filter(({ folder, registry }) => {
    const set = registry.current();
    return [folder.split(/[\\/]/).at(-1), set.name, set.displayName].includes(name);
  });
}

/** What to pass as `workspace` to mean this folder: its name, or its path where the name could mean another one, too. */
export function workspaceLabel(workspaces: readonly Workspace[], folder: string): string {
  const name = workspaces.find((workspace) => workspace.folder === folder)?.registry.current().name;
  return name !== undefined && workspacesNamed(workspaces, name).length === 1 ? name : folder;
}
