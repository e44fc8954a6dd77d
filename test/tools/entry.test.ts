import assert from "node:assert/strict";
import type { Problem, WorkspaceTool } from "../../runtime/contract/tools.ts";
import { parseTools } from "../../runtime/tools/toolsFile.ts";

const GOOD = { name: "t", description: "d", script: "scripts/t.js" };

/** Reads one entry beside a good one, which must always load. */
function one(entry: unknown): { problems: Problem[]; tool: WorkspaceTool | undefined } {
  const result = parseTools(JSON.stringify({ tools: [entry, { ...GOOD, name: "good" }] }), "folder");
  assert.ok("tools" in result);
  const { tools, problems } = result;
  assert.ok(tools.some(({ name }) => name === "good"));
  return { problems, tool: tools.find(({ name }) => name !== "good") };
}

describe("an entry of tools.json", () => {
  it("has its fields, with defaults for what is left out", () => {
    const { tool } = one(GOOD);
    assert.deepEqual(
      { ...tool, at: undefined },
      {
        at: undefined,
        name: "t",
        mcpName: "folder_t",
        description: "d",
        script: "scripts/t.js",
        parameters: { type: "object", properties: {} },
        annotations: {},
        headers: {},
        enabled: true,
        confirm: "never",
        permissions: [],
        examples: [],
      },
    );
  });

  it("takes every field of the design", () => {
    const fields = {
      title: "Search",
      timeoutMs: 1500,
      inputSchema: { type: "object", properties: { q: { type: "string" } } },
      outputSchema: { type: "array", items: {} },
      headers: { "X-Key": "<<KEY>>" },
      enabled: true,
      annotations: { readOnly: true },
      allowedHosts: ["api.example.com", "*.store.example.com", "localhost:8080", "localhost:*", "[::1]:80"],
      session: "store",
      browser: { mode: "headed" },
      confirm: "always",
      maxResultBytes: 100,
      permissions: ["workspace.write"],
      examples: [{ args: { q: "lamp" }, expect: { minItems: 1 } }],
    };
    const { tool, problems } = one({ ...GOOD, ...fields });
    assert.deepEqual(
      problems.map(({ code, pointer }) => `${code} ${pointer}`),
      ["unused-field /tools/0/session", "unused-field /tools/0/browser/mode", "unused-field /tools/0/permissions"],
    );
    const { inputSchema, ...rest } = fields;
    for (const [field, value] of Object.entries({ ...rest, parameters: inputSchema })) {
      assert.deepEqual(tool?.[field as keyof typeof tool], value, field);
    }
  });

  it("says of each field that does nothing that it does nothing", () => {
    const fields = {
      session: "store",
      browser: { mode: "none" },
      permissions: ["workspace.write"],
      confirm: "destructive",
    };
    const { tool, problems } = one({ ...GOOD, ...fields });
    assert.equal(tool?.problem, undefined);
    assert.deepEqual(
      problems.map(({ severity, message }) => `${severity}: ${message}`),
      [
        'warning: this version does not use "session" yet',
        'warning: this version does not use the browser mode "none" yet',
        'warning: this version does not use "permissions" yet',
        'warning: nobody is asked: "confirm" is "destructive", but the annotations do not say "destructive": true',
      ],
    );
    const used = {
      browser: { mode: "headless" },
      permissions: [],
      confirm: "destructive",
      annotations: { destructive: true },
    };
    assert.deepEqual(one({ ...GOOD, ...used }).problems, []);
  });

  const leftOut: [string, unknown, string, RegExp][] = [
    ["no name", { description: "d", script: "a.js" }, "/tools/0/name", /"name" is missing/],
    ["a name that is a number", { ...GOOD, name: 7 }, "/tools/0/name", /must be a text, not 7/],
    ["an empty name", { ...GOOD, name: "" }, "/tools/0/name", /must not be empty/],
    ["a text in place of an object", "oops", "/tools/0", /must be an object/],
    ["null", null, "/tools/0", /must be an object/],
    ["no script", { name: "t", description: "d" }, "/tools/0/script", /"script" is missing/],
    ["no description", { name: "t", script: "a.js" }, "/tools/0/description", /"description" is missing/],
    ["a script above the folder", { ...GOOD, script: "../a.js" }, "/tools/0/script", /goes up/],
    ["an absolute script", { ...GOOD, script: "/etc/passwd" }, "/tools/0/script", /absolute/],
    ["a script on a drive", { ...GOOD, script: "C:\\a.js" }, "/tools/0/script", /absolute/],
    ["a script of another kind", { ...GOOD, script: "a.py" }, "/tools/0/script", /not a \.js/],
    ["parameters that are a list", { ...GOOD, parameters: [] }, "/tools/0/parameters", /must be an object, not a list/],
    [
      "a header with a line end",
      { ...GOOD, headers: { "X-A": "a\r\nb" } },
      "/tools/0/headers/X-A",
      /HTTP headers cannot carry/,
    ],
    ["a header with a bad name", { ...GOOD, headers: { "X A": "a" } }, "/tools/0/headers/X A", /name of a header/],
    ["a header that is a number", { ...GOOD, headers: { "X-A": 5 } }, "/tools/0/headers/X-A", /must be a text/],
    [
      "an address as allowed host",
      { ...GOOD, allowedHosts: ["https://a.test/"] },
      "/tools/0/allowedHosts/0",
      /not a host/,
    ],
    ["a whole top-level domain", { ...GOOD, allowedHosts: ["*.com"] }, "/tools/0/allowedHosts/0", /not a host/],
    ["a port that is none", { ...GOOD, allowedHosts: ["a.test:65536"] }, "/tools/0/allowedHosts/0", /not a host/],
    ["an unknown confirm", { ...GOOD, confirm: "allways" }, "/tools/0/confirm", /did you mean "always"/],
    [
      "an unknown browser mode",
      { ...GOOD, browser: { mode: "headles" } },
      "/tools/0/browser/mode",
      /did you mean "headless"/,
    ],
    [
      "a bidirectional override in its description",
      { ...GOOD, description: "safe \u202E live" },
      "/tools/0/description",
      /U\+202E/,
    ],
    ["tag characters in its description", { ...GOOD, description: "a\u{E0041}" }, "/tools/0/description", /U\+E0041/],
    ["a control character in its name", { ...GOOD, name: "a\u0007" }, "/tools/0/name", /U\+0007/],
    [
      "a megabyte of description",
      { ...GOOD, description: "x".repeat(1 << 20) },
      "/tools/0/description",
      /16384 are allowed/,
    ],
    [
      "a schema 100 levels deep",
      { ...GOOD, parameters: { properties: { a: deepSchema(100) } } },
      `/tools/0/parameters/properties/a${"/items".repeat(64)}`,
      /64 levels/,
    ],
    [
      "hidden text in its schema",
      { ...GOOD, parameters: { description: "\u2066" } },
      "/tools/0/parameters/description",
      /U\+2066/,
    ],
  ];
  for (const [title, entry, pointer, message] of leftOut) {
    it(`is left out and reported, and the others load: ${title}`, () => {
      const { tool, problems } = one(entry);
      assert.equal(tool, undefined);
      const problem = problems.find((each) => each.severity === "error");
      assert.equal(problem?.pointer, pointer);
      assert.match(problem?.message ?? "", message);
    });
  }

  const tolerated: [string, object, string, RegExp][] = [
    ["an unknown field", { tiemout: 3 }, "/tools/0/tiemout", /not a field of a tool; did you mean "timeout"/],
    [
      "an unknown field of annotations",
      { annotations: { readonly: true } },
      "/tools/0/annotations/readonly",
      /"annotations"; did you mean "readOnly"/,
    ],
    ["a title that is no text", { title: 5 }, "/tools/0/title", /must be a text, not 5; it is left out/],
    ["a long description", { description: "x".repeat(1025) }, "/tools/0/description", /1025 characters/],
    ["both names of the schema", { parameters: {}, inputSchema: {} }, "/tools/0/inputSchema", /"parameters" is used/],
    ["both timeouts", { timeout: 1, timeoutMs: 5 }, "/tools/0/timeoutMs", /"timeout" is used/],
    ["a name with a space", { name: "my tool" }, "/tools/0/name", /some clients refuse/],
    ["a name in another script", { name: "検索" }, "/tools/0/name", /some clients refuse/],
    ["a name of 65 characters", { name: "x".repeat(65) }, "/tools/0/name", /65 characters/],
    ["a name of Guidon's own", { name: "getWorkspaceTools" }, "/tools/0/name", /own tools \(GetWorkspaceTools\)/],
    ["a name with __", { name: "a__b" }, "/tools/0/name", /__/],
    [
      "an unknown permission",
      { permissions: ["all"] },
      "/tools/0/permissions/0",
      /must be "workspace.write"; it is left out/,
    ],
    ["an output schema with an error", { outputSchema: { type: "strnig" } }, "/tools/0/outputSchema", /left out/],
  ];
  for (const [title, fields, pointer, message] of tolerated) {
    it(`loads with a warning: ${title}`, () => {
      const { tool, problems } = one({ ...GOOD, ...fields });
      assert.ok(tool, JSON.stringify(problems));
      const problem = problems.find((each) => each.pointer === pointer && each.severity === "warning");
      assert.match(problem?.message ?? JSON.stringify(problems), message);
    });
  }

  const timeouts: [unknown, number | undefined, boolean][] = [
    [0, undefined, true],
    [-1, undefined, true],
    ["30", undefined, true],
    [null, undefined, true],
    [1e9, 120_000, true],
    [0.5, 500, false],
    [45, 45_000, false],
    [2.5, 2500, false],
  ];
  for (const [timeout, expected, reported] of timeouts) {
    it(`timeout ${JSON.stringify(timeout)} gives ${expected ?? "the default"}${reported ? ", with a warning" : ""}`, () => {
      const { tool, problems } = one({ ...GOOD, timeout });
      assert.equal(tool?.timeoutMs, expected);
      assert.deepEqual(
        problems.map(({ code, severity, pointer }) => [code, severity, pointer]),
        reported ? [["timeout", "warning", "/tools/0/timeout"]] : [],
      );
    });
  }

  it("that is switched off is listed with the reason", () => {
    assert.match(one({ ...GOOD, enabled: false }).tool?.problem ?? "", /switched off/);
  });

  it("whose schema has an error is listed, and its problem says where", () => {
    const { tool, problems } = one({ ...GOOD, parameters: { properties: { a: { type: "strnig" } } } });
    assert.match(tool?.problem ?? "", /"type" must be one of/);
    assert.equal(problems[0]?.pointer, "/tools/0/parameters/properties/a/type");
  });
});
function deepSchema(depth: number): unknown {
  return depth === 0 ? {} : { type: "array", items: deepSchema(depth - 1) };
}
