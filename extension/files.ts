/** Files of a folder. */
import type * as vscode from "vscode";
import type { VsCode } from "./vscodeApi.ts";

export function toolsFile(vscode: VsCode, folder: vscode.WorkspaceFolder): vscode.Uri {
  return vscode.Uri.joinPath(folder.uri, "tools.json");
}

export async function isThere({ workspace }: VsCode, uri: vscode.Uri): Promise<boolean> {
  try {
    await workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}
