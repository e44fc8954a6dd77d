import assert from "node:assert/strict";
import { useSandbox } from "./support.ts";

describe("the log of a run", () => {
  const { run } = useSandbox();

  async function logs(body: string): Promise<string[]> {
    const ran = await run(`async function main() { ${body} }`);
    assert.ok(ran.outcome.ok, JSON.stringify(ran.outcome));
    return ran.logs;
  }

  it("has the levels of g.log and console", async () => {
    assert.deepEqual(
      await logs(
        `g.log("a"); g.log.debug("b"); g.log.info("c"); g.log.warn("d"); g.log.error("e"); console.log("f"); console.debug("g"); console.warn("h"); console.error("i");`,
      ),
      ["info a", "debug b", "info c", "warn d", "error e", "info f", "debug g", "warn h", "error i"],
    );
  });

  for (const [args, text] of [
    [`"a", { b: 1 }, [1n]`, "a { b: 1 } [ 1n ]"],
    [`"%s has %d items: %j 100%%", "cart", 3, { a: 1 }`, "cart has 3 items: { a: 1 } 100%"],
    [`null, undefined, true, -0, Symbol("s")`, "null undefined true -0 Symbol(s)"],
    [`new Map([["k", 1]]), new Set(["v"])`, 'Map { "k" => 1 } Set { "v" }'],
    [`() => {}, function named() {}, class Point {}`, "[Function (anonymous)] [Function: named] [class: Point]"],
    [`new Date(0), /x/g, new Uint8Array([1])`, "1970-01-01T00:00:00.000Z /x/g Uint8Array [ 1 ]"],
    [`{ a: { b: { c: { d: { e: 1 } } } } }`, "{ a: { b: { c: { d: [Object] } } } }"],
    [`(() => { const o = { "my key": 1 }; o.me = o; return o; })()`, '{ "my key": 1, me: [Circular] }'],
    [`new (class Point { x = 1; })()`, "Point { x: 1 }"],
    [`Promise.resolve(1)`, "Promise { await it to see its value }"],
    [`new Proxy({}, { ownKeys() { throw 1; } })`, "[unprintable]"],
  ] as const) {
    it(`prints ${args}`, async () => {
      assert.deepEqual(await logs(`console.log(${args});`), [`info ${text}`]);
    });
  }

  it("shortens long lists and long lines", async () => {
    const [list = "", text = ""] = await logs(
      `console.log(Array.from({ length: 1000 }, (_, i) => i)); console.log("x".repeat(1e6));`,
    );
    assert.match(list, /… 900 more items/);
    assert.ok(text.length < 11_000 && text.endsWith("(shortened)"));
  });

  it("stops after too many lines and says so once", async () => {
    const lines = await logs(`for (let i = 0; i < 5000; i++) console.log(i);`);
    assert.equal(lines.length, 2001);
    assert.match(lines.at(-1) ?? "", /^warn The run logged too much/);
  });

  it("stops after too much text", async () => {
    const lines = await logs(`for (let i = 0; i < 500; i++) console.log("x".repeat(9000));`);
    assert.ok(lines.join("").length < 300_000);
  });

  it("has the helpers of console", async () => {
    const lines = await logs(
      `console.count(); console.count(); console.assert(1 > 2, "odd"); console.table([{ a: 1 }]); console.time("t"); console.timeEnd("t"); console.dir({ a: 1 });`,
    );
    assert.deepEqual(lines.slice(0, 4), [
      "info default: 1",
      "info default: 2",
      "error Assertion failed: odd",
      "info [ { a: 1 } ]",
    ]);
    assert.match(lines[4] ?? "", /^info t: \d+ ms$/);
  });
});
