/** Which tool a command is about. Commands are called from the tree, lenses, panels and the palette. */
import type { ToolRow } from "../runtime/contract/control.ts";
import { findRuntime } from "./folders.ts";
import type { PartDeps } from "./part.ts";
import { pick } from "./pick.ts";
import type { FolderRuntime } from "./runtimes.ts";
import { type FolderTools, isUsed } from "./tools.ts";

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
  const runtime = findRuntime(deps, argument);
  return runtime && typeof tool === "string" ? { runtime, tool } : undefined;
}

/** A tool of any folder, picked by the person. @param fits which tools are offered */
export async function pickTool(
  deps: PartDeps,
  placeHolder: string,
  fits: (row: ToolRow) => boolean = () => true,
): Promise<(ToolTarget & { row: ToolRow }) | undefined> {
  const rowsOf = async ({ runtime }: FolderTools, several: boolean) =>
    (await runtime.request("tools/list", {})).tools.filter(fits).map((row) => ({
      label: row.title ?? row.name,
      description: several ? `${row.name} · ${runtime.folder.name}` : row.name,
      detail: row.why ?? row.description,
      runtime,
      tool: row.name,
      row,
    }));
  const items = async () => {
    // Which folders have tools is known a moment after the window opened.
    await deps.tools.known();
    const used = deps.tools.folders.filter(isUsed);
    return (await Promise.all(used.map((entry) => rowsOf(entry, used.length > 1)))).flat();
  };
  return await pick(deps, items(), { placeHolder, matchOnDescription: true, matchOnDetail: true });
}
