/**
 * A host call: one thing a script can ask of the runtime through `g`.
 * Each is a literal in a flat list of its feature (browser/navCalls.ts, http/httpCalls.ts, …). Typings, reference page, dispatch and the
 * coverage test are made from these literals, so nothing about a call stands anywhere else.
 */
import type { z } from "zod";
import type { LogLevel, RunOrigin } from "./contract/guest.ts";

/** What every host call can see of its run. */
export interface RunScope {
  readonly callId: string;
  readonly origin: RunOrigin;
  /** Fires when the run is canceled, reaches its deadline, or ends. Every wait of a host call must end on it. */
  readonly signal: AbortSignal;
  /** Milliseconds that the whole run may take. */
  readonly timeoutMs: number;
  /** Milliseconds left of the run's deadline, never below 0. Monotonic clock. */
  remainingMs(): number;
  log(level: LogLevel, text: string): void;
  /** A run owns what it opens: `dispose` is called when the run ends, last opened first. */
  own(dispose: () => void | Promise<void>): void;
}

/** A described call. `run` is absent for what the guest does by itself (g.wait, g.flow.retry, g.tool.args …). */
export interface HostCall<Scope = RunScope> {
  /** Dotted, without g: "nav.navigateToUrl". */
  readonly name: string;
  /** Version that brought it. */
  readonly since: string;
  /** Markdown; the first sentence stands alone. */
  readonly doc: string;
  /** Ordered by position; the last is an options object where there are options. `.describe()` each. */
  readonly params: z.ZodRawShape;
  /** TypeScript text of what the promise gives: "{ url: string; title: string }". */
  readonly returns: string;
  /** A line or a few of script. */
  readonly example: string;
  readonly run: (scope: Scope, args: never) => unknown;
}

/**
 * Types one feature's calls: `const call = hostCallFor<BrowserScope>(); export const navCalls = [call({...}), …]`.
 * `args` has a property for each of `params`, already checked.
 */
export function hostCallFor<Scope extends RunScope>() {
  return <Params extends z.ZodRawShape>(
    call: Omit<HostCall<Scope>, "params" | "run"> & {
      params: Params;
      run: (scope: Scope, args: z.infer<z.ZodObject<Params>>) => unknown;
    },
  ): HostCall<Scope> => call;
}
