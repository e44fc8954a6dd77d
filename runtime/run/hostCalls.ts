/** Every host call there is, in one flat list, and the door through which the guest reaches them. */
import * as z from "zod";
import { domCalls, navCalls, pageCalls, type BrowserScope } from "../browser/calls.ts";
import { ToolError } from "../errors.ts";
import type { HostCall } from "../hostCall.ts";
import { httpCalls, type HttpScope } from "../http/httpCalls.ts";
import { secretsCalls, type SecretsScope } from "../secrets/secretsCalls.ts";
import { toolCalls, type ToolScope } from "./toolCalls.ts";

export type FullScope = ToolScope & BrowserScope & HttpScope & SecretsScope;

export const hostCalls: readonly HostCall<FullScope>[] = [
  ...toolCalls,
  ...navCalls,
  ...domCalls,
  ...pageCalls,
  ...httpCalls,
  ...secretsCalls,
];

interface Entry {
  call: HostCall<FullScope>;
  names: string[];
  schema: z.ZodObject;
}

const entries = new Map<string, Entry>(
  hostCalls.map((call) => [call.name, { call, names: Object.keys(call.params), schema: z.object(call.params) }]),
);

/** @param argsJson JSON array of the arguments, by position. @returns JSON text of the value, "" for undefined. @throws ToolError */
export async function dispatch(scope: FullScope, name: string, argsJson: string): Promise<string> {
  const entry = entries.get(name);
  if (!entry) throw new ToolError("Unavailable", `g.${name} is not available in this version of Guidon`);
  const args = readArguments(entry, argsJson);
  const value: unknown = await entry.call.run(scope, args as never);
  return value === undefined ? "" : JSON.stringify(value);
}

function readArguments({ call, names, schema }: Entry, argsJson: string): unknown {
  const given: unknown = JSON.parse(argsJson);
  if (!Array.isArray(given)) throw new ToolError("InvalidArgument", `g.${call.name}: arguments are not a list`);
  if (given.length > names.length)
    throw new ToolError("InvalidArgument", `g.${call.name} takes ${names.length} arguments, ${given.length} came`, {
      hint: `g.${call.name}(${names.join(", ")})`,
    });
  // JSON has no undefined: a left-out argument arrives as null.
  const byName = Object.fromEntries(names.map((name, index) => [name, given[index] ?? undefined]));
  const read = schema.safeParse(byName);
  if (read.success) return read.data;
  const wrong = read.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  throw new ToolError("InvalidArgument", `g.${call.name}: ${wrong.join("; ")}`, { hint: `Example: ${call.example}` });
}
