/** Direct tool names: what a client sees when each workspace tool is also an MCP tool of its own. */
import { hash } from "node:crypto";

/** Guidon's own MCP tools; no workspace tool may take their place. */
export const OWN_TOOL_NAMES = ["GetWorkspaceTools", "ExecuteWorkspaceTool", "ReloadWorkspaceTools"] as const;

/** Names that every known client takes as they are. */
const PORTABLE = /^[A-Za-z0-9_.-]{1,64}$/;
const MAX_LENGTH = 40;

/**
 * `<package>_<tool>` for each tool: `^[A-Za-z][A-Za-z0-9_]*$`, at most 40 characters, unique after lower-casing.
 * Of two that clash the later gets `_2`, so the order of the file decides and a reload gives the same names.
 */
export function mcpNames(packageName: string, toolNames: readonly string[]): string[] {
  const taken = new Set<string>(OWN_TOOL_NAMES.map((name) => name.toLowerCase()));
  const next = new Map<string, number>();
  return toolNames.map((toolName) => {
    const base = directName(packageName, toolName);
    let name = base;
    let count = next.get(base.toLowerCase()) ?? 2;
    for (; taken.has(name.toLowerCase()); count++) name = withSuffix(base, `_${count}`);
    next.set(base.toLowerCase(), count);
    taken.add(name.toLowerCase());
    return name;
  });
}

function directName(packageName: string, toolName: string): string {
  const tool = safe(toolName) || "tool_" + shortHash(toolName);
  const owner = safe(packageName) || "tools";
  const head = /^[A-Za-z]/.test(owner) ? owner : "t_" + owner;
  const whole = `${head}_${tool}`;
  if (whole.length <= MAX_LENGTH) return whole;
  const room = MAX_LENGTH - tool.length - 1;
  if (room >= 6) return `${head.slice(0, room).replace(/_$/, "")}_${tool}`;
  return withSuffix(/^[A-Za-z]/.test(tool) ? tool : "t_" + tool, "_" + shortHash(whole));
}

/** Letters, digits and single underscores; accents are dropped, everything else becomes an underscore. */
function safe(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .replace(/^_|_$/g, "");
}

function withSuffix(base: string, suffix: string): string {
  return base.slice(0, MAX_LENGTH - suffix.length).replace(/_$/, "") + suffix;
}

function shortHash(text: string): string {
  return hash("sha256", text).slice(0, 6);
}

/** A name near to one that `nameWarning` complains about, which every client takes. */
export function safeName(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/[^A-Za-z0-9_.-]+/g, "-")
    .replace(/_{2,}/g, "_")
    .replace(/^[-_.]+|[-_.]+$/g, "")
    .slice(0, 60);
  if (plain === "") return `tool-${shortHash(name)}`;
  return nameWarning(plain) ? `${plain}-tool` : plain;
}

/** The name itself, or with the next number that nobody has. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  const folded = new Set([...taken].map((each) => each.toLowerCase()));
  if (!folded.has(name.toLowerCase())) return name;
  const [, base = name, last = "1"] = /^(.*)-(\d{1,6})$/.exec(name) ?? [];
  let number = Number(last) + 1;
  while (folded.has(`${base}-${number}`.toLowerCase())) number++;
  return `${base}-${number}`;
}

/** Why a name cannot be a direct name as it is; undefined where it can. The tool works all the same, by its exact name. */
export function nameWarning(name: string): string | undefined {
  const own = OWN_TOOL_NAMES.find((reserved) => reserved.toLowerCase() === name.toLowerCase());
  if (own) return `is the name of one of Guidon's own tools (${own})`;
  if (name.includes("__")) return "contains __, which clients use between the names of server and tool";
  if (name.length > 64) return `has ${name.length} characters, and clients take at most 64`;
  if (!PORTABLE.test(name)) return "has characters other than A-Z a-z 0-9 _ . -, which some clients refuse";
  return undefined;
}
