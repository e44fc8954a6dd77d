import type { RunArguments } from "../../runtime/contract/control.ts";

/** As the journal has them. */
export function runArguments(args: unknown, more: Partial<RunArguments> = {}): RunArguments {
  const json = JSON.stringify(args);
  return { json, length: json.length, whole: true, redacted: false, ...more };
}
