/** The time that one g.http call has, and its end by the run's. */
import { ToolError } from "../errors.ts";
import type { RunScope } from "../hostCall.ts";

export interface Deadline {
  /** Aborts what is on the wire. */
  readonly signal: AbortSignal;
  remainingMs(): number;
  /** Says how far the request has come, for the error text. */
  phase(text: string): void;
  /** The error to report instead of what the abort caused; undefined while there is time. */
  over(): ToolError | undefined;
  /** @throws ToolError Timeout, Canceled */
  wait(ms: number): Promise<void>;
  dispose(): void;
}

export function createDeadline(scope: RunScope, timeoutMs: number | undefined, what: string): Deadline {
  const controller = new AbortController();
  const runMs = scope.remainingMs();
  const ms = Math.min(timeoutMs ?? runMs, runMs);
  const started = performance.now();
  let phase = "no connection was made";
  let end: ToolError | undefined;

  const finish = (error: ToolError): void => {
    if (end) return;
    end = error;
    controller.abort(error);
  };
  const timeUp = (): void => {
    const hint =
      timeoutMs !== undefined && timeoutMs <= runMs
        ? "Raise timeoutMs if the server is slow."
        : `The run's own time of ${seconds(scope.timeoutMs)} is over; "timeout" in tools.json sets it.`;
    finish(
      new ToolError("Timeout", `${what}: not done after ${seconds(performance.now() - started)}: ${phase}`, { hint }),
    );
  };
  const runEnds = (): void => {
    if (scope.remainingMs() <= 0) timeUp();
    else finish(new ToolError("Canceled", `${what}: the run was stopped`));
  };
  const timer = setTimeout(timeUp, ms);
  scope.signal.addEventListener("abort", runEnds, { once: true });
  if (scope.signal.aborted) runEnds();

  return {
    signal: controller.signal,
    remainingMs: () => Math.max(0, ms - (performance.now() - started)),
    phase: (text) => void (phase = text),
    over: () => end,
    wait: (delayMs) =>
      new Promise((resolve, reject) => {
        if (end) return reject(end);
        const done = setTimeout(resolve, delayMs);
        controller.signal.addEventListener(
          "abort",
          () => (clearTimeout(done), reject(end ?? new ToolError("Canceled", what))),
          { once: true },
        );
      }),
    dispose() {
      clearTimeout(timer);
      scope.signal.removeEventListener("abort", runEnds);
    },
  };
}

function seconds(ms: number): string {
  return `${Number((ms / 1000).toFixed(ms < 1000 ? 2 : 1))} s`;
}
