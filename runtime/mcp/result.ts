/** What a client gets: the one place where values and errors of runs become MCP results. Their texts arrive redacted. */
import type { CallToolResult } from "@modelcontextprotocol/server";
import type { ErrorData } from "../contract/guest.ts";
import type { RunResult } from "../run/run.ts";
import { beginningOf, count, readableJson, shortened, wholeCharacters } from "./json.ts";

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
  const limit = Math.min(result.entry?.maxResultBytes ?? options.maxChars, HARD_LIMIT_CHARS);
  const note = noteOf(result.lost, limit);
  if (result.json === "") return textResult(`(no value)${note}`);
  const value: unknown = JSON.parse(result.json);
  const maxChars = limit - note.length;
  const text = typeof value === "string" ? value : readableJson(value);
  if (text.length > maxChars) return textResult(beginning(value, text, maxChars, options) + note);
  if (result.entry?.outputSchema && typeof value === "object" && value !== null && !Array.isArray(value))
    return { ...textResult(result.json), structuredContent: { ...value } };
  return textResult(text + note);
}

/** What JSON cannot hold, as a line of its own; it takes at most a quarter of what goes inline. */
function noteOf(lost: string[], maxChars: number): string {
  if (lost.length === 0) return "";
  return "\n" + shortened(`Note: JSON cannot hold ${listing(lost)}.`, Math.max(1, Math.floor(maxChars / 4)));
}

function beginning(value: unknown, text: string, maxChars: number, options: ResultOptions): string {
  const room = maxChars - Math.min(NOTICE_CHARS, Math.ceil(maxChars / 2));
  const { shown, cut } = typeof value === "string" ? beginningOfText(text, room) : beginningOfJson(value, room);
  const file = options.keep(text, typeof value === "string" ? "txt" : "json");
  return `${shown}\n${notice(cut, count(text.length), file, maxChars - shown.length - 1)}`;
}

/** The fullest that fits; a small budget has no room for the path of the file. */
function notice(cut: string, length: string, file: string | undefined, room: number): string {
  const size = `${length} characters`;
  const notices = [
    `[Showing ${cut}. ${file ? `The whole result (${size}) is in ${file}` : `The whole result has ${size}`}. Narrow the call for less.]`,
    ...(file ? [`[Cut. The whole result (${size}) is in ${file}]`] : []),
    `[Cut: the whole has ${size}]`,
  ];
  return notices.find((text) => text.length <= room) ?? "[Cut]";
}

function beginningOfText(text: string, room: number): { shown: string; cut: string } {
  const kept = wholeCharacters(text, room - 1);
  return { shown: `${kept}…`, cut: `${count(kept.length)} of ${count(text.length)} characters` };
}

function beginningOfJson(value: unknown, room: number): { shown: string; cut: string } {
  // Line breaks come on top of the compact form, which is what is measured: at most half of it.
  for (let share = 1; ; share *= 0.9) {
    const { value: kept, cuts } = beginningOf(value, room * share);
    const shown = readableJson(kept);
    if (shown.length <= room || share < 0.5) return { shown, cut: cuts.slice(0, 3).join("; ") };
  }
}

function errorText(error: ErrorData, what: string): string {
  const lines = [
    `${shortened(what, 200)} failed: ${shortened(error.message, 1200)}`,
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
  return shortened(body, room) + wholeCharacters(next, 600);
}

function listing(items: string[]): string {
  const named = items.slice(0, 5).map((item) => shortened(item, 60));
  return named.join(", ") + (items.length > 5 ? ` and ${items.length - 5} more` : "");
}
