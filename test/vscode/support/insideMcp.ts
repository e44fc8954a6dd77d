/** For tests inside VS Code: Guidon's tools, called as VS Code's own agents call them. */
import { spawn } from "node:child_process";
import * as vscode from "vscode";
import { openChannel } from "../../../runtime/channel.ts";
import type { ControlEvents, ControlRequests } from "../../../runtime/contract/control.ts";
import { folder, guidon, until } from "./inside.ts";

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

/** As the command does; the box that it asks in is refused where VS Code runs tests. */
export async function approve(tool: string): Promise<void> {
  const script = vscode.Uri.joinPath(guidon().extensionUri, "dist", "guidon.js").fsPath;
  const { stdin, stdout } = spawn(process.execPath, [script, "control", "--workspace", folder().uri.fsPath], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  const channel = openChannel<ControlRequests, ControlEvents>(stdout, stdin);
  try {
    await channel.request("initialize", { client: "tests" });
    const approvals = await channel.request("tools/approvals", { tools: [tool] });
    await channel.request("tools/approve", { tokens: approvals.flatMap(({ token }) => token ?? []) });
  } finally {
    channel.close();
    // Its end is told by that of its input.
    stdin.end();
  }
}
