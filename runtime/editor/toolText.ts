/** What an editor says about a tool: what models will see of it, and whether it can run. */
import type { ToolRow } from "../contract/control.ts";
import type { Json, WorkspaceTool } from "../contract/tools.ts";
import { describeSchema } from "../tools/describeSchema.ts";
import { isObject } from "../tools/schemaLint.ts";
import { codeSpan, escapeMarkdown } from "./markdown.ts";

const MAX_PARAMETERS = 15;
/** About so many characters make a token. */
const CHARACTERS_PER_TOKEN = 4;

const STATES: Record<ToolRow["state"], string> = {
  ready: "ready",
  approval: "waiting for your approval",
  secret: "a secret is not set",
  problem: "cannot run",
  disabled: "switched off",
};

/** @param row undefined: the text is not saved yet, so nothing is known of its state */
export function toolMarkdown(tool: WorkspaceTool, row: Pick<ToolRow, "state" | "why"> | undefined): string {
  const { name, mcpName, title, description, parameters } = tool;
  const tokens = Math.ceil(JSON.stringify({ name, description, parameters }).length / CHARACTERS_PER_TOKEN);
  const state = row ? (row.why ?? STATES[row.state]) : "not saved yet";
  return [
    `**${escapeMarkdown(title ?? name)}**: agents call it ${codeSpan(name)} (direct name ${codeSpan(mcpName)})`,
    escapeMarkdown(description),
    parameterList(parameters),
    `About ${tokens} tokens`,
    `State: ${escapeMarkdown(state)}`,
  ].join("\n\n");
}

function parameterList(parameters: WorkspaceTool["parameters"]): string {
  const { properties, required } = parameters;
  const all = isObject(properties) ? Object.entries(properties) : [];
  if (all.length === 0) return "No parameters";
  const needed = new Set<Json>(Array.isArray(required) ? required : []);
  const lines = all.slice(0, MAX_PARAMETERS).map(([name, schema]) => {
    const about =
      isObject(schema) && typeof schema["description"] === "string" ? `: ${oneLine(schema["description"])}` : "";
    const kind = escapeMarkdown(describeSchema(schema, parameters));
    return `- ${codeSpan(name)} (${kind}${needed.has(name) ? ", required" : ""})${about}`;
  });
  return [...lines, ...(all.length > MAX_PARAMETERS ? [`- and ${all.length - MAX_PARAMETERS} more`] : [])].join("\n");
}

function oneLine(text: string): string {
  return escapeMarkdown(text.replaceAll(/\s+/g, " ").slice(0, 200).toWellFormed());
}
