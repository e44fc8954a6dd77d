import assert from "node:assert/strict";
import { ToolError } from "../../runtime/errors.ts";
import { MAIN, openEditor } from "./support.ts";

const TEXT = `\uFEFF{
  "tools": [ // all
    { "name": "a", "script": "scripts/a.js", "headers": { "X": "{{KEY}} <<B>>" }, "allowedHosts": ["a.example", ""], "parameters": { "required": ["x"] } },
    { "name": 5, "script": null, "headers": ["{{KEY}}"], "allowedHosts": {} }, "text", null, [[]],
    { "name": "a", "name": "b", "headers": { "": "" } }
  ]
}
`;
const ODD = [
  "",
  "null",
  "[]",
  '"x"',
  '{ "tools": {} }',
  '{ "tools": [null, 1, [{}]] }',
  "[".repeat(20_000),
  "\u0000",
  '{"tools":[{"',
];

describe("an editor's requests about a text that is half typed", () => {
  it("are all answered, wherever the cursor is", async () => {
    const bench = openEditor({ "tools.json": TEXT, "scripts/a.js": MAIN }, ["KEY"]);
    const cuts = Array.from({ length: Math.ceil(TEXT.length / 5) }, (_, n) => TEXT.slice(0, n * 5));
    const answered = async (ask: () => Promise<unknown>) => {
      try {
        await ask();
      } catch (error) {
        assert.ok(error instanceof ToolError, String(error));
      }
    };
    for (const text of [...cuts, TEXT, ...ODD]) {
      const at = bench.at(`${text}‸`);
      const tools = { file: "tools.json", text };
      assert.ok(Array.isArray(await bench.ask("document/problems", { text })));
      assert.ok(Array.isArray(await bench.ask("document/completions", at)));
      assert.ok(Array.isArray(await bench.ask("document/references", at)));
      assert.ok(Array.isArray(await bench.ask("document/links", tools)));
      assert.ok(Array.isArray(await bench.ask("document/lenses", tools)));
      await bench.ask("document/hover", at);
      await bench.ask("document/definition", at);
      await bench.ask("document/prepareRename", at);
      await answered(() => bench.ask("document/rename", { ...at, newName: "NEW" }));
      await answered(() => bench.ask("document/setField", { text, tool: "a", field: "enabled", value: false }));
    }
    const beyond = { file: "tools.json", text: TEXT, position: { line: 9999, character: 9999 } };
    assert.equal(await bench.ask("document/hover", beyond), null);
    await bench.close();
  }).timeout(20_000);
});
