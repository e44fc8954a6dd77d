/** Plain JSON of whatever a script threw. Every read is guarded: what is thrown may be a Proxy, a getter, or no error at all. */
import { append, create, ErrorClass, isArray, parse, stringify, stringSlice } from "./primordials.ts";
import { inspect } from "./inspect.ts";
import { toJson } from "./json.ts";

const MAX_TEXT = 10_000;
const MAX_STACK = 20_000;
const MAX_CAUSES = 5;
const MAX_ERRORS = 10;
const MAX_DETAILS = 64 * 1024;

/** JSON text of an ErrorData whose `stack` is still V8's text; the child keeps the script's frames of it. */
export function describeError(thrown: unknown): string {
  return stringify(plainError(thrown, 0));
}

function plainError(thrown: unknown, depth: number): Record<string, unknown> {
  const out = create(null) as Record<string, unknown>;
  if (!isObject(thrown)) {
    out.name = "Error";
    out.code = "ScriptError";
    out.message = typeof thrown === "string" ? stringSlice(thrown, 0, MAX_TEXT) : `The script threw ${inspect(thrown)}`;
    return out;
  }
  const message = text(thrown, "message");
  out.name = text(thrown, "name") ?? "Error";
  out.code = text(thrown, "code") ?? "ScriptError";
  out.message =
    message ?? `The script threw a value that is not an Error: ${stringSlice(inspect(thrown), 0, MAX_TEXT)}`;
  const hint = text(thrown, "hint");
  if (hint !== undefined) out.hint = hint;
  const retryable = read(thrown, "retryable");
  if (typeof retryable === "boolean") out.retryable = retryable;
  const details = plainDetails(read(thrown, "details"));
  if (details !== undefined) out.details = details;
  const stack = text(thrown, "stack", MAX_STACK);
  if (stack !== undefined) out.stack = stack;
  const cause = read(thrown, "cause");
  if (cause !== undefined && depth < MAX_CAUSES) out.cause = plainError(cause, depth + 1);
  const errors = read(thrown, "errors");
  if (isError(thrown) && isArrayLike(errors) && depth < MAX_CAUSES) out.errors = plainErrors(errors, depth);
  return out;
}

function plainErrors(errors: unknown[], depth: number): unknown[] {
  const list: unknown[] = [];
  for (let i = 0; i < errors.length && i < MAX_ERRORS; i++) append(list, plainError(read(errors, i), depth + 1));
  return list;
}

function plainDetails(details: unknown): unknown {
  if (details === undefined) return undefined;
  try {
    const json = toJson(details, { what: "details", limit: MAX_DETAILS, tooLarge: "ResultTooLarge", onLost() {} });
    return json === "" ? undefined : parse(json);
  } catch {
    return undefined;
  }
}

function read(from: object, key: PropertyKey): unknown {
  try {
    return (from as Record<PropertyKey, unknown>)[key];
  } catch {
    return undefined;
  }
}

function text(from: object, key: string, limit = MAX_TEXT): string | undefined {
  const value = read(from, key);
  return typeof value === "string" ? stringSlice(value, 0, limit) : undefined;
}

function isObject(value: unknown): value is object {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

function isError(value: object): boolean {
  try {
    return value instanceof ErrorClass;
  } catch {
    return false;
  }
}

function isArrayLike(value: unknown): value is unknown[] {
  try {
    return isArray(value);
  } catch {
    return false;
  }
}
