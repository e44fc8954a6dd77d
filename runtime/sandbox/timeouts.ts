/** The error of a run that reached its deadline: how long it was, and what it was waiting for. */
import type { ErrorData } from "../contract/guest.ts";
import { firstPlace, scriptFrames } from "./scriptErrors.ts";

/** Stopped while its code was running. @param stack V8's text; undefined when it was stopped inside a call of g or console. */
export function busyTimeout(timeoutMs: number, stack: string | undefined, file: string): ErrorData {
  if (stack === undefined) {
    const hint = "Await each call, or a few at a time, before making the next, and make sure that the loop ends";
    return timeout(timeoutMs, "in a loop that keeps calling g, console or a timer function without a pause", hint);
  }
  const place = firstPlace(stack, file);
  const what =
    place === ""
      ? "in a loop of awaits that never pauses"
      : `in an endless loop at ${place}, or in a computation that needs longer`;
  const hint = "Make sure that the loop ends, or raise the tool's timeout in tools.json";
  return timeout(timeoutMs, what, hint, { stack: scriptFrames(stack, file) });
}

/** Stopped while it was waiting. @param pendingJson What the guest lists: `{count, calls: [{name, stack}]}`. */
export function waitingTimeout(timeoutMs: number, pendingJson: unknown, file: string): ErrorData {
  const { count, calls } = parsePending(pendingJson);
  const [first] = calls;
  if (first === undefined) {
    return timeout(
      timeoutMs,
      "waiting for a promise that never settles",
      "Look for an await on something that nothing resolves",
    );
  }
  const names = calls.map((call) => describe(call, file)).join(", ");
  const more = count > calls.length ? ` and ${count - calls.length} more` : "";
  const hint = TIMER.test(first.name)
    ? "Wait for less time, or raise the tool's timeout in tools.json"
    : "Give the call a shorter timeoutMs to handle it in the script, or raise the tool's timeout in tools.json";
  return timeout(timeoutMs, `waiting for ${names}${more}`, hint, {
    stack: scriptFrames(first.stack, file),
    retryable: calls.some(({ name }) => !OWN_TIMER.test(name)),
  });
}

/** @param more `retryable`: a site may answer sooner the next time; what the script does by itself takes as long again. */
function timeout(
  timeoutMs: number,
  doing: string,
  hint: string,
  { stack = "", retryable = false }: { stack?: string; retryable?: boolean } = {},
): ErrorData {
  return {
    name: "ToolError",
    code: "Timeout",
    message: `The run timed out after ${timeoutMs / 1000} s ${doing}`,
    hint,
    retryable,
    ...(stack === "" ? {} : { stack }),
  };
}

const GLOBAL_TIMER = /^(setTimeout|setInterval|AbortSignal)/;
const OWN_TIMER = /^(setTimeout|setInterval|AbortSignal|wait$)/;
const TIMER = /^(setTimeout|setInterval|AbortSignal|wait$|flow\.)/;

interface PendingCall {
  name: string;
  stack: string;
}

function describe(call: PendingCall, file: string): string {
  const place = firstPlace(call.stack, file);
  const name = GLOBAL_TIMER.test(call.name) ? call.name : `g.${call.name}`;
  return place === "" ? name : `${name} at ${place}`;
}

function parsePending(json: unknown): { count: number; calls: PendingCall[] } {
  try {
    const { count, calls } = JSON.parse(String(json)) as { count: number; calls: PendingCall[] };
    return { count, calls };
  } catch {
    return { count: 0, calls: [] };
  }
}
