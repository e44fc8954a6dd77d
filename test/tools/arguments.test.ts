import assert from "node:assert/strict";
import type { JsonObject } from "../../runtime/contract/tools.ts";
import type { ToolError } from "../../runtime/errors.ts";
import { accepts, checker, properties, refuses, toolWith } from "./argumentSupport.ts";

describe("arguments that need no repair", () => {
  const none: unknown[] = [undefined, null, {}];
  for (const args of none) {
    it(`${JSON.stringify(args)} is no arguments`, () => {
      assert.deepEqual(accepts({}, args), {});
      assert.deepEqual(accepts({ type: "object", additionalProperties: false }, args), {});
    });
  }

  it("are given as they came, as an object of their own", () => {
    const args = { a: [1, { b: null }], c: "x" };
    const taken = accepts({}, args);
    assert.deepEqual(taken, args);
    assert.notEqual(taken["a"], args.a);
  });

  it("get the defaults of parameters that are left out", () => {
    const schema = properties({ n: { type: "integer", default: 20 }, q: properties({ m: { default: "x" } }) });
    assert.deepEqual(accepts(schema, { q: {} }), { n: 20, q: { m: "x" } });
  });

  it("may have the names of members of Object.prototype", () => {
    const schema = properties({ constructor: { type: "string" }, toString: { type: "string" } }, ["constructor"]);
    refuses(schema, {}, "constructor: is required");
    assert.deepEqual(Object.keys(accepts(schema, { constructor: "x" })), ["constructor"]);
    const hostile = JSON.parse('{"constructor":"x","__proto__":{"polluted":1}}') as unknown;
    const taken = accepts(schema, hostile);
    assert.ok(Object.hasOwn(taken, "__proto__"));
    assert.equal(JSON.stringify(taken), '{"constructor":"x","__proto__":{"polluted":1}}');
    assert.equal(({} as JsonObject)["polluted"], undefined);
  });

  it("may have such a name with a default in the schema", () => {
    assert.deepEqual(accepts(properties({ constructor: { type: "string", default: "q" } }), {}), {});
  });
});
describe("the refusal of arguments", () => {
  const ticket = properties(
    {
      title: { type: "string" },
      priority: { type: "string", enum: ["low", "medium", "high"] },
      n: { type: "integer" },
    },
    ["title"],
  );

  it("names every wrong parameter with what was expected and what came, and a call that fits", () => {
    const error = refuses(
      ticket,
      { titel: "x", priority: "urgent", n: "x" },
      "title: is required and missing",
      '"titel" came',
      'priority: expected one of "low", "medium", "high", got the string "urgent"',
      'n: expected an integer, got the string "x"',
    );
    assert.match(error.hint ?? "", /title \(a string, required\)/);
    assert.match(error.hint ?? "", /A call that fits: \{"title":"text"\}/);
    assert.deepEqual((error.details as { example: unknown }).example, { title: "text" });
  });

  it("shows the author's own example where there is one", () => {
    const tool = toolWith(ticket, { examples: [{ args: { title: "Lamp is broken", priority: "low" } }] });
    assert.throws(
      () => checker.check(tool, {}),
      (error: ToolError) => (error.hint ?? "").includes("Lamp is broken"),
    );
  });

  const texts: [string, JsonObject, unknown, RegExp][] = [
    [
      "an unknown parameter and the nearest known",
      properties({ keyword: {} }, [], { additionalProperties: false }),
      { keywrod: 1 },
      /keywrod: is not a parameter; did you mean "keyword"\?/,
    ],
    [
      "an unknown parameter and all known",
      properties({ a: {}, b: {} }, [], { additionalProperties: false }),
      { zzzz: 1 },
      /zzzz: is not a parameter \(known: a, b\)/,
    ],
    [
      "an unknown parameter of a tool that has none",
      { additionalProperties: false },
      { x: 1 },
      /x: is not a parameter \(there are none\)/,
    ],
    [
      "bounds",
      properties({ n: { type: "integer", minimum: 1, maximum: 50 } }),
      { n: 500 },
      /n: expected an integer from 1 up to 50, got the number 500/,
    ],
    [
      "an exclusive bound",
      properties({ n: { type: "number", exclusiveMinimum: 0 } }),
      { n: 0 },
      /n: expected a number above 0/,
    ],
    [
      "a format with an example",
      properties({ d: { type: "string", format: "date" } }),
      { d: "soon" },
      /in the format date, got the string "soon", for example "2026-01-31"/,
    ],
    [
      "a pattern with an example",
      properties({ c: { type: "string", pattern: "^#[0-9A-F]{6}$" } }),
      { c: "red" },
      /matches \^#\[0-9A-F\]\{6\}\$.*for example "#000000"/,
    ],
    [
      "a place deep inside",
      properties({ l: { type: "array", items: properties({ id: { type: "integer" } }) } }),
      { l: [{ id: 1 }, { id: "x" }] },
      /l\[1\]\.id: expected an integer/,
    ],
    [
      "a list that is too short",
      properties({ l: { type: "array", items: { type: "string" }, minItems: 2 } }),
      { l: ["a"] },
      /an array of a string, at least 2/,
    ],
    [
      "a list with a value twice",
      properties({ l: { type: "array", items: {}, uniqueItems: true } }),
      { l: [1, 1] },
      /l: expected an array.*duplicate/,
    ],
    [
      "the kinds of a union",
      properties({ v: { anyOf: [{ type: "integer" }, { type: "boolean" }] } }),
      { v: "x" },
      /v: expected an integer or true or false/,
    ],
    [
      "the shapes of a union",
      { anyOf: [properties({ url: {} }, ["url"]), properties({ text: {} }, ["text"])] },
      { nope: 1 },
      /one of 2 shapes, but \(1\) url: is required.*\(2\) text: is required/,
    ],
    [
      "the one arm of a union that was meant",
      properties({ v: { oneOf: [{ type: "string" }, properties({ id: { type: "integer" } }, ["id"])] } }),
      { v: { id: "x" } },
      /v\.id: expected an integer/,
    ],
    [
      "what a $ref points to",
      {
        $defs: { Q: properties({ query: { type: "string" }, limit: { type: "integer", maximum: 50 } }, ["query"]) },
        ...properties({ q: { $ref: "#/$defs/Q" } }, ["q"]),
      },
      { q: { limit: 500 } },
      /q\.limit: expected an integer up to 50[\s\S]*q\.query: is required/,
    ],
    [
      "a recursion",
      { ...properties({ name: { type: "string" }, kids: { type: "array", items: { $ref: "#" } } }, ["name"]) },
      { name: "a", kids: [{ name: "b", kids: [{}] }] },
      /kids\[0\]\.kids\[0\]\.name: is required/,
    ],
  ];
  for (const [title, schema, args, text] of texts) {
    it(`names ${title}`, () => void refuses(schema, args, text));
  }

  it("stays under 2 kB however much is wrong", () => {
    const names = Array.from({ length: 300 }, (_, n) => `parameter_with_a_long_name_${n}`);
    const schema = properties(
      Object.fromEntries(names.map((name) => [name, { type: "string", pattern: "x".repeat(300) }])),
      names,
    );
    const error = refuses(schema, Object.fromEntries(names.map((name) => [name, "y".repeat(1000)])));
    assert.ok(error.message.length < 2000, String(error.message.length));
    assert.ok((error.hint ?? "").length < 2000);
  });
});
