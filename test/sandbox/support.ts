/** A real pool of real children for a describe block, and scripts run in it. */
import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleSandbox } from "../../build.ts";
import type { ErrorData, GuestOutcome } from "../../runtime/contract/guest.ts";
import { silentLog } from "../../runtime/log.ts";
import { createSandboxPool, type SandboxPool, type SandboxPoolOptions } from "../../runtime/run/sandboxPool.ts";

export const CALLS = ["nav.navigateToUrl", "http.get", "http.makeHttpRequest", "dom.click", "secrets.getSecret"];

export interface RunOptions {
  args?: unknown;
  timeoutMs?: number;
  signal?: AbortSignal;
  file?: string;
  call?: (name: string, argsJson: string) => Promise<string>;
  onLog?: (level: string, text: string) => void;
}

export interface Ran {
  outcome: GuestOutcome;
  /** "level text" each. */
  logs: string[];
  ms: number;
}

let bundle: Promise<string> | undefined;

/** Path of the bundled child, made once. */
export function sandboxFile(): Promise<string> {
  bundle ??= (async () => {
    const dir = await mkdtemp(join(tmpdir(), "guidon-sandbox-test-"));
    process.once("exit", () => rmSync(dir, { recursive: true, force: true }));
    await bundleSandbox(dir);
    return join(dir, "sandbox.cjs");
  })();
  return bundle;
}

export async function startPool(options: Partial<SandboxPoolOptions> = {}): Promise<SandboxPool> {
  return createSandboxPool({ childFile: await sandboxFile(), calls: CALLS, log: silentLog, ...options });
}

export async function runScript(pool: SandboxPool, code: string, options: RunOptions = {}): Promise<Ran> {
  const { args = {}, timeoutMs = 10_000, file = "scripts/tool.js", call = answerCall } = options;
  const logs: string[] = [];
  const start = performance.now();
  const outcome = await pool.run({
    tool: { name: "tool", argsJson: JSON.stringify(args), callId: "call-1", origin: "Mcp", timeoutMs },
    code,
    file,
    deadline: start + timeoutMs,
    signal: options.signal ?? new AbortController().signal,
    call,
    log(level, text) {
      logs.push(`${level} ${text}`);
      options.onLog?.(level, text);
    },
  });
  return { outcome, logs, ms: performance.now() - start };
}

/** The host of most tests: gives back what it was asked. */
async function answerCall(name: string, argsJson: string): Promise<string> {
  return JSON.stringify({ name, args: JSON.parse(argsJson) as unknown });
}

export interface Sandbox {
  pool: SandboxPool;
  run(code: string, options?: RunOptions): Promise<Ran>;
  /** Runs the body of an async main and gives what it returned. */
  value(body: string, options?: RunOptions): Promise<unknown>;
  /** Runs a whole script that must fail. */
  error(code: string, options?: RunOptions): Promise<ErrorData>;
}

/** Call inside describe. */
export function useSandbox(options: Partial<SandboxPoolOptions> = {}): Sandbox {
  let pool: SandboxPool | undefined;
  before(async () => void (pool = await startPool(options)));
  after(() => pool?.dispose());
  const current = (): SandboxPool => {
    if (pool === undefined) throw new Error("the pool is not started");
    return pool;
  };
  return {
    get pool() {
      return current();
    },
    run: (code, runOptions) => runScript(current(), code, runOptions),
    async value(body, runOptions) {
      const { outcome } = await runScript(current(), `async function main() {\n${body}\n}`, runOptions);
      if (!outcome.ok) throw new Error(`${outcome.error.name}: ${outcome.error.message}\n${outcome.error.stack}`);
      return outcome.json === "" ? undefined : (JSON.parse(outcome.json) as unknown);
    },
    async error(code, runOptions) {
      const { outcome } = await runScript(current(), code, runOptions);
      if (outcome.ok) throw new Error(`it did not fail but gave ${outcome.json}`);
      return outcome.error;
    },
  };
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Waits until something holds, and fails with its name when it does not in time. */
export async function until(what: string, holds: () => boolean, ms = 5000): Promise<void> {
  const end = performance.now() + ms;
  while (!holds()) {
    if (performance.now() > end) throw new Error(`in ${ms} ms it did not come true: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
