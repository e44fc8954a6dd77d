/** AbortController and AbortSignal, as far as scripts use them. */
import type { Timers } from "./timers.ts";
import { append, apply, hide, setAdd, setDelete, setForEach, SetClass } from "./primordials.ts";

type Listener = ((event: AbortEvent) => void) | { handleEvent(event: AbortEvent): void };

interface AbortEvent {
  type: "abort";
  target: AbortSignalLike;
}

export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason: unknown;
}

const UNMADE = {};
const fire: { run(signal: AbortSignal, reason: unknown): void } = { run() {} };

export class AbortSignal {
  static #timers: Timers | undefined;
  #aborted = false;
  #reason: unknown;
  #listeners = new SetClass<Listener>();
  onabort: Listener | null = null;

  static {
    fire.run = (signal, reason) => signal.#fire(reason);
    hide(this, "useTimers", (timers: Timers) => (AbortSignal.#timers = timers));
  }

  constructor(made?: unknown) {
    if (made !== UNMADE) throw new TypeError("Use new AbortController() to make a signal");
  }

  get aborted(): boolean {
    return this.#aborted;
  }

  get reason(): unknown {
    return this.#reason;
  }

  throwIfAborted(): void {
    if (this.#aborted) throw this.#reason;
  }

  addEventListener(type: string, listener: Listener): void {
    if (type === "abort") setAdd(this.#listeners, listener);
  }

  removeEventListener(type: string, listener: Listener): void {
    if (type === "abort") setDelete(this.#listeners, listener);
  }

  static abort(reason?: unknown): AbortSignal {
    const signal = new AbortSignal(UNMADE);
    signal.#fire(reason ?? namedError("AbortError", "This operation was aborted"));
    return signal;
  }

  static timeout(ms: number): AbortSignal {
    const signal = new AbortSignal(UNMADE);
    const reason = namedError("TimeoutError", "The operation was aborted due to timeout");
    AbortSignal.#timers?.after("AbortSignal.timeout", ms, AbortSignal.timeout, () => signal.#fire(reason));
    return signal;
  }

  static any(signals: AbortSignal[]): AbortSignal {
    const joined = new AbortSignal(UNMADE);
    for (let i = 0; i < signals.length; i++) {
      const signal = signals[i];
      if (signal === undefined) continue;
      if (signal.#aborted) joined.#fire(signal.#reason);
      else signal.addEventListener("abort", () => joined.#fire(signal.#reason));
    }
    return joined;
  }

  #fire(reason: unknown): void {
    if (this.#aborted) return;
    this.#aborted = true;
    this.#reason = reason;
    const listeners: Listener[] = [];
    if (this.onabort !== null) append(listeners, this.onabort);
    setForEach(this.#listeners, (listener) => append(listeners, listener as Listener));
    const event: AbortEvent = { type: "abort", target: this };
    for (let i = 0; i < listeners.length; i++) {
      const listener = listeners[i];
      if (typeof listener === "function") apply(listener, this, [event]);
      else listener?.handleEvent(event);
    }
  }
}

export class AbortController {
  readonly signal: AbortSignal = new AbortSignal(UNMADE);

  abort(reason?: unknown): void {
    fire.run(this.signal, reason ?? namedError("AbortError", "This operation was aborted"));
  }
}

export function createAbortController(): AbortController {
  return new AbortController();
}

export function useTimers(timers: Timers): void {
  (AbortSignal as unknown as { useTimers(timers: Timers): void }).useTimers(timers);
}

function namedError(name: string, message: string): Error {
  const error = new Error(message);
  hide(error, "name", name);
  return error;
}
