import assert from "node:assert/strict";
import type { Json, JsonObject } from "../../runtime/contract/tools.ts";
import { ToolError } from "../../runtime/errors.ts";
import { accepts, checker, properties, refuses, toolWith } from "./argumentSupport.ts";

describe("arguments that could hang or break the process", () => {
  const patterns = ["^(a+)+$", "^(a|aa)+\\1?$", "^(?=x*)(a+)+$", "(a*)*b", "^(.*a){20}$", "a*a*a*a*a*b"];
  for (const pattern of patterns) {
    for (const length of [28, 4000, 100_000]) {
      it(`the pattern ${pattern} on ${length} characters is answered within 100 ms`, () => {
        const schema = properties({ p: { type: "string", pattern } });
        checker.compile(toolWith(schema));
        const tool = toolWith(schema);
        const before = process.threadCpuUsage();
        assert.throws(() => checker.check(tool, { p: "a".repeat(length) + "!" }), ToolError);
        const { user, system } = process.threadCpuUsage(before);
        assert.ok(user + system < 100_000, `${(user + system) / 1000} ms`);
        assert.deepEqual(checker.check(toolWith(properties({ q: {} })), { q: 1 }).args, { q: 1 });
      });
    }
  }

  it("a costly pattern is named with its parameter", () => {
    const error = refuses(
      properties({ code: { type: "string", pattern: "^(a+)+$" } }),
      { code: "a".repeat(28) + "!" },
      /in time/,
    );
    assert.match(error.hint ?? "", /The pattern of code takes too long/);
  });

  it("a costly pattern in the names of properties is stopped too", () => {
    const schema = { type: "object", patternProperties: { "^(a+)+$": { type: "string" } } };
    refuses(schema, { ["a".repeat(40) + "!"]: 1 }, /could not be checked in time/);
  });

  it("a recursive union is stopped", () => {
    const node: JsonObject = {
      type: "object",
      properties: { k: { anyOf: [{ $ref: "#" }, { $ref: "#" }, { $ref: "#" }] } },
      additionalProperties: false,
    };
    let args: Json = { x: 1 };
    for (let depth = 0; depth < 40; depth++) args = { k: args };
    refuses(node, args, /could not be checked in time/);
  });

  it("simple patterns, formats and references are checked as often as one likes", () => {
    const schema = properties({
      id: { type: "string", pattern: "^[0-9a-f]{24}$" },
      u: { type: "string", format: "uuid" },
      r: { anyOf: [{ $ref: "#/$defs/R" }, { type: "null" }] },
    });
    const tool = toolWith({ ...schema, $defs: { R: { type: "integer" } } });
    const args = { id: "0".repeat(24), u: "123e4567-e89b-42d3-a456-426614174000", r: 5 };
    for (let n = 0; n < 2000; n++) assert.deepEqual(checker.check(tool, args).args, args);
  });

  it("a pattern that is valid in one syntax only is used in that one", () => {
    const schema = properties({
      url: { type: "string", pattern: "^https\\:\\/\\/" },
      day: { type: "string", pattern: "^\\d{4}\\-\\d{2}$" },
    });
    assert.deepEqual(accepts(schema, { url: "https://a.test/", day: "2026-01" }), {
      url: "https://a.test/",
      day: "2026-01",
    });
    refuses(schema, { url: "ftp://a.test/" }, "url: ");
    assert.deepEqual(accepts(properties({ w: { type: "string", pattern: "^\\p{Lu}$" } }), { w: "Ä" }), { w: "Ä" });
    refuses(properties({ w: { type: "string", pattern: "^\\p{Lu}$" } }), { w: "ä" }, "w: ");
  });

  const tooMuch: [string, () => unknown, RegExp][] = [
    ["ten megabytes", () => ({ a: "x".repeat(10 << 20) }), /larger than/],
    ["a hundred thousand levels", () => deepArguments(100_000), /nested more than/],
    ["a million values", () => ({ a: Array.from({ length: 1_000_000 }, () => 1) }), /larger than/],
    ["a function", () => ({ a: () => 1 }), /a function, which JSON does not have/],
    ["a bigint", () => ({ a: 5n }), /a bigint/],
    ["an array that holds itself", () => cyclic(), /nested more than/],
  ];
  for (const [title, make, message] of tooMuch) {
    it(`arguments of ${title} are refused before anything is checked`, () => void refuses({}, make(), message));
  }

  it("ten thousand allowed values compile and check", () => {
    const tool = toolWith(properties({ e: { enum: Array.from({ length: 10_000 }, (_, n) => `v${n}`) } }));
    assert.deepEqual(checker.check(tool, { e: "v9999" }).args, { e: "v9999" });
    assert.throws(
      () => checker.check(tool, { e: "w" }),
      (error: ToolError) => error.message.length < 2000,
    );
  });

  it("five thousand properties compile and check", () => {
    const tool = toolWith(
      properties(Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`p${n}`, { type: "string" }]))),
    );
    assert.deepEqual(checker.check(tool, { p4999: "x" }).args, { p4999: "x" });
  }).timeout(10_000);
});

function deepArguments(depth: number): unknown {
  return JSON.parse(`{"a":${"[".repeat(depth)}${"]".repeat(depth)}}`) as unknown;
}

function cyclic(): unknown {
  const list: unknown[] = [];
  list.push(list);
  return { list };
}
