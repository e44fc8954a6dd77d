import assert from "node:assert/strict";
import { ToolError } from "../../runtime/errors.ts";
import type { FileRange } from "../../runtime/contract/control.ts";
import { createLines } from "../../runtime/editor/lines.ts";
import { findMain } from "../../runtime/editor/scriptMain.ts";
import { applyEdits, openEditor, type EditorBench } from "./support.ts";

const TEXT = `{
  "tools": [
    { "name": "ticket", "description": "d", "script": "./scripts/ticket.js", "headers": { "A": "Bearer {{KEY}} \\"{{KEY}}", "B": "{{{{KEY}} <<OTHER>>" } },
    { "name": "gone", "description": "d", "script": "scripts/gone.js" },
    { "name": "out", "description": "d", "script": "../out.js", "headers": { "A": "<< KEY >>" }, "enabled": false }
  ]
}
`;
const SCRIPT = `// g.secrets.getSecret("KEY") in a comment
export default async function main() {
  if (await g.secrets.hasSecret('KEY')) return g . secrets . getSecret("KEY");
  return "KEY" + g.secrets.getSecret(name);
}
`;

describe("from place to place", () => {
  let bench: EditorBench;
  const texts: Record<string, string> = { "tools.json": TEXT, "scripts/ticket.js": SCRIPT };
  before(() => {
    bench = openEditor(texts, ["KEY"]);
  });
  after(() => bench.close());

  const shown = (places: readonly FileRange[]): string[] =>
    places.map(({ file, range }) => {
      const lines = createLines(texts[file] ?? "");
      const [start, end] = [lines.offsetAt(range.start), lines.offsetAt(range.end)];
      return `${file}:${range.start.line} ${(texts[file] ?? "").slice(start, end)}`;
    });
  const onKey = () => bench.at(TEXT.replace("{{KEY}}", "{{K‸EY}}"));
  const inScript = () => bench.at(SCRIPT.replace("'KEY'", "'K‸EY'"), "scripts/ticket.js");
  const KEYS = [
    "tools.json:2 KEY",
    "tools.json:2 KEY",
    "tools.json:4 KEY",
    "scripts/ticket.js:2 KEY",
    "scripts/ticket.js:2 KEY",
  ];

  it("links each script that is there and inside the folder", async () => {
    const links = await bench.ask("document/links", { text: TEXT });
    assert.deepEqual(
      links.map(({ file }) => file),
      ["scripts/ticket.js"],
    );
    assert.deepEqual(shown(links.map(({ range }) => ({ file: "tools.json", range }))), [
      "tools.json:2 ./scripts/ticket.js",
    ]);
  });

  it("leads from a script's path and from a tool's name to the script", async () => {
    for (const mark of ['"./scri‸pts', '"tick‸et"']) {
      const at = bench.at(TEXT.replace(mark.replace("‸", ""), mark));
      assert.deepEqual(await bench.ask("document/definition", at), { file: "scripts/ticket.js" });
    }
    for (const mark of ['"scripts/go‸ne.js"', '"../o‸ut.js"', '"descri‸ption"']) {
      const at = bench.at(TEXT.replace(mark.replace("‸", ""), mark));
      assert.equal(await bench.ask("document/definition", at), null);
    }
  });

  it("finds every place of a secret, from tools.json and from a script", async () => {
    assert.deepEqual(shown(await bench.ask("document/references", onKey())), KEYS);
    assert.deepEqual(shown(await bench.ask("document/references", inScript())), KEYS);
  });

  it("finds a tool's name and its main", async () => {
    const at = bench.at(TEXT.replace('"ticket"', '"tick‸et"'));
    assert.deepEqual(shown(await bench.ask("document/references", at)), [
      "tools.json:2 ticket",
      "scripts/ticket.js:1 export default async function main",
    ]);
  });

  it("renames a secret everywhere", async () => {
    for (const at of [onKey(), inScript()]) {
      const prepared = await bench.ask("document/prepareRename", at);
      assert.equal(prepared?.placeholder, "KEY");
      const { from, edits } = await bench.ask("document/rename", { ...at, newName: "NEW_KEY" });
      assert.deepEqual([from, edits.length], ["KEY", KEYS.length]);
      const changed = applyEdits(
        TEXT,
        edits.filter(({ file }) => file === "tools.json"),
      );
      assert.ok(changed.includes(String.raw`"Bearer {{NEW_KEY}} \"{{NEW_KEY}}"`), changed);
      assert.ok(changed.includes('"{{{{KEY}} <<OTHER>>"') && changed.includes("<< NEW_KEY >>"), changed);
      const script = applyEdits(
        SCRIPT,
        edits.filter(({ file }) => file !== "tools.json"),
      );
      assert.equal(script.match(/NEW_KEY/g)?.length, 2);
    }
  });

  it("finds and renames a secret in what the editor has of other files, not in what is saved of them", async () => {
    const dirty: Record<string, string> = {
      "tools.json": `// not saved\n${TEXT.replace("<< KEY >>", "")}`,
      "scripts/ticket.js": `// not saved\n${SCRIPT.replace("'KEY'", "'ANOTHER'")}`,
    };
    const at = (file: string, mark: string) => ({
      ...bench.at((dirty[file] ?? "").replace(mark.replace("‸", ""), mark), file),
      open: Object.entries(dirty).flatMap(([other, text]) => (other === file ? [] : [{ file: other, text }])),
    });
    const inDirty = (places: readonly FileRange[]): string[] =>
      places.map(({ file, range: { start, end } }) => {
        const line = dirty[file]?.split("\n")[start.line] ?? "";
        return `${file}:${start.line} ${line.slice(start.character, end.character)}`;
      });
    const places = ["tools.json:3 KEY", "tools.json:3 KEY", "scripts/ticket.js:3 KEY"];
    const fromTools = at("tools.json", "{{K‸EY}}");
    for (const asked of [fromTools, at("scripts/ticket.js", 'return g . secrets . getSecret("K‸EY")')]) {
      assert.deepEqual(inDirty(await bench.ask("document/references", asked)), places);
      const { edits } = await bench.ask("document/rename", { ...asked, newName: "NEW_KEY" });
      assert.deepEqual(inDirty(edits), places);
    }
    // It stands in the text of the script that is not saved, and nowhere else.
    await assert.rejects(bench.ask("document/rename", { ...fromTools, newName: "ANOTHER" }), /in use here already/);
  });

  it("refuses a name that a secret cannot have, one that is taken, and what is no secret", async () => {
    for (const newName of ["a b", "", "1A", "OTHER"])
      await assert.rejects(bench.ask("document/rename", { ...onKey(), newName }), ToolError);
    const elsewhere = bench.at(TEXT.replace('"ticket"', '"tick‸et"'));
    assert.equal(await bench.ask("document/prepareRename", elsewhere), null);
    await assert.rejects(bench.ask("document/rename", { ...elsewhere, newName: "X" }), ToolError);
  });
});

describe("lenses", () => {
  const script = "async function main() {}\n";
  let bench: EditorBench;
  const text = `{ "tools": [
  { "name": "a", "description": "d", "script": "scripts/a.js" },
  { "name": "b", "description": "d", "script": "./scripts/a.js", "enabled": false },
  { "name": "s", "description": "d", "script": "scripts/b.js", "headers": { "X": "{{NOT_SET}}" }, "allowedHosts": ["a.example"] },
  { "name": "gone", "description": "d", "script": "scripts/gone.js" }
] }`;
  before(() => {
    bench = openEditor({ "tools.json": text, "scripts/a.js": script, "scripts/b.js": script });
    bench.lastRuns.set("a", { id: "1", state: "ok", startedAt: "2026-01-01T00:00:00.000Z", durationMs: 12 });
  });
  after(() => bench.close());

  it("stand over each tool, with its state and last run", async () => {
    const unsaved = text.replace(
      '{ "name": "gone"',
      '{ "name": "unsaved", "description": "d", "script": "scripts/a.js" },\n  { "name": "gone"',
    );
    const lenses = await bench.ask("document/lenses", { file: "tools.json", text: unsaved });
    assert.deepEqual(
      lenses.map(({ tool, state, range, lastRun }) => [tool, state, range.start.line, lastRun?.id]),
      [
        ["a", "approval", 1, "1"],
        ["b", "disabled", 2, undefined],
        ["s", "approval", 3, undefined],
        ["unsaved", "unsaved", 4, undefined],
        ["gone", "problem", 5, undefined],
      ],
    );
  });

  it("tell an entry that was changed, or is new, from one that has an error and from one that only moved", async () => {
    const states = async (changed: string): Promise<Record<string, string>> => {
      const lenses = await bench.ask("document/lenses", { file: "tools.json", text: changed });
      return Object.fromEntries(lenses.map(({ tool, state }) => [tool, state]));
    };
    const saved = await states(text);
    assert.deepEqual(await states(`// moved\n${text}`), saved);
    assert.deepEqual(await states(text.replace('"description": "d"', '"description": "more"')), {
      ...saved,
      a: "unsaved",
    });
    const broken = `${text.slice(0, -4)}, { "name": "no-script", "description": "d" }, { "name": "ok", "description": "d", "script": "scripts/new.js" }] }`;
    assert.deepEqual(await states(broken), { ...saved, "no-script": "problem", ok: "unsaved" });
    assert.deepEqual(await states(text.slice(0, -2)), saved, "a text that cannot be read changes nothing");
  });

  it("stand over main of a script, one for each of its tools", async () => {
    const lenses = await bench.ask("document/lenses", { file: "scripts/a.js", text: `// main\n${script}` });
    assert.deepEqual(
      lenses.map(({ tool, range }) => [tool, range.start.line]),
      [
        ["a", 1],
        ["b", 1],
      ],
    );
    assert.deepEqual(await bench.ask("document/lenses", { file: "scripts/other.js", text: script }), []);
    assert.deepEqual(await bench.ask("document/lenses", { file: "scripts/a.js", text: "// no main\n" }), []);
  });

  const mains: [string, number | undefined][] = [
    ["async function main() {}", 0],
    ["export async function main() {}", 0],
    ["\nexport default async () => 1;", 1],
    ["const helper = 1;\nconst main = async () => 1;", 1],
    ["const main: Main = async () => 1;", 0],
    ["module.exports = { main() {} };", 0],
    ["/*\nasync function main() {}\n*/\nasync function main() {}", 3],
    ["const text = `\nfunction main() {}\n`;", undefined],
    ["function mainly() {}", undefined],
    ["const a = 'it''s'; // '\nfunction main() {}", 1],
  ];
  for (const [source, line] of mains)
    it(`find main in ${JSON.stringify(source)}`, () => {
      const span = findMain(source);
      assert.equal(span && createLines(source).rangeOf(span).start.line, line);
    });
});

describe("a field that the editor sets", () => {
  it("changes nothing but the field", async () => {
    const bench = openEditor({});
    const text =
      '{ "tools": [ // all\n  { "name": "a", "enabled": false, "script": "a.js" },\n  {\n    "name": "b" // b\n  }\n] }';
    const edit = async (tool: string) => {
      const { edits } = await bench.ask("document/setField", { text, tool, field: "enabled", value: true });
      return applyEdits(text, edits);
    };
    assert.equal(await edit("a"), text.replace("false", "true"));
    assert.equal(await edit("b"), text.replace('"b" // b', '"b", // b\n    "enabled": true'));
    await assert.rejects(edit("c"), ToolError);
    await bench.close();
  });
});
