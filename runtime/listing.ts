/** The tools of all workspaces of a runtime, for listings. */
import type { ToolSet, WorkspaceTool } from "./contract/tools.ts";
import type { Runtime } from "./runtime.ts";

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
