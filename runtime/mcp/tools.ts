/** The MCP tools, in one flat list, and what each of them gets to work with. */
import type { CallToolResult, Tool } from "@modelcontextprotocol/server";
import type { Runtime } from "../runtime.ts";
import { executeWorkspaceTool } from "./executeWorkspaceTool.ts";
import { getWorkspaceTools } from "./getWorkspaceTools.ts";
import type { Progress } from "./progress.ts";
import type { ResultOptions } from "./result.ts";
import { reloadWorkspaceTools } from "./reloadWorkspaceTools.ts";

export interface McpContext {
  runtime: Runtime;
  /** Fires when the client cancels or goes away. */
  signal: AbortSignal;
  progress: Progress;
  /** The client's own name and version; undefined: it does not say. */
  client: string | undefined;
  results: ResultOptions;
}

/** A literal: what goes over the wire, and `run`. `run` may throw; the door in server.ts turns that into a result. */
export interface McpTool {
  definition: Tool;
  /** What a call is called while a person waits for it; undefined: the tool's own title. */
  titleOf?(args: Record<string, unknown>): string | undefined;
  run(context: McpContext, args: Record<string, unknown>): Promise<CallToolResult>;
}

export const mcpTools: readonly McpTool[] = [getWorkspaceTools, executeWorkspaceTool, reloadWorkspaceTools];
