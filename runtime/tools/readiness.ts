/** Why a tool that is listed would refuse a call, found without running it. */
import type { WorkspaceTool } from "../contract/tools.ts";
import { errorData } from "../errors.ts";
import { secretNames } from "../headerTemplate.ts";
import { howToSayYes, needsYes } from "./confirmation.ts";
import { loadScript, type LoadedScript } from "./script.ts";

export interface ReadinessDeps {
  /** undefined where tools run without a stored approval. */
  approval?:
    ((folder: string, tool: WorkspaceTool, script: LoadedScript) => "approved" | "new" | "changed") | undefined;
  /** Names only, so that nothing has to be unlocked. */
  secretNames(folder: string): Promise<ReadonlySet<string>>;
}

/** What keeps a tool from running. "confirmation": each run needs a person's yes. */
export interface Lack {
  kind: "disabled" | "problem" | "approval" | "secret" | "confirmation";
  what: string;
  /** What the person does about it in a terminal. */
  next?: string;
}

/** Nothing for a tool that can be called. */
export async function lacksOf(deps: ReadinessDeps, folder: string, tool: WorkspaceTool): Promise<Lack[]> {
  if (!tool.enabled) return [{ kind: "disabled", what: tool.problem ?? "disabled in tools.json" }];
  if (tool.problem) return [{ kind: "problem", what: tool.problem }];
  const lacks = await Promise.all([missingApproval(deps, folder, tool), missingSecrets(deps, folder, tool)]);
  return [...lacks, missingYes(tool)].filter((lack) => lack !== undefined);
}

/** @returns what must be done and by whom; undefined for a tool that can be called. */
export async function whyNotReady(
  deps: ReadinessDeps,
  folder: string,
  tool: WorkspaceTool,
): Promise<string | undefined> {
  const lacks = await lacksOf(deps, folder, tool);
  return lacks.map(({ what, next }) => (next ? `${what}: ${next}` : what)).join("; ") || undefined;
}

async function missingApproval(
  { approval }: ReadinessDeps,
  folder: string,
  tool: WorkspaceTool,
): Promise<Lack | undefined> {
  if (!approval) return undefined;
  try {
    const state = approval(folder, tool, await loadScript(folder, tool.script));
    if (state === "approved") return undefined;
    const why = state === "new" ? "nobody has approved it yet" : "it changed since it was approved";
    const next =
      'the user approves it in VS Code (Guidon: Approve Tools for Agents…) or runs "guidon approve" in a terminal';
    return { kind: "approval", what: `waiting for the user's approval, ${why}`, next };
  } catch (error) {
    return { kind: "problem", what: errorData(error).message };
  }
}

async function missingSecrets(deps: ReadinessDeps, folder: string, tool: WorkspaceTool): Promise<Lack | undefined> {
  const wanted = secretNames(tool.headers);
  if (wanted.length === 0) return undefined;
  const there = await deps.secretNames(folder);
  const missing = wanted.filter((name) => !there.has(name));
  if (missing.length === 0) return undefined;
  const names = missing.map((name) => `"${name}"`).join(", ");
  const set = missing.map((name) => `"guidon secrets set ${name}"`).join(" and ");
  const what = `secret${missing.length > 1 ? "s" : ""} ${names} not set`;
  return {
    kind: "secret",
    what,
    next: `the user sets it in VS Code (Guidon: Set Secret…) or runs ${set} in a terminal`,
  };
}

function missingYes(tool: WorkspaceTool): Lack | undefined {
  if (!needsYes(tool)) return undefined;
  return { kind: "confirmation", what: "needs a person's yes to each run", next: howToSayYes(tool) };
}
