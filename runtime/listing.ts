/** The tools of all workspaces of a runtime, for listings. */
import type { ToolSet, WorkspaceTool } from "./contract/tools.ts";
import type { Runtime } from "./runtime.ts";

export const NO_FOLDER = `Start guidon in a workspace folder, or pass --workspace DIR. "guidon init" makes a first tools.json there.`;

export interface ListedTool {
  tool: WorkspaceTool;
  set: ToolSet;
  folder: string;
}

export function listedTools(runtime: Runtime): ListedTool[] {
  return runtime.workspaces.flatMap(({ folder, registry }) => {
    const set = registry.current();
    return set.tools.map((tool) => ({ tool, set, folder }));
  });
}
