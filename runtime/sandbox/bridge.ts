/** The functions that the guest may call, with their limits. They take and return primitives, and never throw. */
import type { LogLevel } from "../contract/guest.ts";
import type { BridgeFunction } from "./isolate.ts";
import { runTextOperation } from "./textOperations.ts";

/** Without these a script that never gives up the thread would fill the pipe to the runtime, which cannot drain meanwhile. */
const MAX_CALLS_IN_FLIGHT = 1000;
const MAX_CALLS = 100_000;
const MAX_BYTES_IN_FLIGHT = 32 * 1024 * 1024;
const MAX_LOG_LINES = 2000;
const MAX_LOG_TEXT = 256 * 1024;
const MAX_TIMERS = 1000;

const LEVELS: readonly string[] = ["debug", "info", "warn", "error"] satisfies LogLevel[];

export interface BridgeEvents {
  call(id: number, name: string, argsJson: string): void;
  log(level: LogLevel, text: string): void;
  finish(ok: boolean, text: string, lostJson: string): void;
  timer(id: number): void;
  /**
   * Asked at each use. V8 loses a request to stop a script that is inside such a function most of the time, so a loop of calls would
   * outlive its deadline.
   */
  isOverdue(): boolean;
  stop(): void;
}

export interface GuestBridge {
  /** In the order in which the guest's boot function takes them. */
  readonly functions: BridgeFunction[];
  /** A new run: counters at zero, no timer left. */
  reset(): void;
  /** A host call came back. */
  returned(id: number): void;
}

export function createBridge(allowed: ReadonlySet<string>, events: BridgeEvents): GuestBridge {
  const inFlight = new Map<number, number>();
  const timers = new Map<number, NodeJS.Timeout>();
  let bytes = 0;
  let calls = 0;
  let logLines = 0;
  let logText = 0;

  function call(id: unknown, name: unknown, argsJson: unknown): string {
    if (typeof id !== "number" || typeof name !== "string" || typeof argsJson !== "string")
      return "The call is malformed";
    if (!allowed.has(name)) return `g.${name} is not available`;
    const limit = brokenLimit(argsJson.length);
    if (limit !== "") return `${limit}: g.${name} was refused`;
    calls++;
    bytes += argsJson.length;
    inFlight.set(id, argsJson.length);
    events.call(id, name, argsJson);
    return "";
  }

  function brokenLimit(size: number): string {
    if (inFlight.size >= MAX_CALLS_IN_FLIGHT) return `More than ${MAX_CALLS_IN_FLIGHT} calls at a time`;
    if (calls >= MAX_CALLS) return `More than ${MAX_CALLS} calls in one run`;
    if (bytes + size > MAX_BYTES_IN_FLIGHT) return "The arguments of all calls under way are too large";
    return "";
  }

  function log(level: unknown, text: unknown): void {
    if (typeof level !== "string" || typeof text !== "string" || !LEVELS.includes(level)) return;
    if (logLines >= MAX_LOG_LINES || logText >= MAX_LOG_TEXT) return;
    logLines++;
    logText += text.length;
    events.log(level as LogLevel, text);
    if (logLines >= MAX_LOG_LINES || logText >= MAX_LOG_TEXT)
      events.log("warn", "The run logged too much: further lines are left out");
  }

  function finish(ok: unknown, text: unknown, lostJson: unknown): void {
    if (typeof text === "string" && typeof lostJson === "string") events.finish(ok === true, text, lostJson);
  }

  function timer(id: unknown, delayMs: unknown): string {
    if (typeof id !== "number" || typeof delayMs !== "number") return "The timer is malformed";
    clearTimeout(timers.get(id));
    timers.delete(id);
    if (delayMs < 0) return "";
    if (timers.size >= MAX_TIMERS) return `More than ${MAX_TIMERS} timers at a time`;
    timers.set(
      id,
      setTimeout(() => {
        timers.delete(id);
        events.timer(id);
      }, delayMs),
    );
    return "";
  }

  const timed =
    (fn: BridgeFunction): BridgeFunction =>
    (...args) => {
      if (events.isOverdue()) events.stop();
      return fn(...args);
    };

  return {
    functions: [call, log, finish, timer, runTextOperation].map(timed),
    reset() {
      for (const handle of timers.values()) clearTimeout(handle);
      timers.clear();
      inFlight.clear();
      bytes = calls = logLines = logText = 0;
    },
    returned(id) {
      bytes -= inFlight.get(id) ?? 0;
      inFlight.delete(id);
    },
  };
}
