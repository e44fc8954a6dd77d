/**
 * Consent: a workspace's tools run for agents only after a person approved them, as they are.
 * The approval is a hash of the entry and of its script with all imports, kept in the user data directory, where no workspace file reaches.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import * as z from "zod";
import type { WorkspaceTool } from "../contract/tools.ts";
import { readPrivateJson, withFileLock, writePrivateFile } from "../files.ts";
import { realFolder } from "../workspaceId.ts";

/** Lists, as a tool can have any name: "__proto__" and "constructor" are no keys to look up. */
const Stored = z.object({
  workspaces: z.array(
    z.object({
      folder: z.string(),
      tools: z.array(z.object({ name: z.string(), hash: z.string(), approvedAt: z.string() })),
    }),
  ),
});

export type ApprovalState = "approved" | "new" | "changed";

export interface Approvals {
  /** @param scriptHash from loadScript: all source texts. */
  state(folder: string, tool: WorkspaceTool, scriptHash: string): ApprovalState;
  /** Replaces what was approved for the folder: what is not in the list is no longer approved. @throws ToolError IoError */
  approve(folder: string, tools: { tool: WorkspaceTool; scriptHash: string }[]): Promise<void>;
}

export function createApprovals(dataDir: string): Approvals {
  const file = join(dataDir, "approvals.json");
  const read = () => {
    const stored = Stored.safeParse(readPrivateJson(file));
    return stored.success ? stored.data : { workspaces: [] };
  };
  return {
    state(folder, tool, scriptHash) {
      const real = realFolder(folder);
      const known = read().workspaces.find((workspace) => workspace.folder === real);
      const approved = known?.tools.find(({ name }) => name === tool.name);
      if (!approved) return "new";
      return approved.hash === approvalHash(tool, scriptHash) ? "approved" : "changed";
    },
    async approve(folder, tools) {
      const real = realFolder(folder);
      const approvedAt = new Date().toISOString();
      const approved = tools.map(({ tool, scriptHash }) => ({
        name: tool.name,
        hash: approvalHash(tool, scriptHash),
        approvedAt,
      }));
      return withFileLock(file, () => {
        const others = read().workspaces.filter((workspace) => workspace.folder !== real);
        const workspaces = [...others, { folder: real, tools: approved }];
        writePrivateFile(file, JSON.stringify({ workspaces }, null, 2) + "\n");
      });
    },
  };
}

/** Everything that says what a tool is and may do; not where it stands, how long it may take, or whether it is switched on. */
function approvalHash(tool: WorkspaceTool, scriptHash: string): string {
  const { at, mcpName, problem, enabled, timeoutMs, examples, ...entry } = tool;
  return createHash("sha256")
    .update(JSON.stringify(sorted(entry)))
    .update("\n")
    .update(scriptHash)
    .digest("hex");
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, sorted(item)]),
  );
}
