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
      assert.doesNotMatch(problem.message, /line \d/);
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
    const found = problems.map(({ code, at }) => [code, at.line, at.column]);
    assert.deepEqual(
      found.toSorted(([a], [b]) => String(a).localeCompare(String(b))),
      [
        ["unknown-field", 2, 3],
        ["wrong-type", 3, 11],
      ],
    );
  });
});
