/** Whether a message has the shape that a sandbox child sends. Written by hand: it is asked for each message of each run. */
import type { ErrorData, FromChild } from "../contract/guest.ts";

const LEVELS: ReadonlySet<unknown> = new Set(["debug", "info", "warn", "error"]);
const MAX_DEPTH = 20;

export function isFromChild(message: unknown): message is FromChild {
  if (!isRecord(message)) return false;
  switch (message["type"]) {
    case "ready":
    case "waiting":
      return true;
    case "call":
      return typeof message["id"] === "number" && areTexts(message["name"], message["argsJson"]);
    case "log":
      return LEVELS.has(message["level"]) && areTexts(message["text"]);
    case "done":
      return isOutcome(message["outcome"]);
    default:
      return false;
  }
}

function isOutcome(outcome: unknown): boolean {
  if (!isRecord(outcome)) return false;
  const { ok, json, lost, error } = outcome;
  if (ok === true) return areTexts(json) && Array.isArray(lost) && areTexts(...lost);
  return ok === false && isErrorData(error, 0);
}

function isErrorData(error: unknown, depth: number): error is ErrorData {
  if (!isRecord(error) || depth > MAX_DEPTH) return false;
  const { name, code, message, hint, stack, cause, errors } = error;
  return (
    areTexts(name, code, message, hint ?? "", stack ?? "") &&
    (cause === undefined || isErrorData(cause, depth + 1)) &&
    (errors === undefined || (Array.isArray(errors) && errors.every((each) => isErrorData(each, depth + 1))))
  );
}

function areTexts(...values: unknown[]): boolean {
  return values.every((value) => typeof value === "string");
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
