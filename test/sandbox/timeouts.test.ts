import assert from "node:assert/strict";
import { useSandbox, type RunOptions } from "./support.ts";

/** The machine that tests run on may be busy. */
const SLACK_MS = 2500;

describe("the deadline of a run", () => {
  const { run, value } = useSandbox();

  async function timesOut(
    code: string,
    options: RunOptions = {},
  ): Promise<{
    message: string;
    stack: string | undefined;
    hint: string | undefined;
    retryable: boolean | undefined;
  }> {
    const { outcome, ms } = await run(code, { timeoutMs: 500, ...options });
    assert.ok(!outcome.ok, JSON.stringify(outcome));
    assert.equal(outcome.error.code, "Timeout");
    assert.match(outcome.error.message, /^The run timed out after [\d.]+ s /);
    assert.ok(ms < (options.timeoutMs ?? 500) + SLACK_MS, `it took ${ms} ms`);
    assert.equal(await value("return 1"), 1);
    const { message, stack, hint, retryable } = outcome.error;
    return { message, stack, hint, retryable };
  }

  it("says the time in seconds", async () => {
    const { message } = await timesOut(`async function main() { await new Promise(() => {}); }`, { timeoutMs: 1000 });
    assert.ok(message.includes("1 s"), message);
  });

  it("ends an endless loop and names its line", async () => {
    const { message, stack } = await timesOut(`async function main() {\n  let i = 0;\n  for (;;) { i++; }\n}`);
    assert.ok(message.includes("in an endless loop at scripts/tool.js:3:"), message);
    assert.match(stack ?? "", /^ {4}at main \(scripts\/tool\.js:3:/);
  });

  it("ends a loop at the top level", async () => {
    assert.ok(
      (await timesOut(`let i = 0;\nfor (;;) { i++; }\nasync function main() {}`)).message.includes(
        "scripts/tool.js:2:",
      ),
    );
  });

  it("ends a loop after a host call", async () => {
    assert.ok(
      (await timesOut(`async function main() {\n  await g.http.get("x");\n  for (;;);\n}`)).message.includes(
        "scripts/tool.js:3:",
      ),
    );
  });

  it("ends a loop in what is returned", async () => {
    assert.ok(
      (await timesOut(`async function main() {\n  return { toJSON() { for (;;); } };\n}`)).message.includes(
        "scripts/tool.js:2:",
      ),
    );
  });

  it("ends a loop of awaits and says what it is", async () => {
    const { message } = await timesOut(`async function main() { for (;;) await null; }`);
    // V8 knows the line when it stops between two turns of the loop's own code.
    assert.match(message, /in a loop of awaits|in an endless loop at scripts\/tool\.js:1:/);
  });

  it("ends a wait for a promise that never settles and says so", async () => {
    const { message } = await timesOut(`async function main() { await new Promise(() => {}); }`);
    assert.ok(message.includes("waiting for a promise that never settles"), message);
  });

  it("names the host calls that had not come back, with their lines", async () => {
    const call = (): Promise<string> => new Promise(() => {});
    const { message, stack, hint } = await timesOut(
      `function load() {\n  return g.http.get("x");\n}\nasync function main() {\n  await Promise.all([load(), g.nav.navigateToUrl("y")]);\n}`,
      { call },
    );
    assert.ok(
      message.includes("waiting for g.http.get at scripts/tool.js:2:17, g.nav.navigateToUrl at scripts/tool.js:5:"),
      message,
    );
    assert.match(stack ?? "", /^ {4}at load \(scripts\/tool\.js:2:17\)\n {4}at main/);
    assert.match(hint ?? "", /timeoutMs/);
  });

  it("names a wait and a timer", async () => {
    assert.ok(
      (await timesOut(`async function main() {\n  await g.wait(60000);\n}`)).message.includes(
        "waiting for g.wait at scripts/tool.js:2:",
      ),
    );
    const timer = await timesOut(`async function main() {\n  for (;;) await new Promise((r) => setTimeout(r, 0));\n}`);
    assert.ok(timer.message.includes("waiting for setTimeout at scripts/tool.js:2:"), timer.message);
  });

  it("advises another try where it waited for a host call, and not for what the script does by itself", async () => {
    const call = (): Promise<string> => new Promise(() => {});
    const advises = async (body: string): Promise<boolean | undefined> =>
      (await timesOut(`async function main() { ${body} }`, { call })).retryable;
    assert.equal(await advises(`await g.http.get("x");`), true);
    assert.equal(await advises(`await Promise.all([g.wait(60000), g.http.get("x")]);`), true);
    assert.equal(await advises(`for (;;);`), false);
    assert.equal(await advises(`for (;;) g.log("x");`), false);
    assert.equal(await advises(`await new Promise(() => {});`), false);
    assert.equal(await advises(`await g.wait(60000);`), false);
    assert.equal(await advises(`return String(2n ** (2n ** 29n)).length;`), false);
  }).timeout(60_000);

  it("ends a loop of calls that nothing awaits", async () => {
    assert.ok(
      (await timesOut(`async function main() { for (;;) g.http.get("x"); }`)).message.includes("keeps calling g"),
    );
  });

  it("ends what V8 cannot interrupt by killing the process", async () => {
    const { message } = await timesOut(`async function main() { return String(2n ** (2n ** 29n)).length; }`);
    assert.ok(message.includes("stopped by force"), message);
  });

  it("ends a run that started too late at once", async () => {
    await timesOut(`async function main() { return 1; }`, { timeoutMs: 0.001 });
  });

  it("lets a script handle a slow call by its own time limit", async () => {
    const body = `
      const slow = g.http.get("x");
      const limit = new Promise((_, no) => setTimeout(() => no(new ToolError("Timeout", "too slow")), 20));
      try { return await Promise.race([slow, limit]); } catch (e) { return e.code; }`;
    assert.equal(await value(body, { call: () => new Promise(() => {}) }), "Timeout");
  });
});

describe("the memory of a run", () => {
  const { run, value } = useSandbox({ memoryMb: 64 });

  for (const [name, body] of [
    ["a growing list", `const a = []; for (;;) a.push(new Array(1000).fill(a.length + 0.5));`],
    ["growing texts", `const a = []; for (;;) a.push("x".repeat(1e6) + a.length);`],
    ["a growing map", `const m = new Map(); for (let i = 0; ; i++) m.set(i, { i });`],
    ["a huge list", `return Array(1e9).fill(0).length;`],
    [
      "a resizable buffer",
      `const b = new ArrayBuffer(1, { maxByteLength: 2 ** 30 }); b.resize(2 ** 30); new Uint8Array(b).fill(1); return b.byteLength;`,
    ],
  ] as const) {
    it(`ends with a clean error for ${name}`, async () => {
      const { outcome } = await run(`async function main() { ${body} }`, { timeoutMs: 20_000 });
      assert.ok(!outcome.ok, JSON.stringify(outcome));
      assert.equal(outcome.error.code, "MemoryLimit", outcome.error.message);
      assert.match(outcome.error.message, /memory/);
      assert.equal(await value("return 1"), 1);
    });
  }

  it("lets a script catch a buffer that does not fit", async () => {
    assert.equal(await value(`try { new Uint8Array(8e9); } catch (e) { return e.name; }`), "RangeError");
  });
});
