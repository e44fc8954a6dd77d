/** Arguments of the MCP tools themselves: strict about meaning, lenient about spelling. */
import { ToolError } from "../errors.ts";

/** @returns undefined when absent, null or "". */
export function textArgument(args: Record<string, unknown>, ...names: string[]): string | undefined {
  for (const name of names) {
    const value = Object.hasOwn(args, name) ? args[name] : undefined;
    if (value === undefined || value === null || value === "") continue;
    if (typeof value === "string") return value;
    throw new ToolError("InvalidArgument", `${name} must be a text, not ${JSON.stringify(value)}`, {
      hint: `Example: {"${name}": "search-products"}`,
    });
  }
  return undefined;
}

export function wholeNumberArgument(args: Record<string, unknown>, name: string): number | undefined {
  const value = Object.hasOwn(args, name) ? args[name] : undefined;
  if (value === undefined || value === null) return undefined;
  const number = typeof value === "string" ? Number(value) : value;
  if (typeof number === "number" && Number.isInteger(number) && number >= 1) return number;
  throw new ToolError("InvalidArgument", `${name} must be a whole number from 1, not ${JSON.stringify(value)}`, {
    hint: `Example: {"${name}": 1}`,
  });
}
