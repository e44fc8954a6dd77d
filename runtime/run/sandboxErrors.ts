/** What a run is told when its child was stopped or died. */
import type { ErrorData } from "../contract/guest.ts";
import { memoryLimitError } from "../contract/memoryLimit.ts";
import { errorData, ToolError } from "../errors.ts";

export function canceledError(): ErrorData {
  return errorData(new ToolError("Canceled", "The run was canceled"));
}

export function disposedError(): ErrorData {
  return errorData(new ToolError("Canceled", "The run was canceled: the runtime is shutting down"));
}

/** @param running Runs that were under way. */
export function queueTimeout(timeoutMs: number, running: number): ErrorData {
  const why = running === 0 ? "before it could start" : `waiting for its turn: ${running} other runs were under way`;
  const hint = "Call again when other calls have ended";
  return errorData(new ToolError("Timeout", `The run timed out after ${timeoutMs / 1000} s ${why}`, { hint }));
}

export function uninterruptibleTimeout(timeoutMs: number): ErrorData {
  const message = `The run timed out after ${timeoutMs / 1000} s and had to be stopped by force: it was busy without a pause, for example sorting a huge list or computing with huge numbers`;
  return errorData(new ToolError("Timeout", message, { hint: "Work on less data at a time", retryable: false }));
}

export interface Death {
  code: number | null;
  signal: NodeJS.Signals | null;
  stderr: string;
  memoryMb: number;
  /** Whether the child was ready once. */
  started: boolean;
}

const OUT_OF_MEMORY = /@watchdog memory|is_heap_oom|out of memory|invalid (?:table|array|size)|Allocation failed/i;

export function causeOfDeath({ code, signal, stderr, memoryMb, started }: Death): ErrorData {
  if (OUT_OF_MEMORY.test(stderr)) return memoryLimitError(memoryMb);
  const how = signal === null ? `exit code ${code}` : signal;
  if (started) {
    const hint = "Call again; if it happens each time, the script triggers it";
    return errorData(new ToolError("SandboxCrashed", `The sandbox process ended unexpectedly (${how})`, { hint }));
  }
  const reason = firstError(stderr);
  const hint = "Run guidon doctor; it checks Node and the sandbox";
  return errorData(
    new ToolError("SandboxCrashed", `The sandbox process does not start (${reason === "" ? how : reason})`, {
      hint,
      retryable: false,
    }),
  );
}

function firstError(stderr: string): string {
  const lines = stderr.split("\n").map((line) => line.trim());
  return (
    lines.find((line) => /error/i.test(line) && !line.startsWith("at ")) ??
    lines.find((line) => line !== "") ??
    ""
  ).slice(0, 300);
}
