/** One run as its host calls see it: its deadline, its signal, and what it opened. */
import type { LogLevel, RunOrigin } from "../contract/guest.ts";
import { ToolError } from "../errors.ts";
import type { RunScope } from "../hostCall.ts";

export interface OwnedScope extends RunScope {
  /** Ends all host calls and closes what the run opened, last opened first. Never rejects. */
  end(): Promise<void>;
}

/** Made once: without a reason, each end would make an exception with a stack. */
const OVER = new ToolError("Canceled", "The run is over");

export function createScope(options: {
  callId: string;
  origin: RunOrigin;
  timeoutMs: number;
  /** performance.now() at which the run must be over. */
  deadline: number;
  /** Fires when the caller gives up. */
  signal: AbortSignal;
  log(level: LogLevel, text: string): void;
}): OwnedScope {
  const { callId, origin, timeoutMs, deadline, signal, log } = options;
  let state: "running" | "late" = "running";
  // A timer can fire a little before its time; what it ended is over all the same.
  const remainingMs = (): number => (state === "late" ? 0 : Math.max(0, deadline - performance.now()));
  const over = new AbortController();
  const abort = (): void => over.abort(OVER);
  const timer = setTimeout(() => {
    state = "late";
    abort();
  }, remainingMs());
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort, { once: true });
  const owned: (() => void | Promise<void>)[] = [];
  return {
    callId,
    origin,
    timeoutMs,
    signal: over.signal,
    remainingMs,
    log,
    own: (dispose) => void owned.push(dispose),
    async end() {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
      abort();
      for (const dispose of owned.toReversed()) {
        try {
          await dispose();
        } catch (error) {
          log("debug", `closing after the run: ${String(error)}`);
        }
      }
    },
  };
}
