/** Rows as CSV, for a spreadsheet. */
import type { JsonObject } from "../../runtime/contract/tools.ts";
import { cellText } from "./shape.ts";

export function csvOf(columns: readonly string[], rows: readonly JsonObject[]): string {
  const line = (cells: string[]): string => cells.map(quoted).join(",");
  return [line([...columns]), ...rows.map((row) => line(columns.map((name) => cellText(own(row, name)))))].join("\r\n");
}

/** A spreadsheet would run a text that begins like a formula; numbers and telephone numbers are none. */
function quoted(text: string): string {
  const formula = /^[=@\t\r]/.test(text) || (/^[+-]/.test(text) && !/^[+-][\d\s().,/eE+-]*$/.test(text));
  const safe = formula ? `'${text}` : text;
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function own(row: JsonObject, name: string): JsonObject[string] | undefined {
  return Object.hasOwn(row, name) ? row[name] : undefined;
}
