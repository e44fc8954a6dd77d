import { ToolError } from "../errors.ts";
import { listedTools } from "../listing.ts";
import { textArgument } from "./arguments.ts";
import { runResult } from "./result.ts";
import type { McpTool } from "./tools.ts";

const NAME_SPELLINGS = ["name", "tool", "toolName"] as const;

export const executeWorkspaceTool: McpTool = {
  definition: {
    name: "ExecuteWorkspaceTool",
    title: "Workspace tool",
    description:
      "Runs one tool of this workspace and returns what its script returned. name is a name from GetWorkspaceTools; parameters is an object that fits that tool's parameters. Wrong parameters are refused before anything runs, with every wrong one named and an example. Failures come back as text that says what went wrong and what to do next. Tools that work in a browser can take seconds; progress is reported.",
    inputSchema: {
      type: "object",
      properties: {
        name: { type: "string", description: "The tool's name, as GetWorkspaceTools lists it" },
        parameters: { type: "object", description: "The tool's arguments; leave out for a tool without parameters" },
        workspace: {
          type: "string",
          description: "The workspace, where several are open and have a tool of that name",
        },
      },
      required: ["name"],
    },
    annotations: { readOnlyHint: false },
    _meta: { "anthropic/alwaysLoad": true },
  },
  titleOf(args) {
    const name = NAME_SPELLINGS.map((spelling) => args[spelling]).find(Boolean);
    return typeof name === "string" ? name : undefined;
  },
  async run({ runtime, signal, progress, client, results }, args) {
    const tool = textArgument(args, ...NAME_SPELLINGS);
    if (tool === undefined) {
      const names = listedTools(runtime).slice(0, 10);
      throw new ToolError("InvalidArgument", "name is missing: which tool should run?", {
        hint: `Available: ${names.map((listed) => listed.tool.name).join(", ") || "none"}. Example: {"name": "${names[0]?.tool.name ?? "search-products"}", "parameters": {}}`,
      });
    }
    const given = ["parameters", "arguments", "args"].find((key) => Object.hasOwn(args, key));
    const result = await runtime.run({
      tool,
      args: given === undefined ? undefined : args[given],
      workspace: textArgument(args, "workspace"),
      origin: "Mcp",
      client,
      signal,
      onProgress: (update) => progress.report(update),
    });
    return runResult(result, results);
  },
};
