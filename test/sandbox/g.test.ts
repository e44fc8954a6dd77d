import assert from "node:assert/strict";
import { ToolError } from "../../runtime/errors.ts";
import { until, useSandbox } from "./support.ts";

describe("g inside the sandbox", () => {
  const sandbox = useSandbox();
  const { value, error, run } = sandbox;

  it("sends a host call's arguments as plain data and gives its value", async () => {
    const body = `return await g.http.get("https://a.test", { n: 1, skip: undefined, when: new Date(0), list: new Set([1]) }, undefined);`;
    assert.deepEqual(await value(body), {
      name: "http.get",
      args: ["https://a.test", { n: 1, when: "1970-01-01T00:00:00.000Z", list: [1] }],
    });
  });

  it("gives undefined for a host call without a value", async () => {
    assert.equal(await value(`return typeof (await g.dom.click("a"))`, { call: async () => "" }), "undefined");
  });

  it("sends a function as its source text, since code can only run in the page", async () => {
    assert.deepEqual(await value(`return (await g.http.get(() => document.title)).args`), ["() => document.title"]);
  });

  for (const [arg, path] of [
    ["{ a: { f() {} } }", "a.f is function"],
    ["{ list: [1, NaN] }", "list[1] is NaN"],
    ["Symbol('x')", "it is symbol"],
    ["{ n: 1n }", "n is BigInt"],
    ["{ p: Promise.resolve(1) }", "p is a Promise: await is missing"],
  ] as const) {
    it(`refuses ${arg} as an argument by its path`, async () => {
      const failure = await error(`async function main() { await g.http.get("x", ${arg}); }`);
      assert.equal(failure.code, "InvalidArgument");
      assert.ok(failure.message.includes(`argument 2 of g.http.get must be plain data: ${path}`), failure.message);
    });
  }

  it("throws what a host call rejects with, at the line of the call", async () => {
    const failure = await error(
      `async function helper() {\n  return await g.http.get("x");\n}\nasync function main() {\n  await helper();\n}`,
      {
        call: async () => {
          throw new ToolError("NetworkError", "connect ECONNREFUSED", {
            hint: "Start the server",
            details: { port: 1 },
          });
        },
      },
    );
    assert.deepEqual(failure, {
      name: "ToolError",
      code: "NetworkError",
      message: "connect ECONNREFUSED",
      hint: "Start the server",
      retryable: true,
      details: { port: 1 },
      stack: "    at helper (scripts/tool.js:2:23)\n    at main (scripts/tool.js:5:9)",
    });
  });

  it("lets a script catch a host call's error as a ToolError with its code", async () => {
    const call = async (): Promise<string> => {
      throw new ToolError("Timeout", "too slow", { hint: "wait" });
    };
    const body = `try { await g.http.get("x"); } catch (e) { return [e instanceof ToolError, e.name, e.code, e.message, e.hint, e.retryable]; }`;
    assert.deepEqual(await value(body, { call }), [true, "ToolError", "Timeout", "too slow", "wait", true]);
  });

  it("does not fail when a host call throws at once or with no error", async () => {
    const call = (): Promise<string> => {
      throw undefined; // oxlint-disable-line no-throw-literal, only-throw-error
    };
    assert.equal((await error(`async function main() { await g.http.get("x"); }`, { call })).code, "ScriptError");
  });

  it("makes calls at the same time", async () => {
    let open = 0;
    let most = 0;
    const call = async (): Promise<string> => {
      most = Math.max(most, ++open);
      await new Promise((resolve) => setTimeout(resolve, 20));
      open--;
      return "1";
    };
    assert.equal(
      await value(`return (await Promise.all([1, 2, 3, 4].map(() => g.http.get("x")))).length`, { call }),
      4,
    );
    assert.equal(most, 4);
  });

  it("names a call that this version does not have", async () => {
    const failure = await error(`async function main() {\n  await g.tabs.openTab("x");\n}`);
    assert.equal(failure.code, "Unavailable");
    assert.equal(failure.message, "g.tabs.openTab is not available in this version of Guidon");
    assert.equal(failure.stack, "    at main (scripts/tool.js:2:16)");
    const method = await error(`async function main() { g.nav.goTo("x"); }`);
    assert.equal(method.message, "g.nav.goTo is not available in this version of Guidon");
    assert.equal(method.hint, "g.nav has: navigateToUrl");
  });

  it("has every reserved group", async () => {
    const groups =
      "page tabs screenshot downloads network intercept session human store workspace data queue workers worker workflow workflows search pane layout clipboard";
    const body = `
      const out = [];
      for (const name of ${JSON.stringify(groups.split(" "))}) try { g[name].anything(); } catch (e) { out.push(e.code); }
      return out;`;
    assert.deepEqual(
      await value(body),
      groups.split(" ").map(() => "Unavailable"),
    );
  });

  it("can be awaited, printed and walked without harm", async () => {
    const body = `
      const awaited = await g.nav; console.log(g, g.nav);
      return [typeof g.nav.then, awaited === g.nav, String(g), String(g.nav), \`\${g.http}\`, typeof g.nav.toJSON, Object.keys(g.nav), JSON.stringify(g.tool) !== ""];`;
    assert.deepEqual(await value(body), [
      "undefined",
      true,
      "[g]",
      "[g.nav]",
      "[g.http]",
      "undefined",
      ["navigateToUrl"],
      true,
    ]);
  });

  it("is frozen and has no prototype", async () => {
    const body = `
      g.x = 1; try { g.http = 1; } catch {} try { g.http.get = 1; } catch {} globalThis.g = 1; g.tool.args.k = 2; g.tool.args.deep.list.push?.call;
      let pushed = "no"; try { g.tool.args.deep.list.push(3); pushed = "yes"; } catch {}
      return [typeof g, g.x ?? null, typeof g.http.get, Object.getPrototypeOf(g), g.tool.args, pushed, delete globalThis.g];`;
    assert.deepEqual(await value(body, { args: { k: 1, deep: { list: [1] } } }), [
      "object",
      null,
      "function",
      null,
      { k: 1, deep: { list: [1] } },
      "no",
      false,
    ]);
  });

  it("tells a script about its call", async () => {
    const body = `
      const t = g.tool; const left = t.remainingMs();
      return [t.name, t.callId, t.origin, t.timeoutMs, left > 0 && left <= 7000, t.isCanceled(), t.signal.aborted, t.signal === t.signal];`;
    assert.deepEqual(await value(body, { timeoutMs: 7000 }), ["tool", "call-1", "Mcp", 7000, true, false, false, true]);
  });

  it("reports progress through the host", async () => {
    const seen: unknown[] = [];
    const call = async (name: string, argsJson: string): Promise<string> => {
      seen.push([name, JSON.parse(argsJson)]);
      return "";
    };
    await value(
      `g.tool.reportProgress("half", { current: 1, total: 2 }); await g.tool.reportProgress("done"); return 1`,
      { call },
    );
    assert.deepEqual(seen, [
      ["tool.reportProgress", ["half", { current: 1, total: 2 }]],
      ["tool.reportProgress", ["done"]],
    ]);
  });

  it("ends with the code of g.tool.fail", async () => {
    const failure = await error(
      `async function main() {\n  g.tool.fail("EmptyResult", "No match", { hint: "Shorter", details: { n: 0 } });\n}`,
    );
    assert.deepEqual(failure, {
      name: "ToolError",
      code: "EmptyResult",
      message: "No match",
      hint: "Shorter",
      retryable: false,
      details: { n: 0 },
      stack: "    at main (scripts/tool.js:2:10)",
    });
  });

  it("keeps code and hint of an error at the top level of a script", async () => {
    const failure = await error(
      `g.tool.fail("EmptyResult", "No match", { hint: "Shorter" });\nasync function main() {}`,
    );
    assert.deepEqual(
      [failure.code, failure.hint, failure.stack],
      ["EmptyResult", "Shorter", "    at <anonymous> (scripts/tool.js:1:8)"],
    );
  });

  it("fires the signal at the deadline, and takes what main gives then", async () => {
    const body = `return await new Promise((r) => g.tool.signal.addEventListener("abort", () => r([g.tool.isCanceled(), g.tool.signal.reason.code])));`;
    assert.deepEqual(await value(body, { timeoutMs: 300 }), [true, "Timeout"]);
  });

  it("waits with g.wait and refuses what is no time", async () => {
    assert.equal(await value(`const t = Date.now(); await g.wait(30); return Date.now() - t >= 28`), true);
    const failure = await error(`async function main() { await g.wait("soon"); }`);
    assert.equal(failure.message, "g.wait: ms must be a number of at least 0, got soon");
  });

  it("tries again with g.flow.retry until it works", async () => {
    const body = `let n = 0; const got = await g.flow.retry((attempt) => { n++; if (attempt < 3) throw new ToolError("Timeout", "x", { retryable: true }); return attempt; }, { delayMs: 1 }); return [n, got];`;
    assert.deepEqual(await value(body), [3, 3]);
  });

  it("gives up with the last error of g.flow.retry, and at once for other codes", async () => {
    const body = `
      const out = [];
      for (const onCodes of [["Timeout"], ["NotFound"]]) {
        let n = 0;
        try { await g.flow.retry(() => { n++; throw new ToolError("Timeout", "try " + n); }, { attempts: 2, delayMs: 1, onCodes }); } catch (e) { out.push([n, e.message]); }
      }
      return out;`;
    assert.deepEqual(await value(body), [
      [2, "try 2"],
      [1, "try 1"],
    ]);
  });

  it("tries again only what can be tried again: what says so, and the codes that are listed", async () => {
    const body = `
      const tries = async (error, options) => { let n = 0; try { await g.flow.retry(() => { n++; throw error; }, { delayMs: 1, ...options }); } catch {} return n; };
      return [
        await tries(new Error("a mistake")), await tries(new ToolError("NotFound", "x")), await tries(undefined),
        await tries(new ToolError("NetworkError", "x", { retryable: true }), { onCodes: ["Timeout"] }),
        await tries(new ToolError("NotFound", "x"), { onCodes: ["NotFound"] }),
      ];`;
    assert.deepEqual(await value(body), [1, 1, 1, 3, 3]);
  });

  it("polls until the run's own end when no time is given", async () => {
    const { outcome } = await run(`async function main() { await g.flow.pollUntil(() => false, { everyMs: 20 }); }`, {
      timeoutMs: 400,
    });
    assert.ok(!outcome.ok);
    assert.equal(outcome.error.code, "Timeout");
  });

  it("knows what is left of its time when it had to wait before it began", async () => {
    const outcome = await sandbox.pool.run({
      tool: { name: "t", argsJson: "{}", callId: "c", origin: "Mcp", timeoutMs: 10_000 },
      code: "async function main() { return [g.tool.timeoutMs, g.tool.remainingMs()]; }",
      file: "scripts/t.js",
      deadline: performance.now() + 3000,
      signal: new AbortController().signal,
      call: async () => "",
      log() {},
    });
    assert.ok(outcome.ok);
    const [timeoutMs, leftMs] = JSON.parse(outcome.json) as [number, number];
    assert.equal(timeoutMs, 10_000);
    assert.ok(leftMs > 1000 && leftMs <= 3001, `${leftMs} ms`);
  });

  it("polls with g.flow.pollUntil and says how often it tried", async () => {
    const body = `
      let n = 0; const got = await g.flow.pollUntil(() => ++n > 2 && "there", { everyMs: 1 });
      try { await g.flow.pollUntil(() => false, { everyMs: 5, timeoutMs: 20 }); } catch (e) { return [got, e.code, e.message]; }`;
    const [got, code, message] = (await value(body)) as string[];
    assert.deepEqual([got, code], ["there", "Timeout"]);
    assert.match(message ?? "", /^g\.flow\.pollUntil: the condition was not met in 0\.02 s \(tried \d+ times\)$/);
  });

  it("drops answers that come after main returned", async () => {
    let answer: ((json: string) => void) | undefined;
    const call = (): Promise<string> => new Promise((resolve) => (answer = resolve));
    const { outcome } = await run(`async function main() { g.http.get("slow"); return "early"; }`, { call });
    assert.deepEqual(outcome, { ok: true, json: '"early"', lost: [] });
    await until("the call arrived", () => answer !== undefined);
    answer?.("1");
    assert.equal(await value("return 1"), 1);
  });
});
