import assert from "node:assert/strict";
import type { Json, JsonObject } from "../../runtime/contract/tools.ts";
import { withoutSecretArguments } from "../../runtime/run/secretArguments.ts";

const PASSWORD = { type: "string", format: "password" };
const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: "object", properties, ...more });

describe("Arguments that a tool calls secret", () => {
  const left = (parameters: JsonObject, args: unknown): unknown => withoutSecretArguments(args, parameters).args;

  for (const [where, parameters, args, expected] of [
    ["a password", object({ p: PASSWORD, q: {} }), { p: "x", q: "y" }, { p: "«secret»", q: "y" }],
    ["what is only written", object({ pin: { type: "integer", writeOnly: true } }), { pin: 1234 }, { pin: "«secret»" }],
    ["a whole object", object({ login: { writeOnly: true } }), { login: { a: 1 } }, { login: "«secret»" }],
    [
      "one within objects",
      object({ a: object({ b: object({ p: PASSWORD }) }) }),
      { a: { b: { p: "x", c: 1 } } },
      { a: { b: { p: "«secret»", c: 1 } } },
    ],
    [
      "those in a list",
      object({ all: { items: object({ p: PASSWORD }) } }),
      { all: [{ p: "x" }, { q: 1 }] },
      { all: [{ p: "«secret»" }, { q: 1 }] },
    ],
    [
      "one place of a list",
      object({ pair: { prefixItems: [{}, PASSWORD] } }),
      { pair: ["a", "x"] },
      { pair: ["a", "«secret»"] },
    ],
    [
      "one place of an older list",
      object({ pair: { items: [{}, PASSWORD], additionalItems: {} } }),
      { pair: ["a", "x", "b"] },
      { pair: ["a", "«secret»", "b"] },
    ],
    [
      "those with any name",
      object({ open: {} }, { additionalProperties: PASSWORD }),
      { open: "a", other: "x" },
      { open: "a", other: "«secret»" },
    ],
    [
      "one behind a reference",
      object({ p: { $ref: "#/$defs/secret" } }, { $defs: { secret: PASSWORD } }),
      { p: "x" },
      { p: "«secret»" },
    ],
    [
      "one of several shapes",
      object({ by: { oneOf: [object({ p: PASSWORD }), object({ key: {} })] } }),
      { by: { p: "x", key: "k" } },
      { by: { p: "«secret»", key: "k" } },
    ],
    [
      "one in a text that is an object's JSON",
      object({ login: object({ p: PASSWORD }) }),
      { login: '{"p":"x"}' },
      { login: '{"p":"«secret»"}' },
    ],
    ["one in arguments that came as a text", object({ p: PASSWORD }), '{"p":"x"}', '{"p":"«secret»"}'],
  ] as [string, JsonObject, Json, Json][])
    // prettier-ignore
    it(`are taken out: ${where}`, () => {
      const before = JSON.stringify(args);
      assert.deepEqual(withoutSecretArguments(args, parameters), { args: expected, redacted: true });
      assert.equal(JSON.stringify(args), before);
    });

  it("leave all others as they came", () => {
    const parameters = object({ p: PASSWORD, q: { type: "array" }, password: {} });
    const args = { q: ["x", null], password: " [not JSON", more: { p: "deeper" }, p: null };
    assert.deepEqual(withoutSecretArguments(args, parameters), { args, redacted: false });
    const none = { q: 1 };
    assert.equal(left(object({ q: {} }), none), none);
  });

  it("are taken out of a schema that holds itself, however deep", () => {
    const parameters = object({ p: PASSWORD, next: { $ref: "#" } });
    const deep = (levels: number): Json => (levels === 0 ? { p: "hunter2" } : { next: deep(levels - 1) });
    for (const levels of [5, 1000]) assert.doesNotMatch(JSON.stringify(left(parameters, deep(levels))), /hunter2/);
  });

  it("do not trip over a schema that goes round or points nowhere", () => {
    const parameters = object({ p: { $ref: "#/$defs/a" }, q: { $ref: "#/none" } }, { $defs: { a: { $ref: "#/$defs/b" }, b: { anyOf: [{ $ref: "#/$defs/a" }, PASSWORD] } } }); // prettier-ignore
    assert.deepEqual(left(parameters, { p: "x", q: 1 }), { p: "«secret»", q: 1 });
  });
});
