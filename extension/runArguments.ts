/** What a run was called with, and whether it can be called so again. */
import type { RunArguments } from "../runtime/contract/control.ts";
import type { JsonObject } from "../runtime/contract/tools.ts";

/** @returns undefined where they were cut, or something secret was taken out of them */
export function repeatable({ json, whole, redacted }: RunArguments): JsonObject | undefined {
  if (!whole || redacted) return undefined;
  const args: unknown = JSON.parse(json);
  return isObject(args) ? args : undefined;
}

/** Of a run that the runtime has not told of: it knows what of them must not be shown. */
export function untold(args: JsonObject): RunArguments {
  const empty = Object.keys(args).length === 0;
  return { json: empty ? "{}" : "", length: JSON.stringify(args).length, whole: empty, redacted: false };
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
