/** Whether and when a request is tried again. */
import { ToolError } from "../errors.ts";
import { neverSent } from "./networkError.ts";
import type { HttpResponse } from "./request.ts";

export type Outcome = { response: HttpResponse } | { error: unknown };

const STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504]);
/** The server says that it did nothing with the request. */
const REFUSED_STATUSES: ReadonlySet<number> = new Set([429, 503]);
const IDEMPOTENT: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "PUT", "DELETE"]);
const FIRST_DELAY_MS = 250;

/** @returns milliseconds to wait, or undefined when the outcome stands. A request that could do its work twice is not sent twice. */
export function retryDelay(method: string, outcome: Outcome, attempt: number): number | undefined {
  const backoff = FIRST_DELAY_MS * 2 ** attempt;
  if ("error" in outcome) {
    const { error } = outcome;
    if (!(error instanceof ToolError) || error.code !== "NetworkError" || !error.retryable) return undefined;
    return IDEMPOTENT.has(method) || neverSent(error.cause) ? backoff : undefined;
  }
  const { status, headers } = outcome.response;
  if (!(IDEMPOTENT.has(method) ? STATUSES : REFUSED_STATUSES).has(status)) return undefined;
  return retryAfter(headers["retry-after"]) ?? backoff;
}

/** Seconds, or a date. */
function retryAfter(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value.trim())) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}
