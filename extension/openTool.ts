/** Opens tools.json at the entry of a tool. */
import type { PartDeps } from "./part.ts";
import type { FolderRuntime } from "./runtimes.ts";

export async function openTool({ vscode }: PartDeps, runtime: FolderRuntime, tool: string): Promise<void> {
  const { tools } = await runtime.request("tools/list", {});
  const range = tools.find(({ name }) => name === tool)?.range;
  const start = range ? new vscode.Position(range.start.line, range.start.character) : undefined;
  const uri = vscode.Uri.joinPath(runtime.folder.uri, "tools.json");
  await vscode.window.showTextDocument(uri, start ? { selection: new vscode.Range(start, start) } : {});
}
