import assert from "node:assert/strict";
import { escapeMarkdown, codeSpan } from "../../runtime/editor/markdown.ts";
import { MAIN, openEditor, type EditorBench } from "./support.ts";

const TEXT = `{
  "name": "store",
  "tools": [
    {
      "name": "ticket",
      "title": "Support [ticket](command:evil)",
      "description": "Creates a ticket.\\n# <img src=x> $(flame) https://evil.example",
      "script": "scripts/ticket.js",
      "parameters": { "type": "object", "properties": { "title": { "type": "string", "minLength": 1, "description": "One *line*" }, "kind": { "enum": ["a", "b"] } }, "required": ["title"] },
      "headers": { "Authorization": "Bearer {{API_TOKEN}}", "X": "<<NOT_SET>>" },
      "allowedHosts": ["api.example.com"]
    },
    { "name": "other", "description": "d", "script": "scripts/ticket.js", "headers": { "X": "{{API_TOKEN}}" } }
  ]
}
`;

describe("hover", () => {
  let bench: EditorBench;
  before(() => {
    const script =
      'async function main() {\n  return g.http.get("https://literal.example/", { x: await g.secrets.hasSecret("API_TOKEN") });\n}\n';
    bench = openEditor({ "tools.json": TEXT, "scripts/ticket.js": script }, ["API_TOKEN"]);
  });
  after(() => bench.close());

  const hover = (from: string, to: string) => bench.ask("document/hover", bench.at(TEXT.replace(from, to)));

  it("on a secret says whether it is set, who uses it and where it may go", async () => {
    const found = await hover("{{API_TOKEN}}", "{{API_‸TOKEN}}");
    assert.match(found?.markdown ?? "", /\*\*Secret API\\_TOKEN\*\*: set in the environment/);
    assert.match(found?.markdown ?? "", /Used by: `ticket`, `other`/);
    assert.match(found?.markdown ?? "", /May go to: `api\.example\.com`, `literal\.example`/);
    assert.doesNotMatch(JSON.stringify(found), /value-of/);
    const line = TEXT.split("\n")[found?.range.start.line ?? 0] ?? "";
    assert.equal(line.slice(found?.range.start.character, found?.range.end.character), "API_TOKEN");
  });

  it("on a secret that is not set says how to set it", async () => {
    const found = await hover("<<NOT_SET>>", "<<NOT‸_SET>>");
    assert.match(found?.markdown ?? "", /not set\n/);
    assert.match(found?.markdown ?? "", /guidon secrets set NOT_SET/);
  });

  it("on a secret works while the file is half typed", async () => {
    const at = bench.at(
      TEXT.replace("{{API_TOKEN}}", "{{API_‸TOKEN}}").replace('"allowedHosts": [', '"allowedHosts": ,'),
    );
    assert.match((await bench.ask("document/hover", at))?.markdown ?? "", /set in the environment/);
  });

  it("in a script works on the name of a secret", async () => {
    const at = bench.at('async function main() { await g.secrets.getSecret("NOT_‸SET"); }', "scripts/ticket.js");
    assert.match((await bench.ask("document/hover", at))?.markdown ?? "", /Secret NOT\\_SET/);
  });

  for (const [title, from, to] of [
    ["the name", '"name": "ticket"', '"name": "tic‸ket"'],
    ["its key", '"name": "ticket"', '"na‸me": "ticket"'],
    ["its opening", '    {\n      "name": "ticket"', '    ‸{\n      "name": "ticket"'],
  ] as const)
    it(`on a tool, at ${title}, shows what models see, and its state`, async () => {
      const text = (await hover(from, to))?.markdown ?? "";
      assert.match(text, /agents call it `ticket` \(direct name `store_ticket`\)/);
      assert.match(text, /- `title` \(a string of at least 1 characters, required\): One \\\*line\\\*/);
      assert.match(text, /- `kind` \(one of \\"a\\"\\, \\"b\\"\)/);
      assert.match(text, /About \d+ tokens/);
      assert.match(text, /State: waiting for the user/);
    });

  it("makes nothing active of what the file says", async () => {
    const text = (await hover('"name": "ticket"', '"name": "tic‸ket"'))?.markdown ?? "";
    assert.doesNotMatch(text, /\]\(command|(?<!\\)<img|https:\/\/evil|\$\(flame\)|^#/m);
    assert.match(text, /\\\[ticket\\\]\\\(command\\:evil\\\)/);
  });

  it("elsewhere says nothing", async () => {
    assert.equal(await hover('"description": "d"', '"description": "‸d"'), null);
    assert.equal(await bench.ask("document/hover", bench.at("‸")), null);
    assert.equal(await bench.ask("document/hover", bench.at(`${MAIN}‸`, "scripts/ticket.js")), null);
  });
});

describe("texts in markdown", () => {
  it("are escaped, line by line", () => {
    assert.equal(escapeMarkdown("  - a\n\n    code `x` &lt; \u202Eb"), "\\- a  \ncode \\`x\\` \\&lt\\; \\\\u202eb");
    assert.ok(escapeMarkdown("x".repeat(5000)).length < 1600);
  });

  it("as code cannot end it", () => {
    assert.equal(codeSpan("a``b"), "```a``b```");
    assert.equal(codeSpan("`"), "`` ` ``");
    assert.equal(codeSpan("a\nb"), "`a b`");
  });
});
