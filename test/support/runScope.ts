/** A stand-in for a run, and host calls called as a script calls them. */
import { z } from "zod";
import type { LogLevel } from "../../runtime/contract/guest.ts";
import type { HostCall, RunScope } from "../../runtime/hostCall.ts";

export interface FakeRun {
  scope: RunScope;
  logs: { level: LogLevel; text: string }[];
  cancel(reason?: unknown): void;
  /** Ends the run as the runtime does: what it opened is closed, last first. */
  end(): Promise<void>;
}

export function fakeRun(timeoutMs = 30_000): FakeRun {
  const controller = new AbortController();
  const deadline = performance.now() + timeoutMs;
  const owned: (() => void | Promise<void>)[] = [];
  const logs: FakeRun["logs"] = [];
  const scope: RunScope = {
    callId: "test",
    origin: "Mcp",
    signal: controller.signal,
    timeoutMs,
    remainingMs: () => Math.max(0, deadline - performance.now()),
    log: (level, text) => void logs.push({ level, text }),
    own: (dispose) => void owned.push(dispose),
  };
  return {
    scope,
    logs,
    cancel: (reason) => controller.abort(reason),
    async end() {
      for (const dispose of owned.splice(0).toReversed()) await dispose();
      controller.abort();
    },
  };
}

/** Calls a host call with its arguments by position, checked as the runtime checks them. */
export async function invoke<Scope extends RunScope>(
  calls: readonly HostCall<Scope>[],
  scope: Scope,
  name: string,
  ...given: unknown[]
): Promise<any> {
  const call = calls.find((one) => one.name === name);
  if (!call) throw new Error(`no host call ${name}`);
  const byName = Object.fromEntries(Object.keys(call.params).map((key, i) => [key, given[i]]));
  const value: unknown = await call.run(scope, z.object(call.params).parse(byName) as never);
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}
