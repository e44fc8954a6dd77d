/** stdout of commands; the MCP server never comes here. */
import { styleText } from "node:util";

export function print(text: string): void {
  process.stdout.write(text + "\n");
}

export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2));
}

type Style = "bold" | "dim" | "red" | "green" | "yellow" | "cyan";

/** Coloured only where the stream is a terminal and NO_COLOR is not set. */
export function paint(style: Style, text: string): string {
  return styleText(style, text, { stream: process.stdout });
}
