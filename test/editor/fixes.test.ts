import assert from "node:assert/strict";
import { parse } from "jsonc-parser";
import type { ParseError } from "jsonc-parser";
import type { DocumentProblem } from "../../runtime/contract/control.ts";
import { applyFix, MAIN, openEditor, type EditorBench } from "./support.ts";

/** A file with comments, in which `fields` stand in the second tool. */
function file(fields: string): string {
  return `{
  // the store's tools
  "name": "store",
  "tools": [
    { "name": "first", "description": "d", "script": "scripts/a.js" }, // stays
    {
      ${fields}
    }
  ]
}
`;
}
const GOOD = '"name": "second", "description": "d", "script": "scripts/a.js"';

/** What is wrong, code, the file, what the preferred fix (or the first one) makes of the line. */
const FIXES: [string, string, string, string][] = [
  [
    "a name that another tool has",
    "duplicate-name",
    '"name": "first", "description": "d", "script": "scripts/a.js"',
    '"name": "first-2"',
  ],
  [
    "a name that some clients refuse",
    "name",
    '"name": "mein Wörk__zeug", "description": "d", "script": "scripts/a.js"',
    '"name": "mein-Work_zeug"',
  ],
  [
    "the name of one of Guidon's own tools",
    "name",
    '"name": "GetWorkspaceTools", "description": "d", "script": "scripts/a.js"',
    '"name": "GetWorkspaceTools-tool"',
  ],
  ["a mistyped field", "unknown-field", `${GOOD}, "tiemout": 5`, '"timeout": 5'],
  [
    "a mistyped field of the annotations",
    "unknown-field",
    `${GOOD}, "annotations": { "readonly": true }`,
    '"annotations": { "readOnly": true }',
  ],
  [
    "a field that nothing is near to",
    "unknown-field",
    `${GOOD}, "colour": "red", "timeout": 5`,
    `${GOOD}, "timeout": 5`,
  ],
  [
    "a missing description",
    "missing-field",
    '"name": "second", "script": "scripts/a.js"',
    '"description": "What it does',
  ],
  [
    "a missing name",
    "missing-field",
    '"description": "d", "script": "scripts/a.js"',
    '"script": "scripts/a.js", "name": "a"',
  ],
  ["a missing script", "missing-field", '"name": "second", "description": "d"', '"script": "scripts/second.js"'],
  ["a timeout above the maximum", "timeout", `${GOOD}, "timeout": 500`, '"timeout": 120'],
  ["milliseconds above the maximum", "timeout", `${GOOD}, "timeoutMs": 900000`, '"timeoutMs": 120000'],
  ["a timeout that is a text", "timeout", `${GOOD}, "timeout": "30s"`, '"timeout": 30'],
  ["two timeouts", "timeout", `${GOOD}, "timeout": 5, "timeoutMs": 5000`, `${GOOD}, "timeout": 5\n`],
  ["true as a text", "wrong-type", `${GOOD}, "enabled": "true"`, '"enabled": true'],
  ["a mistyped word of a list", "wrong-value", `${GOOD}, "confirm": "allways"`, '"confirm": "always"'],
  ["two schemas", "two-schemas", `${GOOD}, "parameters": {}, "inputSchema": {}`, `"parameters": {}\n`],
  ["a key that stands twice", "duplicate-key", `${GOOD}, "title": "a", "title": "b"`, `${GOOD}, "title": "b"`],
  ["hidden characters", "hidden-characters", `${GOOD}, "title": "a\u202Eb"`, '"title": "ab"'],
  [
    "a list without items",
    "array-without-items",
    `${GOOD}, "parameters": { "properties": { "a": { "type": "array" } } }`,
    '{ "type": "array", "items": {} }',
  ],
  [
    "a tuple without items",
    "array-without-items",
    `${GOOD}, "parameters": { "properties": { "a": { "type": "array", "prefixItems": [{}] } } }`,
    '"prefixItems": [{}], "items": {}',
  ],
  [
    "a mistyped keyword",
    "unknown-keyword",
    `${GOOD}, "parameters": { "properties": { "a": { "tpye": "string" } } }`,
    '"a": { "type": "string" }',
  ],
  [
    "a root that is no object",
    "schema-root",
    `${GOOD}, "parameters": { "type": "string" }`,
    '"parameters": { "type": "object" }',
  ],
  [
    "a required name that is no property",
    "required-unknown",
    `${GOOD}, "parameters": { "properties": { "a": {} }, "required": ["a", "b"] }`,
    '"required": ["a"]',
  ],
  [
    "an address in place of a host",
    "allowed-host",
    `${GOOD}, "allowedHosts": ["https://api.example.com/v1"]`,
    '"allowedHosts": ["api.example.com"]',
  ],
  [
    "no host for a secret",
    "secret-host",
    `${GOOD}, "headers": { "X-Key": "{{A}}" }`,
    '"allowedHosts": ["api.example.com"]',
  ],
  [
    "no host for a secret, and one in the script",
    "secret-host",
    '"name": "second", "description": "d", "script": "scripts/calls.js", "headers": { "X-Key": "{{A}}" }, "allowedHosts": []',
    '"allowedHosts": ["api.store.example"]',
  ],
  [
    "a host that is called and not allowed",
    "host-not-allowed",
    '"name": "second", "description": "d", "script": "scripts/calls.js", "headers": { "X-Key": "{{A}}" }, "allowedHosts": ["a.example"]',
    '"allowedHosts": ["a.example", "api.store.example"]',
  ],
  [
    "a secret in clear",
    "secret-in-clear",
    `${GOOD}, "headers": { "Authorization": "Bearer abcdef0123456789abcdef" }`,
    '"Authorization": "Bearer {{API_TOKEN}}"',
  ],
  [
    "a yes that nobody is asked for",
    "unused-field",
    `${GOOD}, "confirm": "destructive"`,
    '"annotations": { "destructive": true }',
  ],
];

describe("quick fixes of tools.json", () => {
  let bench: EditorBench;
  before(() => {
    bench = openEditor(
      {
        "scripts/a.js": MAIN,
        "scripts/calls.js": `async function main() { return g.http.get("https://api.store.example/x"); }\n`,
      },
      ["A", "API_TOKEN"],
    );
  });
  after(() => bench.close());

  const problems = (text: string): Promise<DocumentProblem[]> => bench.ask("document/problems", { text });

  for (const [title, code, fields, expected] of FIXES) {
    it(`mend ${title}`, async () => {
      const text = file(fields);
      const found = (await problems(text)).filter((problem) => problem.code === code);
      assert.equal(found.length, 1, JSON.stringify(await problems(text)));
      const fixes = found[0]?.fixes ?? [];
      const fixed = applyFix(text, fixes.find(({ preferred }) => preferred) ?? fixes[0]);
      assert.ok(fixed.includes(expected), fixed);
      assert.ok(!(await problems(fixed)).some((problem) => problem.code === code), "it is still there");
      // All else stays as it is.
      const [before, after] = [file("‸").split("‸"), fixed];
      assert.ok(after.startsWith(before[0] ?? "") && after.endsWith(before[1] ?? ""), after);
    });

    it(`each leave a file that can be read: ${title}`, async () => {
      const text = file(fields);
      for (const fix of (await problems(text)).flatMap(({ fixes }) => fixes)) {
        if (fix.kind !== "edit") continue;
        const errors: ParseError[] = [];
        parse(applyFix(text, fix), errors, { allowTrailingComma: true });
        assert.deepEqual(errors, [], fix.title);
      }
    });
  }

  it("offer to write a script that is missing", async () => {
    const [problem] = await problems(file('"name": "second", "description": "d", "script": "scripts/none.js"'));
    assert.equal(problem?.code, "script-missing");
    assert.deepEqual(problem?.fixes, [
      { title: "Create the script", kind: "createScript", tool: "second", preferred: true },
    ]);
  });

  it("offer to set a secret, at its name", async () => {
    const text = file(`${GOOD}, "headers": { "X": "a {{ NOT_SET }}" }, "allowedHosts": ["a.example"]`);
    const [problem] = await problems(text);
    assert.deepEqual([problem?.code, problem?.severity], ["secret-not-set", "warning"]);
    const line = text.split("\n")[problem?.range.start.line ?? 0] ?? "";
    assert.equal(line.slice(problem?.range.start.character, problem?.range.end.character), "NOT_SET");
    assert.deepEqual(
      problem?.fixes.map(({ kind }) => kind),
      ["setSecret"],
    );
  });

  it("open the script at what is wrong with it", async () => {
    bench.write("scripts/wrong.js", "async function main() {\n  retrun 1;\n}\n");
    bench.write("scripts/none.js", "// main\n");
    const text = file('"name": "second", "description": "d", "script": "scripts/wrong.js"');
    const [problem] = await problems(text);
    assert.deepEqual([problem?.file, problem?.range.start.line, problem?.code], ["scripts/wrong.js", 1, "script"]);
    assert.deepEqual(problem?.fixes, [{ title: "Open scripts/wrong.js", kind: "openFile", file: "scripts/wrong.js" }]);
    const [other] = await problems(text.replace("wrong.js", "none.js"));
    assert.match(other?.message ?? "", /has no function main/);
  });

  it("keep a value out of every text about a secret in clear", async () => {
    const text = file(`${GOOD}, "headers": { "X-Api-Key": "sk-abcdefghij0123456789" }`);
    assert.ok(!JSON.stringify(await problems(text)).includes("abcdefghij"));
  });
});
