/** Opens tools.json at the entry of a tool. */
import { toolsFile } from "./files.ts";
import type { PartDeps } from "./part.ts";
import type { FolderRuntime } from "./runtimes.ts";

export async function openTool({ vscode }: PartDeps, runtime: FolderRuntime, tool: string): Promise<void> {
  const { tools } = await runtime.request("tools/list", {});
  const range = tools.find(({ name }) => name === tool)?.range;
  const start = range ? new vscode.Position(range.start.line, range.start.character) : undefined;
  await vscode.window.showTextDocument(
    toolsFile(vscode, runtime.folder),
    start ? { selection: new vscode.Range(start, start) } : {},
  );
}
