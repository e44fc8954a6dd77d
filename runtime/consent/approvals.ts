/**
 * Consent: a workspace's tools run for agents only after a person approved them, as they are.
 * The approval is a hash of the entry and of its script with all imports, kept in the user data directory, where no workspace file reaches.
 */
import { createHash } from "node:crypto";
import { statSync } from "node:fs";
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

/** A tool as it was when a person was shown what it may do. */
export interface ToolAsShown {
  tool: WorkspaceTool;
  scriptHash: string;
}

export type ApprovalState = "approved" | "new" | "changed";

export interface Approvals {
  /** @param scriptHash from loadScript: all source texts. */
  state(folder: string, tool: WorkspaceTool, scriptHash: string): ApprovalState;
  /**
   * @param others "drop": what is not in the list is no longer approved. "keep": it stays as it is.
   * @throws ToolError IoError
   */
  approve(folder: string, tools: ToolAsShown[], others?: "drop" | "keep"): Promise<void>;
}

export function createApprovals(dataDir: string): Approvals {
  const file = join(dataDir, "approvals.json");
  const parse = (): z.infer<typeof Stored> => {
    const stored = Stored.safeParse(readPrivateJson(file));
    return stored.success ? stored.data : { workspaces: [] };
  };
  let known: { stamp: string; stored: z.infer<typeof Stored> } | undefined;
  /** Each writing makes another file, so the stamp tells; a list of tools asks once for each of them. */
  const read = () => {
    const stamp = stampOf(file);
    if (known?.stamp !== stamp) known = { stamp, stored: parse() };
    return known.stored;
  };
  return {
    state(folder, tool, scriptHash) {
      const real = realFolder(folder);
      const workspace = read().workspaces.find((each) => each.folder === real);
      const approved = workspace?.tools.find(({ name }) => name === tool.name);
      if (!approved) return "new";
      return approved.hash === approvalHash(tool, scriptHash) ? "approved" : "changed";
    },
    async approve(folder, tools, others = "drop") {
      const real = realFolder(folder);
      const approvedAt = new Date().toISOString();
      const approved = tools.map(({ tool, scriptHash }) => ({
        name: tool.name,
        hash: approvalHash(tool, scriptHash),
        approvedAt,
      }));
      return withFileLock(file, () => {
        const stored = parse().workspaces;
        const names = new Set(approved.map(({ name }) => name));
        const before = stored.find((workspace) => workspace.folder === real)?.tools ?? [];
        const kept = others === "keep" ? before.filter(({ name }) => !names.has(name)) : [];
        const elsewhere = stored.filter((workspace) => workspace.folder !== real);
        const workspaces = [...elsewhere, { folder: real, tools: [...kept, ...approved] }];
        writePrivateFile(file, JSON.stringify({ workspaces }, null, 2) + "\n");
      });
    },
  };
}

function stampOf(file: string): string {
  try {
    const stat = statSync(file, { bigint: true });
    return `${stat.ino}:${stat.size}:${stat.mtimeNs}:${stat.ctimeNs}`;
  } catch {
    return "none";
  }
}

/** Everything that says what a tool is and may do; not where it stands, how long it may take, or whether it is switched on. */
export function approvalHash(tool: WorkspaceTool, scriptHash: string): string {
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
