import assert from "node:assert/strict";
import { useSandbox } from "./support.ts";

describe("errors of scripts", () => {
  const { error, run } = useSandbox();

  it("show the author's line after a host call, and only the script's own frames", async () => {
    const failure = await error(
      `function helper() {\n  throw new TypeError("boom at line 2");\n}\nasync function main() {\n  await g.http.get("x");\n  helper();\n}`,
    );
    assert.deepEqual(failure, {
      name: "TypeError",
      code: "ScriptError",
      message: "boom at line 2",
      stack: "    at helper (scripts/tool.js:2:9)\n    at main (scripts/tool.js:6:3)",
    });
  });

  it("show the line of something that is not defined", async () => {
    const failure = await error(
      `// line 1\nasync function main() {\n  return await helper();\n}\nasync function helper() {\n\n  return missingThing.value;\n}`,
    );
    assert.equal(failure.message, "missingThing is not defined");
    assert.match(failure.stack ?? "", /^ {4}at helper \(scripts\/tool\.js:7:3\)/);
  });

  it("show lines in files whose path has spaces and brackets", async () => {
    const failure = await error(`function main() {\n  null.x;\n}`, { file: "scripts/my tool (1).js" });
    assert.equal(failure.stack, "    at main (scripts/my tool (1).js:2:8)");
  });

  it("keep code, hint and the chain of causes", async () => {
    const failure = await error(`async function main() {
      try { null.x; } catch (cause) { throw Object.assign(new Error("outer", { cause }), { code: "E_OUTER", hint: "look inside" }); }
    }`);
    assert.deepEqual([failure.name, failure.code, failure.hint], ["Error", "E_OUTER", "look inside"]);
    assert.equal(failure.cause?.name, "TypeError");
    assert.match(failure.cause?.stack ?? "", /scripts\/tool\.js:2:/);
  });

  it("keep the errors of an AggregateError", async () => {
    const failure = await error(
      `async function main() { await Promise.any([Promise.reject(new Error("a")), Promise.reject(new Error("b"))]); }`,
    );
    assert.equal(failure.name, "AggregateError");
    assert.deepEqual(
      failure.errors?.map((each) => each.message),
      ["a", "b"],
    );
  });

  it("end a cause that is its own cause", async () => {
    const failure = await error(`async function main() { const e = new Error("round"); e.cause = e; throw e; }`);
    let depth = 0;
    for (let each = failure.cause; each !== undefined; each = each.cause) depth++;
    assert.equal(depth, 5);
  });

  for (const [thrown, message] of [
    ["'just a string'", "just a string"],
    ["undefined", "The script threw undefined"],
    ["{ code: 5 }", "The script threw a value that is not an Error: { code: 5 }"],
    ["{ message: 'like an error', code: 'X' }", "like an error"],
    [
      "new Proxy({}, { get() { throw 1; }, getPrototypeOf() { throw 2; } })",
      "The script threw a value that is not an Error: [unprintable]",
    ],
    ["Symbol('s')", "The script threw Symbol(s)"],
    ["null", "The script threw null"],
  ] as const) {
    it(`put words to ${thrown}`, async () => {
      assert.equal((await error(`async function main() { throw ${thrown}; }`)).message, message);
    });
  }

  it("cut texts without end", async () => {
    const failure = await error(
      `async function main() { throw Object.assign(new Error("x".repeat(5e6)), { details: "y".repeat(5e6) }); }`,
    );
    assert.equal(failure.message.length, 10_000);
    assert.equal(failure.details, undefined);
  });

  it("name line and column of a syntax error", async () => {
    const failure = await error(`async function main() {\n  const x = ;\n}`);
    assert.deepEqual(failure, {
      name: "SyntaxError",
      code: "ScriptError",
      message: "Unexpected token ';' (scripts/tool.js:2:13)",
      stack: "    at <anonymous> (scripts/tool.js:2:13)",
    });
  });

  it("name what a module statement or a top-level return is", async () => {
    assert.match(
      (await error(`import fs from "fs";\nasync function main() {}`)).message,
      /import .*scripts\/tool\.js:1:1/,
    );
    assert.match((await error(`export async function main() {}`)).message, /export/);
    assert.match((await error(`return 1;`)).message, /return .*scripts\/tool\.js:1:1/);
  });

  it("come from the top level too", async () => {
    const failure = await error(`const x = 1;\nthrow new RangeError("top");\nasync function main() {}`);
    assert.deepEqual(failure, {
      name: "RangeError",
      code: "ScriptError",
      message: "top",
      stack: "    at <anonymous> (scripts/tool.js:2:7)",
    });
  });

  it("explain import() of a module", async () => {
    const failure = await error(`async function main() {\n  return await import("fs");\n}`);
    assert.equal(failure.message, "import() is not available in a tool script");
    assert.match(failure.stack ?? "", /scripts\/tool\.js:2:/);
  });

  it("end deep recursion with its line", async () => {
    const failure = await error(`function f(n) {\n  return 1 + f(n + 1);\n}\nasync function main() { return f(0); }`);
    assert.equal(failure.name, "RangeError");
    assert.match(failure.stack ?? "", /^ {4}at f \(scripts\/tool\.js:[12]:/);
  });

  it("hold no path and no frame of Guidon itself", async () => {
    const { outcome } = await run(
      `async function main() { try { await g.http.get(1n); } catch (e) { return e.stack + new Error("x").stack; } }`,
    );
    assert.ok(outcome.ok);
    assert.doesNotMatch(outcome.json, /sandbox\.cjs|node:|file:\/\/|isolated-vm boundary/);
  });

  it("do not fail a run when nothing handled them, and leave a warning with the line", async () => {
    const { outcome, logs } = await run(
      `async function main() {\n  Promise.reject(new Error("floating"));\n  await g.http.get("x");\n  return 1;\n}`,
    );
    assert.deepEqual(outcome, { ok: true, json: "1", lost: [] });
    assert.deepEqual(logs, [
      "warn Nothing handled an error when it came (await missing?): Error: floating at scripts/tool.js:2:18",
    ]);
  });

  it("do not fail a run when they are late or in a timer", async () => {
    const late = await run(
      `async function main() { g.http.get("x").then(() => { throw new Error("late"); }); await g.http.get("y"); await g.http.get("z"); return 1; }`,
    );
    const timer = await run(
      `async function main() { setTimeout(() => { throw new Error("tick"); }, 1); await g.wait(30); return 2; }`,
    );
    assert.deepEqual(
      [late.outcome, timer.outcome].map((each) => each.ok && each.json),
      ["1", "2"],
    );
    assert.match(late.logs.join(), /late/);
    assert.match(timer.logs.join(), /tick/);
  });

  it("do not reach the next run", async () => {
    await run(
      `async function main() { g.http.get("x").then(() => { throw new Error("old"); }); setTimeout(() => { throw 1; }, 5); return 1; }`,
    );
    for (let i = 0; i < 4; i++) {
      const { outcome, logs } = await run(`async function main() { await g.wait(5); return "clean"; }`);
      assert.deepEqual([outcome.ok && outcome.json, logs], ['"clean"', []]);
    }
  });

  it("say the same word for a forged timeout as for any other error", async () => {
    const { outcome, logs } = await run(
      `async function main() { Promise.reject(new Error("Script execution timed out.")); await g.wait(1); return 1; }`,
    );
    assert.equal(outcome.ok, true);
    assert.match(logs.join(), /timed out/);
  });
});
