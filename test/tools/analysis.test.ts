import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "../../runtime/contract/tools.ts";
import { silentLog } from "../../runtime/log.ts";
import { freeName, nameWarning, safeName } from "../../runtime/tools/names.ts";
import { isPlain } from "../../runtime/tools/plainSchema.ts";
import { createRegistry } from "../../runtime/tools/registry.ts";
import { lintSchema } from "../../runtime/tools/schemaLint.ts";
import { maskScript } from "../../runtime/tools/scriptText.ts";
import { clearPart, secretInClear } from "../../runtime/tools/secretInClear.ts";
import { compileSchema } from "../../runtime/tools/validator.ts";
import { createWorkspace, entry } from "../support/workspace.ts";

describe("the analysis of a workspace", () => {
  /** Codes and subjects of what is found in one tool with this script. */
  async function found(script: string, tool: object, secrets: string[] = ["KEY"]): Promise<[string, string?][]> {
    const workspace = createWorkspace({ "scripts/t.js": script, "tools.json": { tools: [entry("t", { ...tool })] } });
    const registry = createRegistry({ folder: workspace.folder, log: silentLog });
    const { problems } = await registry.analyze({ secretNames: async () => new Set(secrets) });
    await registry.dispose();
    workspace.dispose();
    return problems.map(({ code, subject }) => (subject === undefined ? [code] : [code, subject]));
  }
  const secret = { headers: { Authorization: "Bearer {{KEY}}" } };
  const calling = (code: string) => `async function main() {\n  ${code}\n}\n`;

  const hosts: [string, string, object, [string, string?][]][] = [
    [
      "a host that is allowed",
      'await g.http.get("https://a.example/x");',
      { ...secret, allowedHosts: ["a.example"] },
      [],
    ],
    [
      "a host below a pattern",
      'await g.http.get("https://x.a.example/x");',
      { ...secret, allowedHosts: ["*.a.example"] },
      [],
    ],
    [
      "a host with its scheme's port",
      'await g.http.get("http://a.example/");',
      { ...secret, allowedHosts: ["a.example:80"] },
      [],
    ],
    [
      "a host that is not allowed",
      "await g.http.get(`https://b.example/${1}`);",
      { ...secret, allowedHosts: ["a.example"] },
      [["host-not-allowed", "b.example"]],
    ],
    [
      "another port",
      'await g.http.get("http://localhost:81/");',
      { ...secret, allowedHosts: ["localhost:80"] },
      [["host-not-allowed", "localhost:81"]],
    ],
    ["a host in a comment", "// see https://docs.example/x", { ...secret, allowedHosts: ["a.example"] }, []],
    [
      "a page that is opened",
      'await g.nav.navigateToUrl("https://b.example/x");',
      { ...secret, allowedHosts: ["a.example"] },
      [],
    ],
    [
      "requests without the tool's headers",
      'await g.http.get("https://b.example/x", { toolHeaders: false });',
      { ...secret, allowedHosts: ["a.example"] },
      [],
    ],
    ["no secret in the headers", 'await g.http.get("https://b.example/x");', { allowedHosts: ["a.example"] }, []],
    ["no allowedHosts", 'await g.http.get("https://b.example/x");', secret, []],
    ["no host at all", "return 1;", secret, [["secret-host"]]],
    ["a tool that is switched off", "return 1;", { ...secret, enabled: false }, []],
  ];
  for (const [title, code, tool, expected] of hosts)
    it(`finds ${expected.length === 0 ? "nothing" : expected[0]?.[0]} with ${title}`, async () =>
      assert.deepEqual(await found(calling(code), tool), expected));

  it("asks for names of secrets only where a tool wants some", async () => {
    assert.deepEqual(await found(calling(""), secret, []), [["secret-not-set", "KEY"], ["secret-host"]]);
    const workspace = createWorkspace({
      "scripts/t.js": calling(""),
      "tools.json": { tools: [entry("t", { headers: { X: "plain" } })] },
    });
    const registry = createRegistry({ folder: workspace.folder, log: silentLog });
    assert.deepEqual((await registry.analyze({ secretNames: () => assert.fail("asked") })).problems, []);
    await registry.dispose();
    workspace.dispose();
  });

  const mains: [string, string, boolean][] = [
    ["a function", "async function main() {}", true],
    ["a variable", "const main = async () => 1;", true],
    ["a variable of globalThis", "globalThis.main = () => 1;", true],
    ["a comment", "/* function main() {} */", false],
    ["a text", "const text = 'function main() {}';", false],
    ["a function inside another", "function other() { function main() {} return main; }", false],
    ["a last line that is a comment", "async function main() {} // end", true],
  ];
  for (const [title, script, has] of mains)
    it(`${has ? "sees" : "misses"} main in ${title}`, async () =>
      assert.deepEqual(await found(script, {}), has ? [] : [["script", "main"]]));

  it("ends when it is not wanted any more", async () => {
    const tools = Array.from({ length: 3000 }, (_, n) => entry(`t${n}`, { script: "scripts/t.js" }));
    const workspace = createWorkspace({ "scripts/t.js": calling("") });
    const registry = createRegistry({ folder: workspace.folder, log: silentLog });
    const text = JSON.stringify({ tools });
    await assert.rejects(registry.analyze({ text, signal: AbortSignal.abort() }), { name: "AbortError" });
    await registry.dispose();
    workspace.dispose();
  });
});

describe("what Guidon says of schemas that some clients refuse", () => {
  it("names words at the root that Copilot drops", () => {
    const schema = { type: "object", properties: {}, oneOf: [{}], not: {} };
    assert.deepEqual(
      lintSchema(schema, "arguments").map(({ code, path }) => [code, ...path]),
      [
        ["root-combinator", "oneOf"],
        ["root-combinator", "not"],
      ],
    );
    assert.deepEqual(lintSchema(schema, "any"), []);
  });

  it("takes no schema for plain that cannot be compiled", () => {
    const corpus = readFileSync(join(import.meta.dirname, "..", "fixtures", "tool-schemas.jsonl"), "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => (JSON.parse(line) as { inputSchema: JsonObject }).inputSchema);
    const odd: JsonObject[] = [
      { properties: { constructor: { default: 1 } } },
      { properties: { a: { type: [] } } },
      { items: [{}], type: "array" },
      { properties: { a: { $ref: "#/nowhere" } } },
      { properties: { a: { nullable: true } } },
      { properties: { a: { exclusiveMinimum: true, minimum: 1 } } },
      { properties: { a: { enum: [1, 1], required: ["x", "x"], format: "no-such", default: "x", type: "number" } } },
      {
        properties: { a: { anyOf: [{ type: "string", minLength: 5, maxLength: 1 }, false] } },
        additionalProperties: false,
      },
    ];
    const plain = [...corpus, ...odd].filter(
      (schema) => isPlain(schema) && !lintSchema(schema, "any").some(({ severity }) => severity !== "warning"),
    );
    for (const schema of plain) assert.ok(compileSchema(schema, JSON.stringify(schema)).ok, JSON.stringify(schema));
    assert.ok(plain.length > 300, String(plain.length));
  });
});

describe("a secret in clear", () => {
  const clear: [string, string, string][] = [
    ["Authorization", "Bearer abcdef0123456789abcd", "API_TOKEN"],
    ["Authorization", "Basic dXNlcjpwYXNzd29yZDE=", "API_TOKEN"],
    ["X-Api-Key", "k3y-0123456789-abcdef", "API_KEY"],
    ["Accept", "ghp_abcdefghijklmnopqrstuvwx012345", "ACCEPT"],
    ["Cookie", "session=0123456789abcdef01", "COOKIE"],
  ];
  for (const [header, value, name] of clear)
    it(`is seen in ${header}: ${value.slice(0, 6)}…`, () => {
      assert.equal(secretInClear(header, value), name);
      const part = clearPart(header, value);
      assert.ok(part && part.length >= 16);
    });
  for (const [header, value] of [
    ["Authorization", "Bearer {{TOKEN}}"],
    ["Content-Type", "application/vnd.github.v3+json"],
    ["X-GitHub-Api-Version", "2022-11-28"],
    ["Authorization", "Bearer test"],
    ["X-Api-Key", ""],
    ["User-Agent", "store-tools/1.0 (contact@example.com)"],
  ] as const)
    it(`is not seen in ${header}: ${value}`, () => assert.equal(secretInClear(header, value), undefined));
});

describe("names for fixes", () => {
  for (const name of ["a b", "Café", "x__y", "GetWorkspaceTools", "日本", "-", "a".repeat(80), "a/b:c", "__"])
    it(`makes a name that clients take of ${JSON.stringify(name.slice(0, 12))}`, () =>
      assert.equal(nameWarning(safeName(name)), undefined, safeName(name)));
  it("counts on where a name is taken", () => {
    assert.equal(freeName("a", new Set(["b"])), "a");
    assert.equal(freeName("a", new Set(["A", "a-2"])), "a-3");
    assert.equal(freeName("a-2", new Set(["a-2"])), "a-3");
  });
});

describe("the text of a script without what is no code", () => {
  it("keeps every place", () => {
    const source = 'a // b\n/* c\n d */ \'e // f\' `g ${h}` "i\\"j"';
    assert.equal(maskScript(source, "all"), "a     \n    \n      '      ' `      ` \"    \"");
    assert.equal(maskScript(source, "comments"), 'a     \n    \n      \'e // f\' `g ${h}` "i\\"j"');
  });
});
