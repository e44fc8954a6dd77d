/** g.wait and g.flow: waiting and trying again, made of timers only. */
import { inspect } from "./inspect.ts";
import { floor, isArray, isFiniteNumber, max, min, now, PromiseClass } from "./primordials.ts";
import type { Timers } from "./timers.ts";
import { ToolError } from "./toolError.ts";

export interface RetryOptions {
  attempts?: number;
  delayMs?: number;
  backoff?: number;
  onCodes?: string[];
}

export interface PollOptions {
  everyMs?: number;
  timeoutMs?: number;
}

export interface Flow {
  wait(ms: unknown): Promise<void>;
  retry(fn: (attempt: number) => unknown, options?: RetryOptions): Promise<unknown>;
  pollUntil(fn: (attempt: number) => unknown, options?: PollOptions): Promise<unknown>;
}

export function createFlow(timers: Timers, remainingMs: () => number): Flow {
  function pause(name: string, ms: number, above: (...args: never[]) => unknown): Promise<void> {
    return new PromiseClass((resolve) => void timers.after(name, ms, above, resolve));
  }

  function wait(ms: unknown): Promise<void> {
    return pause("wait", positive("g.wait", "ms", ms, 0), wait);
  }

  /** Gives the first result that does not throw; other errors than those that can be tried again come out at once. The delay is multiplied by `backoff` after each try. */
  async function retry(fn: (attempt: number) => unknown, options: RetryOptions = {}): Promise<unknown> {
    checkFunction("g.flow.retry", fn);
    const attempts = max(1, floor(positive("g.flow.retry", "attempts", options.attempts ?? 3, 1)));
    const backoff = positive("g.flow.retry", "backoff", options.backoff ?? 2, 0);
    let delay = positive("g.flow.retry", "delayMs", options.delayMs ?? 500, 0);
    for (let attempt = 1; ; attempt++) {
      try {
        return await fn(attempt);
      } catch (error) {
        if (attempt >= attempts || !canRetry(error, options.onCodes) || remainingMs() <= delay) throw error;
      }
      await pause("flow.retry", delay, retry);
      delay *= backoff;
    }
  }

  /** Gives the first result that is neither undefined, null, false, 0 nor "". */
  async function pollUntil(fn: (attempt: number) => unknown, options: PollOptions = {}): Promise<unknown> {
    checkFunction("g.flow.pollUntil", fn);
    const everyMs = positive("g.flow.pollUntil", "everyMs", options.everyMs ?? 500, 0);
    const limit = min(positive("g.flow.pollUntil", "timeoutMs", options.timeoutMs ?? remainingMs(), 0), remainingMs());
    const start = now();
    for (let attempt = 1; ; attempt++) {
      const value = await fn(attempt);
      if (value) return value;
      const left = limit - (now() - start);
      if (left <= 0) {
        throw new ToolError(
          "Timeout",
          `g.flow.pollUntil: the condition was not met in ${limit / 1000} s (tried ${attempt} times)`,
          {
            retryable: true,
            hint: "Give it a longer timeoutMs, or check the condition",
          },
        );
      }
      await pause("flow.pollUntil", min(everyMs, left), pollUntil);
    }
  }

  return { wait, retry, pollUntil };
}

/** Trying again what cannot get better would only hide a mistake of the script for longer. */
function canRetry(error: unknown, codes: string[] | undefined): boolean {
  const { code, retryable } = (error ?? {}) as { code?: unknown; retryable?: unknown };
  if (retryable === true) return true;
  if (!isArray(codes)) return false;
  for (let i = 0; i < codes.length; i++) if (codes[i] === code) return true;
  return false;
}

function checkFunction(call: string, fn: unknown): void {
  if (typeof fn !== "function") throw new ToolError("InvalidArgument", `${call} needs a function, got ${inspect(fn)}`);
}

function positive(call: string, name: string, value: unknown, least: number): number {
  if (typeof value === "number" && isFiniteNumber(value) && value >= least) return value;
  throw new ToolError(
    "InvalidArgument",
    `${call}: ${name} must be a number of at least ${least}, got ${inspect(value)}`,
  );
}
