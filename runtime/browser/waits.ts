/** How long a call may wait. */
import * as z from "zod";
import type { RunScope } from "../hostCall.ts";

const DEFAULT_WAIT_MS = 10_000;
/** Left to the script, so that it can still do something about the error. */
const RESERVE_MS = 500;

/** The option timeoutMs of calls that wait. */
export const waitParam = z
  .number()
  .int()
  .nonnegative()
  .optional()
  .describe("Milliseconds to wait at most; default 10000, always cut to what is left of the run.");

/** @param askedMs from the script. Cut to what is left of the run, a little less so that the error still reaches the script. */
export function waitMs(scope: RunScope, askedMs: number = DEFAULT_WAIT_MS): number {
  const left = scope.remainingMs();
  return Math.max(0, Math.min(askedMs, left - Math.min(RESERVE_MS, left * 0.1)));
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
