import assert from "node:assert/strict";
import { join } from "node:path";
import type { SandboxPool } from "../../runtime/run/sandboxPool.ts";
import { isAlive, runScript, sandboxFile, startPool, until } from "./support.ts";

const LOOP = `async function main() { for (;;); }`;
const HANG = `async function main() { await g.http.get("x"); }`;
const ONE = `async function main() { return 1; }`;

describe("the pool of sandbox processes", () => {
  let pool: SandboxPool;
  afterEach(() => pool.dispose());

  async function one(): Promise<unknown> {
    const { outcome } = await runScript(pool, ONE);
    return outcome.ok ? outcome.json : outcome.error.message;
  }

  /** Starts a run and resolves when its first host call is there; `ended` is its outcome. */
  async function busy(signal?: AbortSignal): Promise<{ ended: ReturnType<typeof runScript> }> {
    let called = false;
    const call = (): Promise<string> => new Promise(() => void (called = true));
    const ended = runScript(pool, HANG, { call, ...(signal ? { signal } : {}) });
    await until("the run is under way", () => called);
    return { ended };
  }

  it("keeps spares, and starting it again starts no more", async () => {
    pool = await startPool({ spares: 2 });
    pool.warm();
    pool.warm();
    assert.equal(pool.pids().length, 2);
    assert.equal(await one(), "1");
    assert.equal(pool.pids().length, 2);
  });

  it("uses a child again after a clean end", async () => {
    pool = await startPool({ spares: 1, max: 1 });
    await one();
    const pids = pool.pids();
    await runScript(pool, `async function main() { throw new Error("the script's own"); }`);
    await runScript(pool, `async function main() { throw new ToolError("Timeout", "the script's own"); }`);
    await one();
    assert.deepEqual(pool.pids(), pids);
  });

  it("has no child left that ran into its deadline", async () => {
    pool = await startPool({ spares: 1, max: 1 });
    await one();
    const [pid = 0] = pool.pids();
    const { outcome } = await runScript(pool, LOOP, { timeoutMs: 200 });
    assert.equal(outcome.ok ? "" : outcome.error.code, "Timeout");
    await until("the child is gone", () => !isAlive(pid));
    assert.equal(await one(), "1");
  });

  it("lets no more than max compute at a time, in the order they came", async () => {
    pool = await startPool({ spares: 1, max: 2 });
    const order: number[] = [];
    let most = 0;
    await Promise.all(
      Array.from({ length: 6 }, async (_, i) => {
        const code = `async function main() { const end = Date.now() + 100; while (Date.now() < end); return ${i}; }`;
        const { outcome } = await runScript(pool, code);
        assert.ok(outcome.ok);
        order.push(Number(outcome.json));
        most = Math.max(most, pool.pids().length);
      }),
    );
    assert.ok(most <= 2, `${most} children`);
    assert.ok(
      order.every((value, at) => Math.abs(value - at) <= 1),
      order.join(),
    );
  });

  it("starts no more than maxChildren, whatever they wait for", async () => {
    pool = await startPool({ spares: 1, max: 1, maxChildren: 3 });
    let most = 0;
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        const { outcome } = await runScript(pool, `async function main() { await g.wait(50); }`);
        assert.ok(outcome.ok);
        most = Math.max(most, pool.pids().length);
      }),
    );
    assert.equal(most, 3);
  });

  it("is not held up by runs that wait for a host call or a timer", async () => {
    pool = await startPool({ spares: 1, max: 2 });
    const done = new AbortController();
    const waiting = [
      await busy(done.signal),
      await busy(done.signal),
      {
        ended: runScript(pool, `async function main() { await g.wait(60000); }`, {
          signal: done.signal,
          timeoutMs: 60_000,
        }),
      },
      await busy(done.signal),
    ];
    const { outcome, ms } = await runScript(pool, ONE, { timeoutMs: 5000 });
    assert.deepEqual(outcome, { ok: true, json: "1", lost: [] });
    assert.ok(ms < 4000, `${ms} ms`);
    done.abort();
    await Promise.all(waiting.map(({ ended }) => ended));
  });

  it("begins a run as soon as one that computed waits", async () => {
    pool = await startPool({ spares: 1, max: 1 });
    let started = false;
    const code = `async function main() {
      console.log("go"); await g.wait(1);
      const end = Date.now() + 400; while (Date.now() < end);
      await g.wait(60000);
    }`;
    const done = new AbortController();
    const first = runScript(pool, code, { signal: done.signal, onLog: () => (started = true), timeoutMs: 60_000 });
    await until("it started", () => started);
    assert.equal(await one(), "1");
    done.abort();
    const { outcome } = await first;
    assert.equal(outcome.ok ? "" : outcome.error.code, "Canceled");
  });

  it("ends a run that takes none of the answers it asked for", async () => {
    pool = await startPool({ spares: 1, memoryMb: 16 });
    const big = JSON.stringify("x".repeat(4 * 1024 * 1024));
    const code = `async function main() { for (let i = 0; i < 100; i++) g.http.get("x"); await g.wait(1); for (;;); }`;
    const { outcome } = await runScript(pool, code, { call: async () => big });
    assert.equal(outcome.ok ? "" : outcome.error.code, "MemoryLimit");
    assert.equal(await one(), "1");
  });

  it("counts the time in the queue", async () => {
    pool = await startPool({ spares: 1, max: 1, maxChildren: 1 });
    await busy();
    const { outcome, ms } = await runScript(pool, ONE, { timeoutMs: 200 });
    assert.ok(!outcome.ok);
    assert.equal(outcome.error.code, "Timeout");
    assert.match(outcome.error.message, /after 0\.2 s waiting for its turn/);
    assert.ok(ms >= 195 && ms < 2000, `${ms} ms`);
  });

  it("cancels a run that waits in the queue", async () => {
    pool = await startPool({ spares: 1, max: 1, maxChildren: 1 });
    await busy();
    const caller = new AbortController();
    const waiting = runScript(pool, ONE, { signal: caller.signal });
    caller.abort();
    const { outcome } = await waiting;
    assert.equal(outcome.ok ? "" : outcome.error.code, "Canceled");
  });

  it("cancels a run that spins, at once, and is ready for the next", async () => {
    pool = await startPool({ spares: 2 });
    await one();
    const before = pool.pids();
    const caller = new AbortController();
    let started = false;
    const spinning = runScript(pool, `async function main() { console.log("go"); await g.wait(1); for (;;); }`, {
      signal: caller.signal,
      onLog: () => (started = true),
    });
    await until("it started", () => started);
    caller.abort();
    const { outcome } = await spinning;
    assert.equal(outcome.ok ? "" : outcome.error.code, "Canceled");
    assert.equal(await one(), "1");
    await until("the canceled child is gone", () => before.filter(isAlive).length === 1);
  });

  it("does not start what is canceled already", async () => {
    pool = await startPool();
    const { outcome } = await runScript(pool, ONE, { signal: AbortSignal.abort() });
    assert.equal(outcome.ok ? "" : outcome.error.code, "Canceled");
    assert.deepEqual(pool.pids(), []);
  });

  it("answers when its child is killed in the middle of a run", async () => {
    pool = await startPool({ spares: 1, max: 1 });
    const { ended } = await busy();
    const [pid = 0] = pool.pids();
    process.kill(pid, "SIGKILL");
    const { outcome } = await ended;
    assert.ok(!outcome.ok);
    assert.equal(outcome.error.code, "SandboxCrashed");
    assert.match(outcome.error.message, /SIGKILL/);
    assert.equal(await one(), "1");
  });

  it("replaces a spare that dies", async () => {
    pool = await startPool({ spares: 2 });
    await one();
    const [pid = 0] = pool.pids();
    process.kill(pid, "SIGKILL");
    await until("there is another", () => pool.pids().length === 2 && !pool.pids().includes(pid));
    assert.equal(await one(), "1");
  });

  it("says why children do not start, and does not start them over and over", async () => {
    pool = await startPool({ addonFile: join(import.meta.dirname, "support.ts") });
    const { outcome } = await runScript(pool, ONE);
    assert.ok(!outcome.ok);
    assert.equal(outcome.error.code, "SandboxCrashed");
    assert.match(outcome.error.message, /does not start \(.*Error/);
    await until("no child is left", () => pool.pids().length === 0);
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.deepEqual(pool.pids(), []);
  });

  it("gives an outcome when files of the sandbox or Node itself are missing", async () => {
    pool = await startPool({ childFile: "/nowhere/sandbox.cjs" });
    const noFile = await runScript(pool, ONE);
    assert.equal(noFile.outcome.ok ? "" : noFile.outcome.error.code, "SandboxCrashed");
    const noNode = await startPool({ nodeFile: "/nowhere/node" });
    const { outcome } = await runScript(noNode, ONE);
    await noNode.dispose();
    assert.equal(outcome.ok ? "" : outcome.error.code, "SandboxCrashed");
  });

  it("ends all runs and leaves no process when it is disposed", async () => {
    pool = await startPool({ spares: 2, max: 2, maxChildren: 2 });
    const first = await busy();
    const second = await busy();
    const third = runScript(pool, ONE);
    const pids = pool.pids();
    await pool.dispose();
    assert.deepEqual(pids.filter(isAlive), []);
    const outcomes = [(await first.ended).outcome, (await second.ended).outcome, (await third).outcome];
    assert.ok(
      outcomes.every((outcome) => !outcome.ok),
      JSON.stringify(outcomes),
    );
    const { outcome } = await runScript(pool, ONE);
    assert.equal(outcome.ok ? "" : outcome.error.code, "Canceled");
  });

  it("runs without compiled code when high isolation is asked for", async () => {
    pool = await startPool({ highIsolation: true, childFile: await sandboxFile() });
    const { outcome } = await runScript(
      pool,
      `async function main() { return (await g.http.get("x")).name + typeof WebAssembly; }`,
    );
    assert.deepEqual(outcome, { ok: true, json: '"http.getundefined"', lost: [] });
  });
});
