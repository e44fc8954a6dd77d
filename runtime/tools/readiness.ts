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

/** @returns what must be done and by whom; undefined for a tool that can be called. */
export async function whyNotReady(
  deps: ReadinessDeps,
  folder: string,
  tool: WorkspaceTool,
): Promise<string | undefined> {
  if (tool.problem) return tool.problem;
  if (!tool.enabled) return "disabled in tools.json";
  const [approval, secrets] = await Promise.all([
    missingApproval(deps, folder, tool),
    missingSecrets(deps, folder, tool),
  ]);
  const confirmation = needsYes(tool) ? `needs a person's yes to each run: ${howToSayYes(tool)}` : undefined;
  const all = [approval, secrets, confirmation].filter((problem) => problem !== undefined);
  return all.length > 0 ? all.join("; ") : undefined;
}

async function missingApproval(
  { approval }: ReadinessDeps,
  folder: string,
  tool: WorkspaceTool,
): Promise<string | undefined> {
  if (!approval) return undefined;
  try {
    const state = approval(folder, tool, await loadScript(folder, tool.script));
    if (state === "approved") return undefined;
    const why = state === "new" ? "nobody has approved it yet" : "it changed since it was approved";
    return `waiting for the user's approval, ${why}: the user runs "guidon approve" in a terminal`;
  } catch (error) {
    return errorData(error).message;
  }
}

async function missingSecrets(deps: ReadinessDeps, folder: string, tool: WorkspaceTool): Promise<string | undefined> {
  const wanted = secretNames(tool.headers);
  if (wanted.length === 0) return undefined;
  const there = await deps.secretNames(folder);
  const missing = wanted.filter((name) => !there.has(name));
  if (missing.length === 0) return undefined;
  const names = missing.map((name) => `"${name}"`).join(", ");
  const set = missing.map((name) => `"guidon secrets set ${name}"`).join(" and ");
  return `secret${missing.length > 1 ? "s" : ""} ${names} not set: the user runs ${set} in a terminal`;
}
