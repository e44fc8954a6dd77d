/** setTimeout and the like; the clock is the child's. */
import type { Bridge } from "./bridge.ts";
import type { HostCalls } from "./hostCalls.ts";
import { inspect } from "./inspect.ts";
import { apply, isFiniteNumber, mapClear, mapDelete, mapGet, MapClass, mapSet, max, min } from "./primordials.ts";
import { ToolError } from "./toolError.ts";

/** As in browsers and Node: longer delays would overflow. */
const MAX_DELAY = 2 ** 31 - 1;

interface Timer {
  fn(): void;
  done(): void;
  everyMs: number | undefined;
}

export interface Timers {
  /** Arms a timer under the name of a call, for the list of what a run waits for. */
  after(name: string, delayMs: number, above: (...args: never[]) => unknown, fn: () => void): number;
  clear(id: unknown): void;
  fire(id: number): void;
  reset(): void;
  /** setTimeout, clearTimeout, setInterval, clearInterval. */
  readonly globals: Record<string, (...args: never[]) => unknown>;
}

export function createTimers(bridge: Bridge, calls: HostCalls): Timers {
  const timers = new MapClass<number, Timer>();
  let lastId = 0;

  function arm(
    name: string,
    delayMs: number,
    everyMs: number | undefined,
    above: (...args: never[]) => unknown,
    fn: () => void,
  ): number {
    const id = ++lastId;
    const refusal = bridge.timer(id, delayMs);
    if (refusal !== "") throw new ToolError("ScriptError", refusal, { hint: "Clear timers that are no longer needed" });
    mapSet(timers, id, { fn, everyMs, done: calls.track(name, above) } satisfies Timer);
    return id;
  }

  function clear(id: unknown): void {
    const timer = mapGet(timers, id) as Timer | undefined;
    if (timer === undefined) return;
    mapDelete(timers, id);
    timer.done();
    bridge.timer(id as number, -1);
  }

  function setTimeout(fn: (...args: unknown[]) => unknown, delay?: unknown, ...args: unknown[]): number {
    return arm("setTimeout", delayOf(delay), undefined, setTimeout, callbackOf("setTimeout", fn, args));
  }

  function setInterval(fn: (...args: unknown[]) => unknown, delay?: unknown, ...args: unknown[]): number {
    const everyMs = max(1, delayOf(delay));
    return arm("setInterval", everyMs, everyMs, setInterval, callbackOf("setInterval", fn, args));
  }

  const clearTimeout = (id?: unknown): void => clear(id);
  const clearInterval = (id?: unknown): void => clear(id);

  return {
    after: (name, delayMs, above, fn) => arm(name, delayOf(delayMs), undefined, above, fn),
    clear,
    fire(id) {
      const timer = mapGet(timers, id) as Timer | undefined;
      if (timer === undefined) return;
      if (timer.everyMs === undefined) {
        mapDelete(timers, id);
        timer.done();
      } else {
        bridge.timer(id, timer.everyMs);
      }
      timer.fn();
    },
    reset() {
      mapClear(timers);
      lastId = 0;
    },
    globals: { setTimeout, clearTimeout, setInterval, clearInterval },
  };
}

function callbackOf(name: string, fn: unknown, args: unknown[]): () => void {
  if (typeof fn !== "function") throw new TypeError(`${name} needs a function, got ${inspect(fn)}`);
  return () => void apply(fn as (...args: unknown[]) => unknown, undefined, args);
}

function delayOf(delay: unknown): number {
  const ms = Number(delay);
  return isFiniteNumber(ms) ? min(max(0, ms), MAX_DELAY) : ms === Infinity ? MAX_DELAY : 0;
}
