/** The only file that knows isolated-vm. An isolate with the guest's own code in it, driven synchronously on this thread. */
import type ivm from "isolated-vm";

export type Primitive = string | number | boolean | undefined;
export type BridgeFunction = (...args: unknown[]) => Primitive | void;

export type EntryResult =
  | { state: "returned"; value: unknown }
  /** `stack` is V8's text at the moment of the stop; without a frame of the script it was in promise reactions. */
  | { state: "timedOut"; stack: string }
  | { state: "outOfMemory" }
  /** By dispose(), from inside. */
  | { state: "disposed" }
  | { state: "threw"; name: string; message: string; stack: string };

export interface GuestIsolate {
  /** Calls the function that the guest's code returned. Arguments are primitives. Never throws. */
  enter(timeoutMs: number, ...args: Primitive[]): EntryResult;
  /** Runs a text as a classic script, unmodified. Never throws. */
  runScript(code: string, file: string, timeoutMs: number): EntryResult;
  /** Passes the script's function `main` to the guest by `enter(kind, main)`; false when there is none. Never throws. */
  enterWithMain(kind: string, timeoutMs: number): EntryResult | { state: "noMain"; found: string };
  /** Also stops a script from inside a bridge function. */
  dispose(): void;
}

export interface IsolateLibrary {
  create(options: IsolateOptions): GuestIsolate;
}

export interface IsolateOptions {
  /** A function expression; it takes the bridge and the args and gives the function for `enter`. */
  guestCode: string;
  /** V8's compiled form of it, made in this process. */
  compiled?: ArrayBuffer;
  bridge: BridgeFunction[];
  args: string[];
  memoryMb: number;
}

/** @param addonFile Absolute path of isolated_vm.node; loading it by path is what `--permission` allows. */
export function loadIsolateLibrary(addonFile: string): IsolateLibrary {
  const addon: { exports: { ivm?: typeof ivm } } = { exports: {} };
  process.dlopen(addon, addonFile);
  const library = addon.exports.ivm;
  if (library === undefined) throw new Error(`${addonFile} is not isolated-vm`);
  return { create: createFactory(library) };
}

function createFactory(library: typeof ivm): IsolateLibrary["create"] {
  return ({ guestCode, compiled, bridge, args, memoryMb }) => {
    const isolate = new library.Isolate({ memoryLimit: memoryMb });
    const context = isolate.createContextSync();
    const cachedData = compiled && new library.ExternalCopy(compiled);
    const options = { filename: "guidon:guest", ...(cachedData ? { cachedData } : {}) };
    const boot: ivm.Reference = isolate.compileScriptSync(guestCode, options).runSync(context, { reference: true });
    const callbacks = bridge.map((fn) => new library.Callback(fn, { sync: true }));
    const enter: ivm.Reference = boot.applySync(undefined, [...callbacks, ...args], { result: { reference: true } });
    return createGuestIsolate(isolate, context, enter);
  };
}

/**
 * Made ahead, and called when the script has run: `main` is looked up then, and can be a const, which is no property of the global
 * object. One entry for both, as each one with a time limit wakes isolated-vm's timer thread. $0 is the guest's function.
 */
const CALL_WITH_MAIN = `
  const enter = $0;
  return (kind) => {
    const found = typeof main;
    if (found === "function") enter(kind, main);
    return found;
  };`;

function createGuestIsolate(isolate: ivm.Isolate, context: ivm.Context, enter: ivm.Reference): GuestIsolate {
  const options = { filename: "guidon:start", result: { reference: true } } as const;
  const callWithMain: ivm.Reference = context.evalClosureSync(CALL_WITH_MAIN, [enter.derefInto()], options);

  function guard(timeoutMs: number, action: (timeout: number) => unknown): EntryResult {
    const timeout = Math.max(1, Math.ceil(timeoutMs));
    const start = performance.now();
    try {
      return { state: "returned", value: action(timeout) };
    } catch (thrown) {
      const { name, message, stack } = textsOf(thrown);
      if (isolate.isDisposed) return { state: message.includes("memory limit") ? "outOfMemory" : "disposed" };
      // A script can throw the same words; the clock cannot be talked into it.
      if (message === "Script execution timed out." && performance.now() - start >= timeout - 1)
        return { state: "timedOut", stack };
      return { state: "threw", name, message, stack };
    }
  }

  return {
    enter: (timeoutMs, ...values) => guard(timeoutMs, (timeout) => enter.applySync(undefined, values, { timeout })),
    runScript(code, file, timeoutMs) {
      return guard(timeoutMs, (timeout) => {
        const script = isolate.compileScriptSync(code, { filename: file });
        void script.runSync(context, { timeout, release: true });
        return undefined;
      });
    },
    enterWithMain(kind, timeoutMs) {
      const found = guard(timeoutMs, (timeout) => callWithMain.applySync(undefined, [kind], { timeout }));
      if (found.state !== "returned" || found.value === "function") return found;
      return { state: "noMain", found: String(found.value) };
    },
    dispose() {
      try {
        isolate.dispose();
      } catch {
        // Disposed already, by the memory limit.
      }
    },
  };
}

function textsOf(thrown: unknown): { name: string; message: string; stack: string } {
  if (typeof thrown === "string") return { name: "Error", message: thrown, stack: "" };
  const { name, message, stack } = Object(thrown) as Record<string, unknown>;
  const isError = typeof message === "string";
  return {
    name: typeof name === "string" ? name : "Error",
    message: isError ? message : "a value that is not an Error was thrown",
    stack: typeof stack === "string" ? stack : "",
  };
}
