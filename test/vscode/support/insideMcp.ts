/** For tests inside VS Code: Guidon's tools, called as VS Code's own agents call them. */
import * as vscode from "vscode";
import { folder, until } from "./inside.ts";

/** As VS Code names the tools of an MCP server. */
const NAME = { execute: "mcp_guidon_ExecuteWorkspaceTool", list: "mcp_guidon_GetWorkspaceTools" } as const;

/** Right after the start VS Code may not know of the server yet, and then does nothing. */
export async function startServer(): Promise<void> {
  await until(
    "VS Code has the tools",
    async () => {
      await vscode.commands.executeCommand("workbench.mcp.startServer", "*", { waitForLiveTools: true });
      return vscode.lm.tools.some(({ name }) => name === NAME.execute);
    },
    30_000,
  );
}

export const listTools = (): Promise<string> => invoke(NAME.list, {});

export const execute = (name: string, parameters: object = {}): Promise<string> =>
  invoke(NAME.execute, { name, parameters });

async function invoke(name: string, input: object): Promise<string> {
  const result = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined });
  return result.content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : "")).join("");
}

/** By Guidon's own command: its list has the tool marked, and is confirmed. */
export async function approve(tool: string): Promise<void> {
  const done = vscode.commands.executeCommand("guidon.approveTools", { folder: folder().uri.toString(), tool });
  let state: "open" | "done" = "open";
  done.then(
    () => (state = "done"),
    () => (state = "done"),
  );
  await until(`${tool} is approved`, async () => {
    await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
    return state === "done";
  });
}
