/** What can stand in the way of a run before its script starts: the tool itself, and what only a person can give. */
import { approvalHash, type Approvals } from "../consent/approvals.ts";
import type { RunOrigin } from "../contract/guest.ts";
import type { WorkspaceTool } from "../contract/tools.ts";
import { ToolError } from "../errors.ts";
import { howToSayYes, needsYes } from "../tools/confirmation.ts";
import type { LoadedScript } from "../tools/script.ts";
import type { RunRequest } from "./run.ts";

export function checkUsable(tool: WorkspaceTool): void {
  if (!tool.enabled)
    throw new ToolError("ToolUnusable", `Tool "${tool.name}" is disabled`, {
      hint: `The workspace's author switches it on with "enabled": true in tools.json.`,
    });
  if (tool.problem)
    throw new ToolError("ToolUnusable", `Tool "${tool.name}" cannot run: ${tool.problem}`, {
      hint: `The workspace's author has to correct tools.json (line ${tool.at.line}) or the script.`,
    });
}

export function checkApproved(
  approvals: Approvals | undefined,
  folder: string,
  tool: WorkspaceTool,
  script: LoadedScript,
  { origin, trusted, once }: RunRequest,
): void {
  if (trusted || (origin === "User" && once === approvalHash(tool, script.hash))) return;
  const state = approvals?.state(folder, tool, script.hash) ?? "approved";
  if (state === "approved") return;
  const why = state === "new" ? "nobody has approved it yet" : "it changed since it was approved";
  throw new ToolError("NotApproved", `Tool "${tool.name}" is waiting for the user's approval: ${why}`, {
    hint: howToApprove(folder, origin),
  });
}

function howToApprove(folder: string, origin: RunOrigin): string {
  if (origin === "User") return "Look at what it may do; then approve it, or run it once.";
  return origin === "External"
    ? `Run "guidon approve" in ${folder}, or add --trust for this run.`
    : `Ask the user to approve it, in VS Code (Guidon: Approve Tools for Agents…) or with "guidon approve" in a terminal in ${folder}. Then call the tool again.`;
}

export function checkConfirmed(tool: WorkspaceTool, confirmed: boolean): void {
  if (confirmed || !needsYes(tool)) return;
  throw new ToolError(
    "HumanUnavailable",
    `Tool "${tool.name}" needs a person's yes to each run, and nobody can be asked here`,
    {
      hint: `Do not call it again; ${howToSayYes(tool)}`,
    },
  );
}
