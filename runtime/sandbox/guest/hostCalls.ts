/** Calls that wait for the host: each has an id, the place in the script that made it, and a promise. */
import type { Bridge } from "./bridge.ts";
import { toJson } from "./json.ts";
import {
  create,
  functionToString,
  mapClear,
  mapDelete,
  mapForEach,
  mapGet,
  MapClass,
  mapSet,
  parse,
  PromiseClass,
  stringify,
} from "./primordials.ts";
import { captureCallSite, framesOf, graftCallSite, ToolError, type CallSite } from "./toolError.ts";

const MAX_ARGS = 8 * 1024 * 1024;

export interface HostCalls {
  /** @param above The function of `g` that the script called; frames from there down are not the script's. */
  call(name: string, args: unknown[], above: (...args: never[]) => unknown): Promise<unknown>;
  settle(id: number, ok: boolean, json: string): void;
  /** JSON of `[{name, stack}]` for all that has not come back. */
  pending(): string;
  /** Other things that take time, such as g.wait and setTimeout, are listed as well. */
  track(name: string, above: (...args: never[]) => unknown): () => void;
  reset(): void;
}

interface Waiting {
  name: string;
  site: CallSite;
  resolve?: (value: unknown) => void;
  reject?: (reason: unknown) => void;
}

export function createHostCalls(bridge: Bridge): HostCalls {
  const waiting = new MapClass<number, Waiting>();
  let lastId = 0;

  function call(name: string, args: unknown[], above: (...args: never[]) => unknown): Promise<unknown> {
    const site = captureCallSite(above);
    return new PromiseClass((resolve, reject) => {
      try {
        const id = ++lastId;
        const refusal = send(id, name, argsToJson(name, args));
        if (refusal !== "")
          throw new ToolError("ScriptError", refusal, { hint: "Await calls before making more of them" });
        mapSet(waiting, id, { name, site, resolve, reject } satisfies Waiting);
      } catch (error) {
        reject(error instanceof ToolError ? graftCallSite(error, site) : error);
      }
    });
  }

  /** What the bridge throws when the stack is used up is a copy of the child's error with the child's paths: replaced by an own one. */
  function send(id: number, name: string, json: string): string {
    try {
      return bridge.call(id, name, json);
    } catch {
      throw new RangeError("Maximum call stack size exceeded");
    }
  }

  return {
    call,
    settle(id, ok, json) {
      const entry = mapGet(waiting, id) as Waiting | undefined;
      if (entry === undefined) return;
      mapDelete(waiting, id);
      if (ok) entry.resolve?.(json === "" ? undefined : (parse(json) as unknown));
      else entry.reject?.(graftCallSite(errorFromHost(parse(json) as Record<string, unknown>), entry.site));
    },
    pending() {
      let json = "";
      let count = 0;
      mapForEach(waiting, (value) => {
        if (count++ >= 10) return;
        const { name, site } = value as Waiting;
        const entry = create(null) as Record<string, string>;
        entry.name = name;
        entry.stack = framesOf(site);
        json += (json === "" ? "" : ",") + stringify(entry);
      });
      return `{"count":${count},"calls":[${json}]}`;
    },
    track(name, above) {
      const id = ++lastId;
      mapSet(waiting, id, { name, site: captureCallSite(above) } satisfies Waiting);
      return () => void mapDelete(waiting, id);
    },
    reset() {
      mapClear(waiting);
      lastId = 0;
    },
  };
}

/** A function of the script with the name of its call, for `g`. */
export function hostFunction(calls: HostCalls, name: string): (...args: unknown[]) => Promise<unknown> {
  const call = (...args: unknown[]): Promise<unknown> => calls.call(name, args, call);
  return call;
}

/** Arguments as a JSON list. A function becomes its source text, since only text crosses; undefined at the end is left out, elsewhere null. */
function argsToJson(name: string, args: unknown[]): string {
  let count = args.length;
  while (count > 0 && args[count - 1] === undefined) count--;
  let json = "";
  for (let i = 0; i < count; i++) {
    const arg = args[i];
    const what = `argument ${i + 1} of g.${name}`;
    const text = toJson(typeof arg === "function" ? functionToString(arg) : arg === undefined ? null : arg, {
      what,
      limit: MAX_ARGS,
      tooLarge: "InvalidArgument",
      onLost(path, kind) {
        if (kind === "undefined") return;
        throw new ToolError("InvalidArgument", `${what} must be plain data: ${path === "" ? "it" : path} is ${kind}`, {
          hint: "Pass text, numbers, booleans, lists and plain objects",
        });
      },
    });
    json += (i > 0 ? "," : "") + (text === "" ? "null" : text);
  }
  return `[${json}]`;
}

export function errorFromHost(data: Record<string, unknown>): ToolError {
  const { code, message, cause } = data;
  return new ToolError(
    typeof code === "string" ? code : "ScriptError",
    typeof message === "string" ? message : "unknown error",
    {
      hint: data.hint,
      retryable: data.retryable,
      details: data.details,
      cause: typeof cause === "object" && cause !== null ? errorFromHost(cause as Record<string, unknown>) : undefined,
    },
  );
}
