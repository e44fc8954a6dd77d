import { textArgument } from "./arguments.ts";
import { listing } from "./getWorkspaceTools.ts";
import { jsonResult } from "./result.ts";
import type { McpTool } from "./tools.ts";

export const reloadWorkspaceTools: McpTool = {
  definition: {
    name: "ReloadWorkspaceTools",
    title: "Reload of workspace tools",
    description:
      "Reads tools.json again and returns what was added, changed and removed, the problems with their lines, and the tools: those that are new or changed come first and always with their parameters. Changes are noticed without it as well; use it right after editing tools.json, to see at once whether the file is good.",
    inputSchema: {
      type: "object",
      properties: { workspace: { type: "string", description: "Only this workspace, where several are open" } },
    },
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  },
  async run({ runtime }, args) {
    const name = textArgument(args, "workspace");
    const workspaces = name === undefined ? runtime.workspaces : [runtime.workspace(name)];
    const changes = workspaces.map(({ folder, registry }) => ({ folder, ...registry.reload() }));
    const fresh = new Map(changes.map(({ folder, added, changed }) => [folder, new Set([...added, ...changed])]));
    const { revision, ...list } = await listing(runtime, {
      folder: name === undefined ? undefined : workspaces[0]?.folder,
      // Some clients never act on list_changed: what is new to them has to be here, with its parameters.
      first: ({ tool, folder }) => fresh.get(folder)?.has(tool.name) === true,
    });
    const result = jsonResult({
      revision,
      added: changes.flatMap((change) => change.added),
      changed: changes.flatMap((change) => change.changed),
      removed: changes.flatMap((change) => change.removed),
      ...list,
    });
    // A file that cannot be read is a failure the agent has to see, even though the last good tools stay in force.
    const broken = changes.some(({ set }) => set.state === "stale" || set.state === "broken");
    return broken ? { ...result, isError: true } : result;
  },
};
