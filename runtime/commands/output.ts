/** stdout of commands; the MCP server never comes here. */
import { styleText } from "node:util";

// `guidon list | head -1`: who has read enough is not to see a stack.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit();
  throw error;
});
process.stderr.on("error", () => {});

export function print(text: string): void {
  process.stdout.write(text + "\n");
}

export function printJson(value: unknown): void {
  // JSON's own escapes leave these controls as they are, and a terminal obeys them.
  print(
    JSON.stringify(value, null, 2).replace(/[\x7f-\x9f]/g, (control) => `\\u00${control.charCodeAt(0).toString(16)}`),
  );
}

/** "1 tool", "2 tools". */
export function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}

export function toTerminal(): boolean {
  return process.stdout.isTTY;
}

type Style = "bold" | "dim" | "red" | "green" | "yellow" | "cyan";

/** Coloured only where the stream is a terminal and NO_COLOR is not set. */
export function paint(style: Style, text: string): string {
  return styleText(style, text, { stream: process.stdout });
}
