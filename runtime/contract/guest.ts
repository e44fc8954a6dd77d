/** What crosses between the runtime and a sandbox child. Types only. Bodies travel as one JSON string each. */

/** An error as plain data. `stack` holds frames of the author's files only, as `at name (scripts/tool.js:3:7)` lines. */
export interface ErrorData {
  name: string;
  code: string;
  message: string;
  hint?: string;
  retryable?: boolean;
  details?: unknown;
  stack?: string;
  cause?: ErrorData;
  /** Of an AggregateError: the errors it stands for, at most ten. */
  errors?: ErrorData[];
}

/** Who started a run. Everything but a person's own Run in a trusted editor window is treated as not a person. */
export type RunOrigin = "User" | "Mcp" | "External" | "Queue";

export type LogLevel = "debug" | "info" | "warn" | "error";

/** What the guest learns of the call. */
export interface GuestTool {
  name: string;
  /** JSON text of the checked arguments, an object. */
  argsJson: string;
  callId: string;
  origin: RunOrigin;
  /** Milliseconds that the whole run may take. */
  timeoutMs: number;
}

export type ToChild =
  /** First message: names of host calls, e.g. "nav.navigateToUrl". */
  | { type: "init"; calls: string[]; memoryMb: number }
  | { type: "run"; tool: GuestTool; code: string; file: string; leftMs: number }
  /** Answer to a host call: JSON text of the value ("" for undefined), or of an ErrorData. */
  | { type: "return"; id: number; ok: boolean; json: string }
  /** Cancel or deadline reached soon: fires g.tool.signal; SIGKILL follows. */
  | { type: "abort"; reason: "Canceled" | "Timeout" }
  /** A call is queued: rebuild the next isolate at once. A child in the middle of a run says `waiting` as soon as its thread is free. */
  | { type: "prep" };

export type FromChild =
  | { type: "ready" }
  | { type: "call"; id: number; name: string; argsJson: string }
  | { type: "log"; level: LogLevel; text: string }
  /** Answer to `prep`: the run is not computing but waits for a host call or a timer. */
  | { type: "waiting" }
  /** `spoiled`: the child was stopped by a limit and must not be used again. */
  | { type: "done"; outcome: GuestOutcome; spoiled?: boolean };

/** How main() ended. */
export type GuestOutcome =
  /**
   * `json`: JSON text of the value that main() returned, "" for undefined.
   * `lost`: paths of values that JSON cannot hold, such as "items[3].onClick (function)".
   */
  { ok: true; json: string; lost: string[] } | { ok: false; error: ErrorData };
