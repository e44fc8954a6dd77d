import assert from "node:assert/strict";
import type { ToolError } from "../../runtime/errors.ts";
import { accepts, checker, properties, refuses, toolWith } from "./argumentSupport.ts";

describe("drafts of JSON Schema", () => {
  const D7 = "http://json-schema.org/draft-07/schema#";
  it("draft-04: a boolean exclusiveMinimum", () => {
    const schema = {
      $schema: "http://json-schema.org/draft-04/schema#",
      ...properties({ n: { type: "integer", minimum: 0, exclusiveMinimum: true } }),
    };
    assert.deepEqual(accepts(schema, { n: 1 }), { n: 1 });
    refuses(schema, { n: 0 }, "n: ");
  });
  it("draft-06 and draft-07: tuples as items", () => {
    for (const $schema of ["http://json-schema.org/draft-06/schema#", D7]) {
      const schema = {
        $schema,
        ...properties(
          {
            n: { type: "integer", exclusiveMinimum: 0 },
            t: { type: "array", items: [{ type: "string" }, { type: "integer" }] },
          },
          ["n"],
        ),
      };
      assert.deepEqual(accepts(schema, { n: 1, t: ["a", 2] }), { n: 1, t: ["a", 2] });
      refuses(schema, { n: 0 }, "n: ");
      refuses(schema, { n: 1, t: [{}, 2] }, "t[0]: ");
    }
  });
  it("2019-09: unevaluatedProperties and $recursiveRef", () => {
    const schema = {
      $schema: "https://json-schema.org/draft/2019-09/schema",
      ...properties({ u: { type: "string" } }, ["u"], { unevaluatedProperties: false }),
    };
    assert.deepEqual(accepts(schema, { u: "x" }), { u: "x" });
    refuses(schema, { u: "x", w: 1 }, "w: is not a parameter");
  });
  it("2020-12, also without $schema: prefixItems", () => {
    for (const head of [{ $schema: "https://json-schema.org/draft/2020-12/schema" }, {}]) {
      const schema = {
        ...head,
        ...properties({ p: { type: "array", prefixItems: [{ type: "string" }, { type: "integer" }], items: false } }, [
          "p",
        ]),
      };
      assert.deepEqual(accepts(schema, { p: ["a", 1] }), { p: ["a", 1] });
      refuses(schema, { p: ["a", 1, 2] }, "p");
    }
  });
  it("of older drafts are read although no draft is named", () => {
    refuses(properties({ n: { type: "integer", minimum: 0, exclusiveMinimum: true } }), { n: 0 }, "n: ");
    refuses(properties({ t: { type: "array", items: [{ type: "string" }] } }), { t: [5] }, "t[0]: ");
  });
  it("with one $id do not clash, nor do two readings of one schema", () => {
    const $id = "https://a.test/s";
    refuses({ $id, ...properties({ a: {} }, ["a"]) }, {}, "a: ");
    refuses({ $id, ...properties({ b: {} }, ["b"]) }, {}, "b: ");
    refuses({ $id, ...properties({ c: { $id: "part", type: "string" } }, ["c"]) }, { c: 5 }, "c: ");
    refuses({ $id, ...properties({ d: { $id: "part", type: "string" } }, ["d"]) }, { d: 5 }, "d: ");
  });
  it("never fetch what a $ref points to; the rest is checked", () => {
    const schema = properties({ a: { $ref: "https://a.test/other.json" }, b: { type: "string" } });
    assert.deepEqual(accepts(schema, { a: 5, b: "x" }), { a: 5, b: "x" });
    refuses(schema, { b: 5 }, "b: ");
  });
  it("may have vendor keywords, unknown formats, and nullable without a type", () => {
    const schema = properties({
      a: {
        type: "string",
        "x-order": 1,
        format: "google-duration",
        errorMessage: "no",
        discriminator: { propertyName: "t" },
      },
      b: { nullable: true, anyOf: [{ type: "integer" }] },
    });
    assert.deepEqual(accepts(schema, { a: "3s", b: 5 }), { a: "3s", b: 5 });
  });
  it("with an error make the tool unusable, with the reason", () => {
    const tool = toolWith(properties({ a: { $ref: "#/$defs/none" } }));
    assert.throws(
      () => checker.check(tool, {}),
      (error: ToolError) =>
        error.code === "ToolUnusable" && /none/.test(error.message) && /line 1/.test(error.hint ?? ""),
    );
  });
});
