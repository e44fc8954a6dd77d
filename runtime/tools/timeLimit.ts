/** Runs synchronous work that its input can make endless (a regular expression, a recursive schema) and stops it in time. */
import { constants, createContext, Script } from "node:vm";
import type { Context } from "node:vm";

export class TimeLimitReached extends Error {}

let box: (Context & { work?: (() => unknown) | undefined }) | undefined;
const script = new Script("work()");

const MAX_TRIES = 3;

/**
 * V8 stops the work, wherever it is, when the time is over; so the work must leave nothing half done that outlives it.
 * Costs 0.1 ms. Work that was stopped because the machine was busy elsewhere is tried again.
 * @param ms of wall-clock time. @throws TimeLimitReached
 */
export function withTimeLimit<T>(ms: number, work: () => T): T {
  box ??= createContext(constants.DONT_CONTEXTIFY);
  const limit = Math.ceil(ms);
  for (let tries = 1; ; tries++) {
    let result: { value: T } | undefined;
    box.work = () => void (result = { value: work() });
    const before = process.threadCpuUsage();
    try {
      script.runInContext(box, { timeout: limit });
    } catch (error) {
      if (!isTimeout(error)) throw error;
    } finally {
      box.work = undefined;
    }
    if (result) return result.value;
    const { user, system } = process.threadCpuUsage(before);
    if (user + system > limit * 500 || tries === MAX_TRIES) throw new TimeLimitReached(`not done after ${limit} ms`);
  }
}

/** The error comes from the other context, so it is no instance of our Error. */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === "object" && error !== null && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT"
  );
}
