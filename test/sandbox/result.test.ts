import assert from "node:assert/strict";
import { useSandbox } from "./support.ts";

describe("what main returns", () => {
  const { run, error, value } = useSandbox();

  async function result(expression: string): Promise<{ json: string; lost: string[] }> {
    const { outcome } = await run(`async function main() { return ${expression}; }`);
    assert.ok(outcome.ok, JSON.stringify(outcome));
    return { json: outcome.json, lost: outcome.lost };
  }

  for (const [expression, json] of [
    ["undefined", ""],
    ["null", "null"],
    ["'é \\u2028 \"q\"'", JSON.stringify('é \u2028 "q"')],
    ["-0", "0"],
    ["1e21", "1e+21"],
    ["new Date(0)", '"1970-01-01T00:00:00.000Z"'],
    ["new Map([['a', 1], ['b', new Map([[1, 2]])]])", '{"a":1,"b":[[1,2]]}'],
    ["new Set([1, 'x'])", '[1,"x"]'],
    ["Object.assign(new TypeError('bad'), { code: 'E1' })", '{"name":"TypeError","message":"bad","code":"E1"}'],
    [
      "[new Uint8Array([1, 2]), new Float64Array([1.5]), new Uint8Array([3]).buffer, new DataView(new ArrayBuffer(1))]",
      "[[1,2],[1.5],[3],[0]]",
    ],
    ["/a+/gi", '"/a+/gi"'],
    ["[new Number(1), new String('s'), new Boolean(false)]", '[1,"s",false]'],
    [
      "['Number', 'String', 'Boolean', 'Promise'].map((name) => ({ [Symbol.toStringTag]: name, a: 1 }))",
      '[{"a":1},{"a":1},{"a":1},{"a":1}]',
    ],
    ["{ get [Symbol.toStringTag]() { throw new Error('no name'); }, a: 1 }", '{"a":1}'],
    [
      "[Map, Set, RegExp].map((kind) => Object.assign(Object.create(kind.prototype), { a: 1 }))",
      '[{"a":1},{"a":1},{"a":1}]',
    ],
    ["{ toJSON() { return { a: 1 }; } }", '{"a":1}'],
    ["new URL('https://a.test/x')", '"https://a.test/x"'],
    ["new (class Point { x = 1; #y = 2; get z() { return 3; } })()", '{"x":1}'],
    ["{ __proto__: null, a: 1, [Symbol('s')]: 2 }", '{"a":1}'],
    ["{ 'a b': 1, '': 2 }", '{"a b":1,"":2}'],
    ["{ then: 1 }", '{"then":1}'],
    ["Promise.resolve(5)", "5"],
  ] as const) {
    it(`writes ${expression} as ${json === "" ? "nothing" : json}`, async () => {
      assert.deepEqual(await result(expression), { json, lost: [] });
    });
  }

  it("names what JSON cannot hold, by path", async () => {
    assert.deepEqual(
      await result(
        "{ items: [{ f() {} }, undefined, Symbol('s')], n: NaN, o: new Number(NaN), i: -Infinity, big: 12n, d: new Date(NaN), p: g.wait(1), u: undefined }",
      ),
      {
        json: '{"items":[{},null,null],"n":null,"o":null,"i":null,"big":"12","d":null,"p":null}',
        lost: [
          "items[0].f (function)",
          "items[1] (undefined)",
          "items[2] (symbol)",
          "n (NaN)",
          "o (NaN)",
          "i (-Infinity)",
          "big (BigInt, given as text)",
          "d (invalid Date)",
          "p (a Promise: await is missing)",
          "u (undefined)",
        ],
      },
    );
  });

  it("gives nothing for a function and says so", async () => {
    assert.deepEqual(await result("() => 1"), { json: "", lost: ["the result (function)"] });
  });

  it("keeps the list of losses short", async () => {
    const { lost } = await result("Array.from({ length: 100 }, () => NaN)");
    assert.equal(lost.length, 21);
    assert.equal(lost.at(-1), "and 80 more");
  });

  it("names the path of a circular value", async () => {
    const failure = await error(`async function main() { const o = { a: [{}] }; o.a[0]["my key"] = o; return o; }`);
    assert.equal(failure.code, "ScriptError");
    assert.equal(failure.message, 'The result is circular: it contains itself at a[0]["my key"]');
  });

  it("allows the same object twice", async () => {
    assert.deepEqual(await value("const o = { x: 1 }; return [o, o, { o }]"), [{ x: 1 }, { x: 1 }, { o: { x: 1 } }]);
  });

  it("refuses endless nesting", async () => {
    const failure = await error(
      `async function main() { let o = {}; for (let i = 0; i < 1e5; i++) o = { o }; return o; }`,
    );
    assert.match(failure.message, /^The result is nested deeper than 1000 levels at o\.o\./);
  });

  it("says how large a result is that is too large", async () => {
    const text = await error(`async function main() { return "x".repeat(5 * 1024 * 1024); }`);
    assert.equal(text.code, "ResultTooLarge");
    assert.equal(text.message, "The result is too large: 5 MB, the limit is 4 MB");
    const list = await error(
      `async function main() { return Array.from({ length: 300000 }, (_, id) => ({ id, name: "row " + id })); }`,
    );
    assert.match(list.message, /^The result is too large: \d+(\.\d)? MB, the limit is 4 MB$/);
  });

  it("takes a result just under the limit", async () => {
    const { json } = await result(`"x".repeat(4 * 1024 * 1024 - 2)`);
    assert.equal(json.length, 4 * 1024 * 1024);
  });

  it("reports an error that a getter or toJSON of the result throws", async () => {
    const failure = await error(
      `async function main() {\n  return { get a() { throw new RangeError("in getter"); } };\n}`,
    );
    assert.deepEqual(
      [failure.name, failure.message, failure.stack?.split("\n")[0]],
      ["RangeError", "in getter", "    at get a (scripts/tool.js:2:28)"],
    );
  });

  it("accepts main as a function, a constant, a plain function and a bundle's footer", async () => {
    for (const code of [
      "function main() { return 1; }",
      "const main = () => 1;",
      "let main = async function () { return 1; };",
      "var __tool = (() => ({ __main: async () => 1 }))();\nasync function main(){return __tool.__main()}",
      "\uFEFFasync function main() {\r\n  return 1;\r\n}\r\n",
      "#!/usr/bin/env node\nfunction main() { return 1; }",
    ]) {
      const { outcome } = await run(code);
      assert.deepEqual(outcome, { ok: true, json: "1", lost: [] }, code);
    }
  });

  it("says when there is no main function", async () => {
    assert.equal(
      (await error("async function run() {}", { file: "scripts/t.js" })).message,
      "scripts/t.js has no main function",
    );
    assert.equal((await error("", { file: "scripts/e.js" })).message, "scripts/e.js has no main function");
    assert.match((await error("const main = 5;")).message, /main in scripts\/tool\.js is no function but number/);
    assert.match((await error("")).hint ?? "", /async function main\(\)/);
  });
});
