/** What a person is shown who is asked whether agents may run a folder's tools. */
import type { ApprovalState, Approvals, ToolAsShown } from "../consent/approvals.ts";
import { describePermissions } from "../consent/describe.ts";
import type { WorkspaceTool } from "../contract/tools.ts";
import { errorData } from "../errors.ts";
import { loadScript } from "../tools/script.ts";

export type ApprovalRow =
  | { state: ApprovalState; tool: WorkspaceTool; permissions: string[]; shown: ToolAsShown }
  /** It cannot be approved as it is. */
  | { state: "unusable"; tool: WorkspaceTool; why: string };

/** Reads each script. The texts have what the workspace says in them. */
export async function approvalRows(
  approvals: Approvals,
  folder: string,
  tools: readonly WorkspaceTool[],
): Promise<ApprovalRow[]> {
  const rows: ApprovalRow[] = [];
  for (const tool of tools) rows.push(await approvalRow(approvals, folder, tool));
  return rows;
}

async function approvalRow(approvals: Approvals, folder: string, tool: WorkspaceTool): Promise<ApprovalRow> {
  if (tool.problem !== undefined) return { state: "unusable", tool, why: tool.problem };
  try {
    const script = await loadScript(folder, tool.script);
    return {
      state: approvals.state(folder, tool, script.hash),
      tool,
      permissions: describePermissions(tool, script),
      shown: { tool, scriptHash: script.hash },
    };
  } catch (error) {
    return { state: "unusable", tool, why: errorData(error).message };
  }
}
