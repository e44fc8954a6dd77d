/** The child's state: an isolate prepared ahead, at most one run in it, and a new isolate after each run. */
import type { ErrorData, FromChild, GuestOutcome, GuestTool, LogLevel, ToChild } from "../contract/guest.ts";
import { memoryLimitError } from "../contract/memoryLimit.ts";
import { createBridge, type GuestBridge } from "./bridge.ts";
import { compileGuest } from "./compiledGuest.ts";
import type { EntryResult, GuestIsolate, IsolateLibrary } from "./isolate.ts";
import { firstPlace, scriptError, thrownError } from "./scriptErrors.ts";
import { busyTimeout, waitingTimeout } from "./timeouts.ts";

/** Clearing up and rebuilding at once would compete with the runtime, which has the reply to pass on, for the processor. */
const REBUILD_DELAY_MS = 5;
/** For handlers of g.tool.signal at the deadline; the runtime kills soon after. */
const ABORT_MS = 100;
/** isolated-vm's own timeout comes first, since it knows the line. */
const OVERDUE_MS = 10;
const WARM_MS = 1000;

export interface RunnerOptions {
  library: IsolateLibrary;
  guestCode: string;
  /** Names of host calls. */
  calls: string[];
  memoryMb: number;
  send(message: FromChild): void;
  setBusy(busy: boolean): void;
}

interface Run {
  tool: GuestTool;
  file: string;
  /** performance.now() of this process. */
  deadline: number;
  finished: GuestOutcome | undefined;
}

export function createRunner(options: RunnerOptions): { handle(message: ToChild): void } {
  const { library, guestCode, memoryMb, send } = options;
  const callNamesJson = JSON.stringify(options.calls);
  const allowed = new Set([...options.calls, "tool.reportProgress", "warm"]);
  const compiled = compileGuest(guestCode, callNamesJson, WARM_TOOL);
  let isolate: GuestIsolate | undefined;
  /** The last run's, until the next one is built. */
  let used: GuestIsolate | undefined;
  let bridge: GuestBridge | undefined;
  let run: Run | undefined;
  let warming = false;
  let rebuild: NodeJS.Timeout | undefined;
  let callsWait = false;

  prepare();

  function prepare(): GuestIsolate {
    clearTimeout(rebuild);
    rebuild = undefined;
    if (isolate !== undefined) return isolate;
    used?.dispose();
    used = undefined;
    const warmCalls: number[] = [];
    bridge = createBridge(allowed, {
      call: (id, name, argsJson) => (warming ? void warmCalls.push(id) : send({ type: "call", id, name, argsJson })),
      log,
      finish,
      isOverdue: () => run !== undefined && left() < -OVERDUE_MS,
      stop: () => isolate?.dispose(),
      timer: (id) => after(isolate?.enter(left(), "timer", id)),
    });
    const made = library.create({ guestCode, compiled, bridge: bridge.functions, args: [callNamesJson], memoryMb });
    warming = true;
    made.enter(WARM_MS, "begin", WARM_TOOL);
    made.enter(WARM_MS, "warm");
    for (const id of warmCalls) made.enter(WARM_MS, "return", id, true, '{"ok":[1,"a"]}');
    warming = false;
    bridge.reset();
    isolate = made;
    return made;
  }

  function log(level: LogLevel, text: string): void {
    if (run !== undefined) send({ type: "log", level, text });
  }

  function finish(ok: boolean, text: string, lostJson: string): void {
    if (run === undefined || run.finished !== undefined) return;
    run.finished = ok
      ? { ok, json: text, lost: JSON.parse(lostJson) as string[] }
      : { ok, error: scriptError(text, run.file) };
  }

  function left(): number {
    return run === undefined ? 0 : run.deadline - performance.now();
  }

  function start(message: Extract<ToChild, { type: "run" }>): void {
    const { tool, code, file, leftMs } = message;
    options.setBusy(true);
    const guest = prepare();
    run = { tool, file, deadline: performance.now() + leftMs, finished: undefined };
    guest.enter(left(), "begin", JSON.stringify(tool), leftMs);
    const top = guest.runScript(code, file, left());
    // A promise that is rejected meanwhile without a handler comes out the same way; it fails the run as a thrown error does.
    if (top.state === "threw") return fail(topLevelError(guest, top, file));
    if (!after(top)) return;
    const main = guest.enterWithMain("start", left());
    if (main.state === "noMain") return fail(noMainError(file, main.found));
    after(main);
  }

  /** What an entry into the isolate led to; false when the run is over. */
  function after(result: EntryResult | undefined): boolean {
    if (run === undefined || result === undefined) return false;
    const { tool, file, finished } = run;
    if (result.state === "threw") warn(result, file);
    if (finished !== undefined) end(finished, result.state !== "returned" && result.state !== "threw");
    else if (result.state === "timedOut") fail(busyTimeout(tool.timeoutMs, result.stack, file), true);
    else if (result.state === "disposed") fail(busyTimeout(tool.timeoutMs, undefined, file), true);
    else if (result.state === "outOfMemory") fail(memoryLimitError(memoryMb), true);
    return run !== undefined;
  }

  /** isolated-vm throws a rejection that nobody handles out of whatever entry comes first; it is not this entry's failure. */
  function warn(thrown: Extract<EntryResult, { state: "threw" }>, file: string): void {
    const place = firstPlace(thrown.stack, file);
    log(
      "warn",
      `Nothing handled an error when it came (await missing?): ${thrown.name}: ${thrown.message}${place === "" ? "" : ` at ${place}`}`,
    );
  }

  /** The error left the isolate as a copy of name, message and stack; code, hint and details of a ToolError are still inside. */
  function topLevelError(
    guest: GuestIsolate,
    thrown: Extract<EntryResult, { state: "threw" }>,
    file: string,
  ): ErrorData {
    const inside = guest.enter(left(), "topLevelError", thrown.message);
    if (inside.state === "returned" && typeof inside.value === "string" && inside.value !== "")
      return scriptError(inside.value, file);
    return thrownError(thrown, file);
  }

  function fail(error: ErrorData, spoiled = false): void {
    end({ ok: false, error }, spoiled);
  }

  function end(outcome: GuestOutcome, spoiled: boolean): void {
    run = undefined;
    options.setBusy(false);
    bridge?.reset();
    send({ type: "done", outcome, ...(spoiled ? { spoiled } : {}) });
    used = isolate;
    isolate = undefined;
    rebuild = setTimeout(prepare, callsWait ? 0 : REBUILD_DELAY_MS);
    callsWait = false;
  }

  function abort(reason: "Canceled" | "Timeout"): void {
    if (run === undefined || isolate === undefined) return;
    const { tool, file } = run;
    const result = isolate.enter(ABORT_MS, "abort", reason);
    if (!after(result)) return;
    const pending = result.state === "returned" ? result.value : "";
    fail(waitingTimeout(tool.timeoutMs, pending, file), true);
  }

  return {
    handle(message) {
      switch (message.type) {
        case "run":
          return start(message);
        case "return":
          if (run === undefined || isolate === undefined) return;
          bridge?.returned(message.id);
          return void after(isolate.enter(left(), "return", message.id, message.ok, message.json));
        case "abort":
          return abort(message.reason);
        case "prep":
          callsWait = run !== undefined;
          // Whoever reads this message is not computing.
          if (callsWait) send({ type: "waiting" });
          else prepare();
          return;
        default:
          return;
      }
    },
  };
}

const WARM_TOOL = JSON.stringify({
  name: "warm",
  argsJson: '{"a":[1]}',
  callId: "",
  origin: "Mcp",
  timeoutMs: WARM_MS,
} satisfies GuestTool);

function noMainError(file: string, found: string): ErrorData {
  return {
    name: "ToolError",
    code: "ScriptError",
    message: found === "undefined" ? `${file} has no main function` : `main in ${file} is no function but ${found}`,
    hint: "Write async function main() { … }; what it returns is the tool's result",
  };
}
