import assert from "node:assert/strict";
import { applyEdits, MAIN, openEditor, type EditorBench } from "./support.ts";

const TEXT = `{
  "tools": [
    {
      "name": "ticket",
      "description": "d",
      "script": "scripts/ticket.js",
      "headers": { "Authorization": "Bearer {{API_TOKEN}}" },
      "allowedHosts": ["api.example.com"]
    },
    { "name": "other", "description": "d", "script": "scripts/ticket.js", "headers": { "X": "<<OTHER>>" }, "allowedHosts": ["b.example"] }
  ]
}
`;

describe("completion in tools.json", () => {
  let bench: EditorBench;
  before(() => {
    bench = openEditor(
      {
        "scripts/ticket.js": 'async function main() { return g.http.get("https://api.store.example:8443/x"); }\n',
        "scripts/lib/deep.ts": MAIN,
        "top.mjs": MAIN,
        "types.d.ts": "",
        "node_modules/x/index.js": MAIN,
        ".git/hooks/x.js": MAIN,
        "dist/built.js": MAIN,
        "notes.txt": "",
      },
      ["API_TOKEN", "SPARE"],
    );
  });
  after(() => bench.close());

  /** Labels, and the text after the first of them was taken. */
  async function complete(from: string, to: string) {
    const at = bench.at(TEXT.replace(from, to));
    const items = await bench.ask("document/completions", at);
    const [first] = items;
    const taken = first ? applyEdits(at.text, [{ range: first.range, newText: first.insertText }]) : at.text;
    return { items, labels: items.map(({ label }) => label), taken };
  }

  const scripts: [string, string, string][] = [
    ["inside the quotes", '"scripts/ticket.js"', '"s‸"'],
    ["where nothing stands yet", '"scripts/ticket.js"', "‸"],
    ["where the quotes are not closed", '"scripts/ticket.js",', '"scr‸'],
  ];
  for (const [title, from, to] of scripts)
    it(`offers the scripts and folders of the workspace ${title}`, async () => {
      const { labels, taken } = await complete(from, to);
      assert.deepEqual(labels, ["top.mjs", "scripts/ticket.js", "scripts/lib/deep.ts", "scripts/", "scripts/lib/"]);
      assert.match(taken, /"script": "top\.mjs"?,?\n/);
    });

  const secrets: [string, string, string][] = [
    ["after {{", "{{API_TOKEN}}", "{{‸"],
    ["after {{ with its end there", "{{API_TOKEN}}", "{{‸}}"],
    ["with one brace there", "{{API_TOKEN}}", "{{‸}"],
    ["in a name", "{{API_TOKEN}}", "{{API‸_TOKEN}}"],
    ["after a blank", "{{API_TOKEN}}", "{{ AP‸"],
    ["where the text is not closed", '{{API_TOKEN}}" }', "{{AP‸"],
  ];
  for (const [title, from, to] of secrets)
    it(`offers names of secrets ${title}`, async () => {
      const { items, labels, taken } = await complete(from, to);
      assert.deepEqual(labels, ["API_TOKEN", "OTHER", "SPARE"]);
      assert.deepEqual(
        items.map(({ detail }) => detail),
        ["set in the environment", "not set", "set in the environment"],
      );
      assert.match(items[1]?.documentation ?? "", /^Used by: `/);
      assert.match(taken, /"Bearer \{\{ ?API_TOKEN\}\}("| *\n|,)/);
    });

  it("closes << with >>", async () => {
    const { labels, taken } = await complete("<<OTHER>>", "<<S‸");
    assert.deepEqual(labels, ["API_TOKEN", "SPARE"]);
    assert.ok(taken.includes('"<<API_TOKEN>>"'));
  });

  for (const [title, to] of [
    ["outside of brackets", "{{API_TOKEN}}‸"],
    ["after brackets that stand for themselves", "{{{{‸"],
    ["in plain text", "AP‸"],
  ] as const)
    it(`offers no secret ${title}`, async () => {
      assert.deepEqual((await complete("{{API_TOKEN}}", to)).labels, []);
    });

  it("offers hosts of the script and of other tools that are not allowed yet", async () => {
    const { items, taken } = await complete('["api.example.com"]', '["api.example.com", ‸]');
    assert.deepEqual(
      items.map(({ label, detail }) => [label, detail]),
      [
        ["api.store.example:8443", "stands in the script"],
        ["b.example", "allowed for other"],
      ],
    );
    assert.ok(taken.includes('["api.example.com", "api.store.example:8443"]'));
  });

  it("leaves fields to the schema, and says nothing of other places", async () => {
    assert.deepEqual((await complete('"description": "d"', '"‸": "d"')).labels, []);
    assert.deepEqual((await complete('"description": "d"', '"description": "{{‸"')).labels, []);
    assert.deepEqual(await bench.ask("document/completions", bench.at("‸")), []);
  });
});
