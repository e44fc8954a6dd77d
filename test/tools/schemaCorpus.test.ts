import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "../../runtime/contract/tools.ts";
import { ToolError } from "../../runtime/errors.ts";
import { createArgumentChecker } from "../../runtime/tools/arguments.ts";
import { exampleOf } from "../../runtime/tools/example.ts";
import { parseTools } from "../../runtime/tools/toolsFile.ts";

interface SchemaRecord {
  name: string;
  description?: string;
  inputSchema: JsonObject;
}

/** Schemas that people ship: of MCP servers, and some of whole files. */
const RECORDS = readFileSync(join(import.meta.dirname, "..", "fixtures", "tool-schemas.jsonl"), "utf8")
  .split("\n")
  .filter(Boolean)
  .map((line) => JSON.parse(line) as SchemaRecord);

describe("454 schemas that people ship", () => {
  const text = JSON.stringify({
    tools: RECORDS.map(({ description, inputSchema }, index) => ({
      name: `tool-${index}`,
      description: description || "d",
      script: "s.js",
      parameters: inputSchema,
    })),
  });
  const read = parseTools(text, "corpus");
  assert.ok("tools" in read);
  const { tools, problems } = read;
  const checker = createArgumentChecker();
  const OF_ARRAYS = RECORDS.findIndex(({ inputSchema }) => inputSchema["type"] === "array");

  it("all load", () => assert.equal(tools.length, 454));

  it("are listed as they are, but for type and properties where they are absent", () => {
    for (const [index, { inputSchema }] of RECORDS.entries()) {
      assert.deepEqual(tools[index]?.parameters, { type: "object", properties: {}, ...inputSchema });
    }
  });

  it("have no error but that one takes lists, and no keyword is taken for a slip", () => {
    const errors = problems.filter(({ severity }) => severity === "error").map(({ pointer }) => pointer);
    assert.deepEqual(errors, [`/tools/${OF_ARRAYS}/parameters/type`]);
    assert.deepEqual(
      problems.filter(({ code }) => code === "unknown-keyword"),
      [],
    );
  });

  it("all compile", () => {
    for (const tool of tools) assert.ok(checker.compile(tool).ok, tool.name);
  });

  it("all but the one for lists take a value that was made from them, and no list", () => {
    for (const [index, tool] of tools.entries()) {
      if (index === OF_ARRAYS) continue;
      assert.doesNotThrow(() => checker.check(tool, exampleOf(tool.parameters, tool.parameters)), tool.name);
      assert.throws(() => checker.check(tool, []), ToolError, tool.name);
    }
  });

  it("refuse a call without what they require, by name", () => {
    let refused = 0;
    for (const [index, tool] of tools.entries()) {
      const { required, properties } = tool.parameters as {
        required?: string[];
        properties: Record<string, JsonObject>;
      };
      const missing = (required ?? []).filter((name) => properties[name]?.["default"] === undefined);
      if (index === OF_ARRAYS || missing.length === 0) continue;
      refused++;
      assert.throws(
        () => checker.check(tool, {}),
        (error: ToolError) => missing.slice(0, 5).every((name) => error.message.includes(name)),
        tool.name,
      );
    }
    assert.ok(refused > 200, String(refused));
  });
});
