/** Which tool a command is about. Commands are called from the tree, lenses, panels and the palette. */
import type * as vscode from "vscode";
import type { ToolRow } from "../runtime/contract/control.ts";
import { findRuntime } from "./folders.ts";
import type { PartDeps } from "./part.ts";
import type { FolderRuntime } from "./runtimes.ts";

/** How lenses, panels and tree rows name a tool. */
export interface ToolArgument {
  /** As in folders.ts. */
  folder: string;
  tool: string;
}

export interface ToolTarget {
  runtime: FolderRuntime;
  tool: string;
}

/** The tool that a command was called with; undefined where it was called without one. */
export function toolTarget(deps: PartDeps, argument: unknown): ToolTarget | undefined {
  if (typeof argument !== "object" || argument === null) return undefined;
  const tool = "tool" in argument ? argument.tool : undefined;
  const runtime = findRuntime(deps, "folder" in argument ? argument.folder : undefined);
  return runtime && typeof tool === "string" ? { runtime, tool } : undefined;
}

/** A tool of any folder, picked by the person. */
export async function pickTool(
  deps: PartDeps,
  placeHolder: string,
): Promise<(ToolTarget & { row: ToolRow }) | undefined> {
  const { vscode, runtimes } = deps;
  const several = runtimes.all.length > 1;
  const rowsOf = async (runtime: FolderRuntime) =>
    (await runtime.request("tools/list", {})).tools.map((row) => ({
      label: row.title ?? row.name,
      description: several ? `${row.name} · ${runtime.folder.name}` : row.name,
      detail: row.why ?? row.description,
      runtime,
      tool: row.name,
      row,
    }));
  const items = Promise.all(runtimes.all.map(rowsOf)).then((lists) => lists.flat());
  return await vscode.window.showQuickPick(items, { placeHolder, matchOnDescription: true, matchOnDetail: true });
}

export function toolsFile(vscode: PartDeps["vscode"], folder: vscode.WorkspaceFolder): vscode.Uri {
  return vscode.Uri.joinPath(folder.uri, "tools.json");
}
