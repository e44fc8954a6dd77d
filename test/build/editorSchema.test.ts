import assert from "node:assert/strict";
import { Ajv } from "ajv";
import { editorSchema } from "../../build/editorSchema.ts";
import toolsSchema from "../../runtime/tools/tools.schema.json" with { type: "json" };

interface Schema {
  definitions: {
    tool: { properties: Record<string, { description?: string }> };
    schema: { properties: Record<string, { description?: string }> };
  };
}

describe("The schema by which VS Code completes tools.json", () => {
  const schema = editorSchema() as Schema;

  it("has every field that the runtime knows, with its description", () => {
    const known: Record<string, { description?: string }> = toolsSchema.definitions.tool.properties;
    const fields = Object.entries(schema.definitions.tool.properties);
    assert.deepEqual(
      fields.map(([name, field]) => [name, field.description]),
      Object.entries(known).map(([name, field]) => [name, field.description]),
    );
  });

  it("explains the words of JSON Schema", () => {
    const words = Object.entries(schema.definitions.schema.properties);
    assert.ok(words.length > 40);
    assert.deepEqual(
      words.filter(([, word]) => !word.description?.endsWith(".")).map(([name]) => name),
      [],
    );
  });

  it("finds no fault but wrong types: the rest is said by the runtime, which offers what to do", () => {
    const validate = new Ajv({ strict: false }).compile(schema as object);
    const tool = { name: "", descriptoin: "x", confirm: "maybe", timeout: -1, session: "a b", parameters: { type: 5 } };
    assert.equal(validate({ tools: [tool], more: 1 }), true, JSON.stringify(validate.errors));
    assert.equal(validate({ tools: [{ ...tool, name: 7 }] }), false);
    assert.equal(validate({ tools: [{ ...tool, headers: { a: 1 } }] }), false);
    assert.equal(validate({ name: 7, tools: [] }), false);
  });

  it("does not judge a file that is somebody else's", () => {
    const validate = new Ajv({ strict: false }).compile(schema as object);
    const files: unknown[] = [
      { version: 1, name: 7, tools: { hammer: {} } },
      { tools: null, name: 7 },
      { tools: ["hammer", "saw"] },
      { tools: [{ type: "function", function: { name: "a", parameters: {} } }] },
      { version: 1, items: [] },
      [{ name: 7 }],
      "text",
    ];
    for (const file of files) assert.equal(validate(file), true, JSON.stringify(file));
  });
});
