import type { Problem } from "../contract/tools.ts";
import { sentence } from "../errors.ts";
import { listedTools, NO_FOLDER, workspaceLabel, type ListedTool } from "../listing.ts";
import type { Runtime } from "../runtime.ts";
import { textArgument, wholeNumberArgument } from "./arguments.ts";
import { shortened } from "./json.ts";
import { jsonResult } from "./result.ts";
import type { McpTool } from "./tools.ts";

/** Up to so many tools, each row has everything. */
const FULL_ROWS = 15;
const ROWS_PER_PAGE = 100;
const SHORT_DESCRIPTION = 120;

export const getWorkspaceTools: McpTool = {
  definition: {
    name: "GetWorkspaceTools",
    title: "Workspace tools",
    description:
      "Lists the tools that this workspace offers, with name, description and JSON Schema of the parameters. Use it before the first ExecuteWorkspaceTool, and whenever a call says that a tool or parameter is unknown. With many tools the rows are short: pass name for one tool with its whole schema, or query to search names and descriptions. Problems of tools.json are listed too, with line and next step.",
    inputSchema: {
      type: "object",
      properties: {
        name: { type: "string", description: "Only this tool, with its whole schema" },
        query: { type: "string", description: "Only tools whose name or description has these words" },
        workspace: { type: "string", description: "Only this workspace, where several are open" },
        page: { type: "integer", minimum: 1, description: "Page of a long list, from 1" },
      },
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
    _meta: { "anthropic/alwaysLoad": true },
  },
  async run({ runtime }, args) {
    const name = textArgument(args, "name");
    const query = textArgument(args, "query");
    const page = wholeNumberArgument(args, "page") ?? 1;
    const workspace = textArgument(args, "workspace");
    const folder = workspace === undefined ? undefined : runtime.workspace(workspace).folder;
    return jsonResult(await listing(runtime, { name, query, page, folder }));
  },
};

interface Filter {
  name?: string | undefined;
  query?: string | undefined;
  page?: number | undefined;
  folder?: string | undefined;
  /** These come first, and whole however long the list is. */
  first?: ((listed: ListedTool) => boolean) | undefined;
}

/** `{revision, workspaces?, tools, page?, problems}` as agents see it. */
export async function listing(runtime: Runtime, filter: Filter = {}): Promise<Record<string, unknown>> {
  const several = runtime.workspaces.length > 1;
  const found = filtered(runtime, filter);
  const pages = Math.max(1, Math.ceil(found.length / ROWS_PER_PAGE));
  const page = Math.min(filter.page ?? 1, pages);
  const shown = found.slice((page - 1) * ROWS_PER_PAGE, page * ROWS_PER_PAGE);
  const isFull = (listed: ListedTool): boolean => found.length <= FULL_ROWS || filter.first?.(listed) === true;
  const row = async (listed: ListedTool): Promise<Record<string, unknown>> => {
    const problem = await runtime.whyNotReady(listed);
    const state = problem === undefined ? { ready: true } : { ready: false, problem };
    const workspace = several ? workspaceLabel(runtime.workspaces, listed.folder) : undefined;
    return isFull(listed) ? fullRow(listed, state, workspace) : shortRow(listed, state, workspace);
  };
  return {
    revision: revisionOf(runtime),
    from: provenance(runtime),
    tools: await Promise.all(shown.map(row)),
    ...(shown.every(isFull) ? {} : { note: `Rows are short: pass {"name": "…"} for one tool's parameters.` }),
    ...(pages > 1 ? { page: `${page} of ${pages}, ${found.length} tools in all` } : {}),
    problems: problemsOf(runtime),
  };
}

/** Without a query no tool is looked at but those that are shown: a set can have thousands. */
function filtered(runtime: Runtime, { name, query, folder, first }: Filter): ListedTool[] {
  if (name !== undefined) {
    const named = runtime.workspaces.flatMap((workspace) => {
      const tool = workspace.registry.find(name);
      return tool ? [{ tool, set: workspace.registry.current(), folder: workspace.folder }] : [];
    });
    return named.filter((listed) => !folder || listed.folder === folder);
  }
  const listed = listedTools(runtime, folder);
  const all = first ? [...listed.filter(first), ...listed.filter((each) => !first(each))] : listed;
  const words = query?.toLowerCase().split(/\s+/).filter(Boolean) ?? [];
  if (words.length === 0) return all;
  return all.filter(({ tool }) => {
    const text = `${tool.name} ${tool.title ?? ""} ${tool.description}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

export function revisionOf(runtime: Runtime): string {
  return runtime.workspaces.map(({ registry }) => registry.current().revision).join(".") || "none";
}

function provenance(runtime: Runtime): string {
  const names = runtime.workspaces.map(({ registry }) => {
    const { displayName, author } = registry.current();
    return `"${displayName}"${author ? ` by ${author}` : ""}`;
  });
  return `Workspace tools ${names.join(", ")}, community code`;
}

function fullRow({ tool, folder }: ListedTool, state: object, workspace: string | undefined): Record<string, unknown> {
  return {
    name: tool.name,
    mcpName: tool.mcpName,
    ...(tool.title ? { title: tool.title } : {}),
    description: tool.description,
    parameters: tool.parameters,
    ...(tool.outputSchema ? { outputSchema: tool.outputSchema } : {}),
    ...(Object.keys(tool.annotations).length > 0 ? { annotations: tool.annotations } : {}),
    ...(tool.timeoutMs === undefined ? {} : { timeoutMs: tool.timeoutMs }),
    ...state,
    ...(workspace === undefined ? {} : { workspace, folder }),
  };
}

function shortRow({ tool }: ListedTool, state: object, workspace: string | undefined): Record<string, unknown> {
  const description = shortened(tool.description, SHORT_DESCRIPTION);
  return { name: tool.name, description, ...state, ...(workspace === undefined ? {} : { workspace }) };
}

/** Problems as text lines an agent can pass on; at most 20. */
function problemsOf(runtime: Runtime): string[] {
  if (runtime.workspaces.length === 0) return [`No workspace folder is open. ${NO_FOLDER}`];
  const all = runtime.workspaces.flatMap(({ registry }) => registry.current().problems);
  const lines = all.slice(0, 20).map(problemLine);
  return all.length > 20 ? [...lines, `and ${all.length - 20} more: run "guidon check"`] : lines;
}

function problemLine({ file, at, severity, message, pointer, hint }: Problem): string {
  const where = `${file}, line ${at.line}, column ${at.column}${pointer ? ` (${pointer})` : ""}`;
  return `${where}, ${severity}: ${sentence(message)}${hint ? ` ${hint}` : ""}`;
}
