/** How the demo writes to the terminal: colour only where there is one. */
import { styleText } from "node:util";
import type { CallToolResult } from "@modelcontextprotocol/client";

type Style = Parameters<typeof styleText>[0];

const styled = (style: Style, text: string): string =>
  process.stdout.isTTY && !process.env.NO_COLOR ? styleText(style, text) : text;

export const say = (text = ""): void => console.log(text);
export const heading = (text: string): void => say(`\n${styled("bold", text)}`);
export const dim = (text: string): string => styled("dim", text);
export const good = (text: string): string => styled("green", text);
export const bad = (text: string): string => styled("red", text);
export const code = (text: string): string => styled("cyan", text);

/** "640 ms" or "2.3 s". */
export function elapsed(sinceMs: number): string {
  const ms = performance.now() - sinceMs;
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

export const resultText = (result: CallToolResult): string =>
  result.content.map((part) => (part.type === "text" ? part.text : `(${part.type})`)).join("\n");

/** Indented; at most `maxLines` lines. JSON is laid out one row of an array a line. */
export function block(text: string, maxLines = 12): string {
  const lines = layOut(text).split("\n");
  const shown = lines.slice(0, maxLines);
  if (lines.length > maxLines) shown.push(dim(`… ${lines.length - maxLines} more lines`));
  return shown.map((line) => `    ${line}`).join("\n");
}

function layOut(text: string): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return text;
  }
  if (Array.isArray(value)) return rows(value);
  if (typeof value !== "object" || value === null) return text;
  return Object.entries(value)
    .map(([key, part]) => {
      const long = Array.isArray(part) && JSON.stringify(part).length > 80;
      return long ? `${key}:\n${rows(part, "  ")}` : `${key}: ${JSON.stringify(part)}`;
    })
    .join("\n");
}

const rows = (values: unknown[], indent = ""): string => values.map((row) => indent + JSON.stringify(row)).join("\n");
