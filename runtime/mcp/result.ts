/** What a client gets: the one place where values and errors of runs become MCP results. Their texts arrive redacted. */
import type { CallToolResult } from "@modelcontextprotocol/server";
import type { ErrorData } from "../contract/guest.ts";
import type { RunResult } from "../run/run.ts";
import { beginningOf, count, readableJson, wholeCharacters } from "./json.ts";

const MAX_ERROR_CHARS = 2000;
const HARD_LIMIT_CHARS = 1_048_576;
/** Room for the lines that say what was cut and where the whole is. */
const NOTICE_CHARS = 500;

export interface ResultOptions {
  /** Characters that go inline. */
  maxChars: number;
  /** Keeps the whole text; gives the path to name, or undefined when it could not be kept. */
  keep(text: string, extension: "json" | "txt"): string | undefined;
}

export function textResult(text: string): CallToolResult {
  return { content: [{ type: "text", text }] };
}

export function jsonResult(value: unknown): CallToolResult {
  return textResult(readableJson(value));
}

/** Every failure is a result the model can read, never a protocol error. */
export function errorResult(error: ErrorData, what: string): CallToolResult {
  return { ...textResult(errorText(error, what)), isError: true };
}

export function runResult(result: RunResult, options: ResultOptions): CallToolResult {
  if (!result.ok) return errorResult(result.error, result.tool);
  const notes = result.lost.length > 0 ? [`Note: JSON cannot hold ${listing(result.lost)}.`] : [];
  if (result.json === "") return textResult(["(no value)", ...notes].join("\n"));
  const value: unknown = JSON.parse(result.json);
  const maxChars = Math.min(result.entry?.maxResultBytes ?? options.maxChars, HARD_LIMIT_CHARS);
  const text = typeof value === "string" ? value : readableJson(value);
  if (text.length > maxChars) return textResult([shortened(value, text, maxChars, options), ...notes].join("\n"));
  if (result.entry?.outputSchema && typeof value === "object" && value !== null && !Array.isArray(value))
    return { ...textResult(result.json), structuredContent: { ...value } };
  return textResult([text, ...notes].join("\n"));
}

function shortened(value: unknown, text: string, maxChars: number, options: ResultOptions): string {
  const { shown, cut } =
    typeof value === "string"
      ? beginningOfText(text, maxChars - NOTICE_CHARS)
      : beginningOfJson(value, maxChars - NOTICE_CHARS);
  const file = options.keep(text, typeof value === "string" ? "txt" : "json");
  const size = `${count(text.length)} characters`;
  const whole = file ? `The whole result (${size}) is in ${file}` : `The whole result has ${size}`;
  return `${shown}\n[Showing ${cut}. ${whole}. Narrow the call for less.]`;
}

function beginningOfText(text: string, room: number): { shown: string; cut: string } {
  const kept = wholeCharacters(text, room - 1);
  return { shown: `${kept}…`, cut: `${count(kept.length)} of ${count(text.length)} characters` };
}

function beginningOfJson(value: unknown, room: number): { shown: string; cut: string } {
  // Line breaks come on top of the compact form, which is what is measured.
  for (let share = 1; ; share *= 0.9) {
    const { value: kept, cuts } = beginningOf(value, room * share);
    const shown = readableJson(kept);
    if (shown.length <= room || share < 0.5) return { shown, cut: cuts.slice(0, 3).join("; ") };
  }
}

function errorText(error: ErrorData, what: string): string {
  const lines = [
    `${what} failed: ${error.message}`,
    `Code: ${error.code}${error.retryable ? " (trying again may help)" : ""}`,
  ];
  for (let cause = error.cause, depth = 0; cause && depth < 3; cause = cause.cause, depth += 1)
    lines.push(`Caused by: ${cause.message}`);
  for (const each of error.errors?.slice(0, 5) ?? []) lines.push(`- ${each.message}`);
  if (error.stack) lines.push(...error.stack.split("\n").slice(0, 6));
  if (error.details !== undefined) lines.push(`Details: ${wholeCharacters(JSON.stringify(error.details), 400)}`);
  const next = error.hint ? `\nNext: ${error.hint}` : "";
  const body = lines.join("\n");
  const room = MAX_ERROR_CHARS - Math.min(next.length, 600);
  return (body.length > room ? `${wholeCharacters(body, room - 1)}…` : body) + wholeCharacters(next, 600);
}

function listing(items: string[]): string {
  return items.length > 5 ? `${items.slice(0, 5).join(", ")} and ${items.length - 5} more` : items.join(", ");
}
