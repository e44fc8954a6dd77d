import assert from "node:assert/strict";
import { Ajv } from "ajv";
import { checkShape, TOOL_SHAPE } from "../../runtime/tools/shape.ts";
import toolsSchema from "../../runtime/tools/tools.schema.json" with { type: "json" };
import type { JsonObject } from "../../runtime/contract/tools.ts";

const GOOD: JsonObject = { name: "t", description: "d", script: "s.js" };

describe("tools.schema.json", () => {
  const editor = new Ajv({ strict: true, strictTypes: false, keywords: ["defaultSnippets"] }).compile(toolsSchema);

  const values: JsonObject[] = [
    GOOD,
    { ...GOOD, timeout: 0 },
    { ...GOOD, timeout: 0.5 },
    { ...GOOD, timeout: "30" },
    { ...GOOD, timeout: null },
    { ...GOOD, timeoutMs: -1 },
    { ...GOOD, tiemout: 1 },
    { ...GOOD, name: "" },
    { ...GOOD, name: 7 },
    { description: "d", script: "s.js" },
    { ...GOOD, parameters: true },
    { ...GOOD, headers: { a: 1 } },
    { ...GOOD, headers: { a: "1" } },
    { ...GOOD, annotations: { readOnly: "yes" } },
    { ...GOOD, annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: true } },
    { ...GOOD, allowedHosts: [5] },
    { ...GOOD, allowedHosts: ["a.test"] },
    { ...GOOD, session: "a b" },
    { ...GOOD, session: "store_1" },
    { ...GOOD, browser: {} },
    { ...GOOD, browser: { mode: "none" } },
    { ...GOOD, confirm: "maybe" },
    { ...GOOD, maxResultBytes: 1.5 },
    { ...GOOD, maxResultBytes: 2_000_000 },
    { ...GOOD, permissions: ["workspace.write"] },
    { ...GOOD, permissions: ["x"] },
    { ...GOOD, examples: [{}] },
    { ...GOOD, examples: [{ args: {}, expect: {} }] },
    { ...GOOD, enabled: "true" },
  ];
  for (const value of values) {
    it(`says the same in the editor and in the runtime of ${JSON.stringify(value)}`, () => {
      assert.equal(checkShape(TOOL_SHAPE, value, "a tool").length === 0, editor({ tools: [value] }));
    });
  }

  it("explains every field", () => {
    const fields = [
      ...Object.values(toolsSchema.properties),
      ...Object.values(toolsSchema.definitions.tool.properties),
    ];
    for (const field of fields) assert.ok(field.description.length > 5, JSON.stringify(field));
  });

  it("uses only keywords that the runtime's reader knows", () => {
    const known = new Set(
      `type required properties additionalProperties items enum minLength maxLength minimum maximum exclusiveMinimum maxItems
      pattern description title default defaultSnippets`.split(/\s+/),
    );
    const walk = (node: object): void => {
      for (const [keyword, value] of Object.entries(node)) {
        assert.ok(known.has(keyword), keyword);
        if (keyword === "properties") Object.values(value as object).forEach(walk);
        if ((keyword === "items" || keyword === "additionalProperties") && typeof value === "object")
          walk(value as object);
      }
    };
    walk(toolsSchema.definitions.tool);
  });
});
