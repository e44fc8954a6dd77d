/** The guest's side of an error from the host, and what scripts throw to name a code. */
import { captureStackTrace, hide, stringIndexOf, stringSlice } from "./primordials.ts";

export interface ToolErrorFields {
  hint?: unknown;
  retryable?: unknown;
  details?: unknown;
  cause?: unknown;
}

export class ToolError extends Error {
  declare readonly code: string;
  declare readonly hint: string | undefined;
  declare readonly retryable: boolean;
  declare readonly details: unknown;

  constructor(code: string, message: string, fields: ToolErrorFields = {}) {
    super(message, fields.cause === undefined ? undefined : { cause: fields.cause });
    this.code = code;
    this.hint = typeof fields.hint === "string" ? fields.hint : undefined;
    this.retryable = fields.retryable === true;
    this.details = fields.details;
    lastToolError.value = this;
  }
}
hide(ToolError.prototype, "name", "ToolError");

/** The newest one. What a script throws at its top level leaves the isolate as a copy without code and hint; they are found here. */
export const lastToolError: { value: ToolError | undefined } = { value: undefined };

/** A place in the script: `stack` is formatted only when it is read. */
export interface CallSite {
  stack?: unknown;
}

/** @param above The frames of this function and those it called are left out. */
export function captureCallSite(above: (...args: never[]) => unknown): CallSite {
  const site: CallSite = {};
  captureStackTrace(site, above);
  return site;
}

/** The frames of a place, each as a line. "" when a script spoiled stack formatting. */
export function framesOf(site: CallSite): string {
  try {
    const { stack } = site;
    if (typeof stack !== "string") return "";
    const start = stringIndexOf(stack, "\n    at ");
    return start === -1 ? "" : stringSlice(stack, start);
  } catch {
    return "";
  }
}

/** Shows the error at the line of the script that made the call, not at the line of the answer. */
export function graftCallSite(error: Error, site: CallSite): Error {
  hide(error, "stack", `${error.name}: ${error.message}${framesOf(site)}`);
  return error;
}
