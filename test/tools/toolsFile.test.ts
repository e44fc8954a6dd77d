import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Problem } from "../../runtime/contract/tools.ts";
import { parseTools, readToolsFile } from "../../runtime/tools/toolsFile.ts";
import type { ReadTools } from "../../runtime/tools/toolsFile.ts";
import { createWorkspace } from "../support/workspace.ts";

const GOOD = { name: "t", description: "d", script: "scripts/t.js" };

function read(value: unknown): ReadTools {
  const result = parseTools(typeof value === "string" ? value : JSON.stringify(value), "folder");
  assert.ok("tools" in result, `refused as a whole: ${"message" in result ? result.message : ""}`);
  return result;
}

function broken(text: string): Problem {
  const result = parseTools(text, "folder");
  assert.ok(!("tools" in result), "was read");
  return result;
}

/** Reads one entry beside a good one, which must always load. */
function one(entry: unknown): { problems: Problem[]; tool: ReadTools["tools"][number] | undefined } {
  const { tools, problems } = read({ tools: [entry, { ...GOOD, name: "good" }] });
  assert.ok(tools.some(({ name }) => name === "good"));
  return { problems, tool: tools.find(({ name }) => name !== "good") };
}

describe("tools.json as text", () => {
  it("is read with a byte order mark, CRLF, comments and trailing commas", () => {
    const workspace = createWorkspace({});
    const text = `\uFEFF{\r\n  // mine\r\n  "tools": [\r\n    { "name": "t", "description": "d", /* here */ "script": "scripts/t.js", },\r\n  ],\r\n}\r\n`;
    workspace.write("tools.json", text);
    const file = readToolsFile(workspace.folder);
    assert.equal(file.state, "ok");
    assert.deepEqual(file.state === "ok" && file.read.tools.map(({ name, at }) => [name, at.line, at.column]), [
      ["t", 4, 5],
    ]);
    workspace.dispose();
  });

  it("is read as UTF-16 LE where the byte order mark says so", () => {
    const workspace = createWorkspace({});
    const text = JSON.stringify({ tools: [{ ...GOOD, title: "Größe" }] });
    writeFileSync(
      join(workspace.folder, "tools.json"),
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]),
    );
    const file = readToolsFile(workspace.folder);
    assert.equal(file.state === "ok" && file.read.tools[0]?.title, "Größe");
    workspace.dispose();
  });

  const faults: [string, string, number, number, RegExp][] = [
    ["cut off in the middle", '{\n  "tools": [\n    { "name": "two",', 3, 21, /double quotes|closing/],
    ["empty", "", 1, 1, /empty|value is missing/],
    ["no JSON", "hello", 1, 1, /not JSON/],
    ["a missing comma", '{\n  "tools": [] "name": "x" }', 2, 15, /comma/],
    ["a single quote", "{ 'tools': [] }", 1, 3, /not JSON|double quotes/],
    ["an open text", '{ "tools": [ "a\n ] }', 1, 14, /double quote/],
    ["a bad escape", '{ "tools": [ { "name": "a\\x" } ] }', 1, 24, /escape/],
    ["something after the end", '{ "tools": [] } }', 1, 17, /end here/],
    ["null", "null", 1, 1, /must be an object, not null/],
    ["a list", "[]", 1, 1, /must be an object, not a list/],
    ["no tools", '{\n  "name": "x"\n}', 1, 1, /"tools" is missing/],
    ["tools that are no list", '{\n  "tools": {}\n}', 2, 12, /"tools" must be a list, not an object/],
  ];
  for (const [title, text, line, column, message] of faults) {
    it(`names line and column of the fault: ${title}`, () => {
      const problem = broken(text);
      assert.equal(problem.severity, "error");
      assert.deepEqual([problem.at.line, problem.at.column], [line, column], problem.message);
      assert.match(problem.message, new RegExp(`line ${line}, column ${column}: `));
      assert.match(problem.message, message);
    });
  }

  it("that is nested a million times deep is refused without harm", () => {
    assert.match(broken(`{"tools":${"[".repeat(1_000_000)}`).message, /nested too deeply/);
    assert.match(broken('{"a":'.repeat(5000)).message, /nested too deeply/);
  });

  it("points out a key that stands twice, at the second one", () => {
    const { problems, tools } = read('{"tools":[\n{"name":"a","name":"b","description":"d","script":"s.js"}]}');
    assert.deepEqual(
      tools.map(({ name }) => name),
      ["b"],
    );
    const [problem] = problems;
    assert.equal(problem?.code, "duplicate-key");
    assert.deepEqual([problem?.pointer, problem?.at.line, problem?.at.column], ["/tools/0/name", 2, 13]);
  });

  it("keeps a parameter that is called __proto__ as what it is", () => {
    const { tools } = read(
      '{"tools":[{"name":"a","description":"d","script":"s.js","parameters":{"properties":{"__proto__":{"type":"string"}}}}]}',
    );
    assert.ok(Object.hasOwn((tools[0]?.parameters["properties"] ?? {}) as object, "__proto__"));
    assert.equal(({} as Record<string, unknown>)["type"], undefined);
  });

  const files: [string, (path: string) => void, string, RegExp][] = [
    ["missing", () => {}, "missing", /no tools\.json/],
    ["a folder", (path) => mkdirSync(path), "broken", /not a file/],
    ["a pipe", (path) => execFileSync("mkfifo", [path]), "broken", /not a file/],
    ["a device", (path) => symlinkSync("/dev/zero", path), "broken", /not a file/],
    ["a link to itself", (path) => symlinkSync(path, path), "broken", /link/],
    [
      "larger than 16 MiB",
      (path) => writeFileSync(path, Buffer.alloc((16 << 20) + 1, 32)),
      "broken",
      /larger than 16 MiB/,
    ],
    ["not UTF-8", (path) => writeFileSync(path, Buffer.from([0x7b, 0xff, 0x7d])), "broken", /UTF-8/],
  ];
  for (const [title, make, state, message] of files) {
    it(`is reported when it is ${title}`, () => {
      const workspace = createWorkspace({});
      make(join(workspace.folder, "tools.json"));
      const file = readToolsFile(workspace.folder);
      assert.equal(file.state, state);
      assert.match(file.state === "ok" ? "" : file.problem.message, message);
      if (file.state === "missing") assert.match(file.problem.hint ?? "", /guidon init/);
      workspace.dispose();
    });
  }
});

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
      allowedHosts: ["api.example.com", "*.store.example.com", "localhost:8080", "[::1]:80"],
      session: "store",
      browser: { mode: "headed" },
      confirm: "always",
      maxResultBytes: 100,
      permissions: ["workspace.write"],
      examples: [{ args: { q: "lamp" }, expect: { minItems: 1 } }],
    };
    const { tool, problems } = one({ ...GOOD, ...fields });
    assert.deepEqual(problems, []);
    const { inputSchema, ...rest } = fields;
    for (const [field, value] of Object.entries({ ...rest, parameters: inputSchema })) {
      assert.deepEqual(tool?.[field as keyof typeof tool], value, field);
    }
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
    ["a header with a line end", { ...GOOD, headers: { "X-A": "a\r\nb" } }, "/tools/0/headers/X-A", /line end/],
    ["a header with a bad name", { ...GOOD, headers: { "X A": "a" } }, "/tools/0/headers/X A", /name of a header/],
    ["a header that is a number", { ...GOOD, headers: { "X-A": 5 } }, "/tools/0/headers/X-A", /must be a text/],
    [
      "an address as allowed host",
      { ...GOOD, allowedHosts: ["https://a.test/"] },
      "/tools/0/allowedHosts/0",
      /not a host/,
    ],
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

describe("tools.json as a whole", () => {
  it("refuses the later of two tools with one name, and names both places", () => {
    const text = `{"tools": [\n${JSON.stringify({ ...GOOD, script: "a.js" })},\n${JSON.stringify({ ...GOOD, script: "b.js" })}\n]}`;
    const { tools, problems } = read(text);
    assert.deepEqual(
      tools.map(({ script }) => script),
      ["a.js"],
    );
    assert.equal(problems[0]?.code, "duplicate-name");
    assert.equal(problems[0]?.pointer, "/tools/1/name");
    assert.match(problems[0]?.message ?? "", /"t" is already the name of \/tools\/0 \(line 2\); \/tools\/1 \(line 3\)/);
  });

  it("points out names that differ only in case or in how an accent is written", () => {
    const names = ["Send", "send", "caf\u00e9", "cafe\u0301"];
    const { tools, problems } = read({ tools: names.map((name) => ({ ...GOOD, name })) });
    assert.equal(tools.length, 4);
    assert.deepEqual(
      problems.filter(({ code }) => code === "similar-name").map(({ pointer }) => pointer),
      ["/tools/1/name", "/tools/3/name"],
    );
    assert.equal(new Set(tools.map(({ mcpName }) => mcpName.toLowerCase())).size, 4);
  });

  it("takes tools that are called like members of Object.prototype", () => {
    const names = ["constructor", "toString", "__proto__"];
    const { tools } = read({ tools: names.map((name) => ({ ...GOOD, name })) });
    assert.deepEqual(
      tools.map(({ name }) => name),
      names,
    );
  });

  it("names its package, or takes the folder's name", () => {
    assert.deepEqual([read({ tools: [] }).name, read({ tools: [] }).displayName], ["folder", "folder"]);
    const { name, displayName, author } = read({
      name: "store-tools",
      displayName: "Store",
      author: "Acme",
      tools: [],
    });
    assert.deepEqual([name, displayName, author], ["store-tools", "Store", "Acme"]);
  });

  it("goes on without a field of its own that is wrong", () => {
    const { problems, name } = read('{\n  "nmae": "x",\n  "name": 5,\n  "tools": []\n}');
    assert.equal(name, "folder");
    assert.deepEqual(
      problems.map(({ code, at }) => [code, at.line, at.column]),
      [
        ["wrong-type", 3, 11],
        ["unknown-field", 2, 3],
      ].toSorted(),
    );
  });
});

function deepSchema(depth: number): unknown {
  return depth === 0 ? {} : { type: "array", items: deepSchema(depth - 1) };
}
