/**
 * The code inside the isolate, run once before any script. `boot` puts `g` and the globals in place and gives the one function by which
 * the child enters: nothing of the child is reachable from a script but `g`.
 */
import { AbortController, AbortSignal, useTimers } from "./abort.ts";
import type { Bridge } from "./bridge.ts";
import { structuredClone } from "./clone.ts";
import { describeError } from "./describeError.ts";
import { createFlow } from "./flow.ts";
import { buildG } from "./g.ts";
import { Headers } from "./headers.ts";
import { createHostCalls } from "./hostCalls.ts";
import { toJson } from "./json.ts";
import { createLostList } from "./lostList.ts";
import { createLogs } from "./log.ts";
import { hide, keys, now, parse } from "./primordials.ts";
import { URLSearchParams } from "./searchParams.ts";
import { createTextGlobals } from "./text.ts";
import { createTimers } from "./timers.ts";
import { createToolState } from "./tool.ts";
import { lastToolError, ToolError } from "./toolError.ts";
import { createUrlClass } from "./url.ts";

/** Characters of JSON that a result may have. */
/** Awaiting it goes on in the next turn of the promise queue. */
const SETTLED = (async () => {})();
const MAX_RESULT = 4 * 1024 * 1024;

export type Enter = (kind: string, a?: unknown, b?: unknown, c?: unknown) => unknown;

export function boot(
  call: Bridge["call"],
  log: Bridge["log"],
  finish: Bridge["finish"],
  timer: Bridge["timer"],
  pure: Bridge["pure"],
  callNamesJson: string,
): Enter {
  const bridge: Bridge = { call, log, finish, timer, pure };
  checkBridge(bridge);
  const calls = createHostCalls(bridge);
  const timers = createTimers(bridge, calls);
  useTimers(timers);
  const tool = createToolState(calls);
  const flow = createFlow(timers, tool.remainingMs);
  const logs = createLogs(bridge);
  const g = buildG({ callNames: parse(callNamesJson) as string[], calls, tool, flow, log: logs.g });
  removeGlobals(["WebAssembly", "SharedArrayBuffer", "Atomics"]);
  addGlobals({
    ToolError,
    ...timers.globals,
    ...createTextGlobals(bridge),
    URL: createUrlClass(bridge),
    URLSearchParams,
    AbortController,
    AbortSignal,
    Headers,
    structuredClone,
    queueMicrotask,
    console: logs.console,
    performance: createPerformance(),
  });
  hide(globalThis, "g", g, false);

  async function run(main: () => unknown): Promise<void> {
    try {
      finishWith(await main());
    } catch (error) {
      finish(false, describeError(error), "[]");
    }
  }

  function finishWith(value: unknown): void {
    const lost = createLostList();
    const json = toJson(value, { what: "The result", limit: MAX_RESULT, tooLarge: "ResultTooLarge", onLost: lost.add });
    finish(true, json, lost.toJson());
  }

  function begin(toolJson: string, leftMs: number | undefined): void {
    calls.reset();
    timers.reset();
    tool.begin(toolJson, leftMs);
    lastToolError.value = undefined;
  }

  return (kind, a, b, c) => {
    switch (kind) {
      case "begin":
        return begin(a as string, b as number | undefined);
      case "start":
        return void run(a as () => unknown);
      case "return":
        return calls.settle(a as number, b === true, c as string);
      case "timer":
        return timers.fire(a as number);
      case "abort":
        tool.abort(a as string);
        return calls.pending();
      case "topLevelError":
        return lastToolError.value?.message === a ? describeError(lastToolError.value) : "";
      case "warm":
        // Compiles what every run uses, so that the first run does not pay for it.
        return void run(async () => [await calls.call("warm", [{ at: 1 }], begin), { ok: true }]);
      default:
        return undefined;
    }
  };
}

/** The child hands over plain functions; anything with a way into the child's own objects must never get here. */
function checkBridge(bridge: Bridge): void {
  const names = keys(bridge);
  for (let i = 0; i < names.length; i++) {
    const fn = (bridge as unknown as Record<string, unknown>)[names[i] ?? ""];
    if (typeof fn !== "function" || Object.getPrototypeOf(fn) !== Function.prototype)
      throw new TypeError("The bridge is broken");
  }
}

function queueMicrotask(fn: () => unknown): void {
  if (typeof fn !== "function") throw new TypeError("queueMicrotask needs a function");
  void (async () => {
    await SETTLED;
    fn();
  })();
}

function createPerformance(): object {
  const timeOrigin = now();
  return { timeOrigin, now: () => now() - timeOrigin };
}

function addGlobals(values: Record<string, unknown>): void {
  const names = keys(values);
  for (let i = 0; i < names.length; i++) hide(globalThis, names[i] ?? "", values[names[i] ?? ""]);
}

function removeGlobals(names: string[]): void {
  for (let i = 0; i < names.length; i++) Reflect.deleteProperty(globalThis, names[i] ?? "");
}
