import assert from "node:assert/strict";
import type { JsonObject } from "../../runtime/contract/tools.ts";
import { ToolError } from "../../runtime/errors.ts";
import { createArgumentChecker } from "../../runtime/tools/arguments.ts";
import { scriptPathProblem } from "../../runtime/tools/scriptPath.ts";
import { parseTools } from "../../runtime/tools/toolsFile.ts";

/** mulberry32: the same numbers on every machine. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const GOOD = `{
  // tools
  "name": "store", "displayName": "Store", "author": "Acme",
  "tools": [
    { "name": "search", "description": "Finds", "script": "scripts/a.js", "timeout": 30,
      "parameters": { "type": "object", "$defs": { "Q": { "type": "string", "pattern": "^a+$" } },
        "properties": { "q": { "$ref": "#/$defs/Q" }, "n": { "type": ["integer", "null"], "minimum": 1, "default": 3 },
          "l": { "type": "array", "items": { "anyOf": [{ "type": "boolean" }, { "const": 7 }] } } }, "required": ["q"] },
      "headers": { "Authorization": "Bearer {{TOKEN}}" }, "allowedHosts": ["a.example:80"], "annotations": { "readOnly": true },
      "examples": [{ "args": { "q": "a" } }] },
    { "name": "two", "description": "Second", "script": "b.ts", "inputSchema": { "oneOf": [{}, false] }, "enabled": false, },
  ],
}`;
const PIECES = [
  '"',
  "{",
  "}",
  "[",
  "]",
  ",",
  ":",
  "\\",
  "//",
  "/*",
  "*/",
  "null",
  "1e999",
  "-",
  "\u0000",
  "\uD800",
  "\u202E",
  '"$ref"',
  '"#"',
  '"type"',
  '"__proto__"',
  "true",
  "\n",
  "[[[[[[",
  '{"a":',
  '"tools"',
  "0",
  "..",
];

describe("tools.json that was damaged at random", () => {
  for (const seed of [1, 2, 3]) {
    it(`never makes the reader throw (seed ${seed}, 1,500 texts)`, () => {
      const next = random(seed);
      const pick = <T>(list: readonly T[]) => list[Math.floor(next() * list.length)] as T;
      let usable = 0;
      for (let n = 0; n < 1500; n++) {
        let text = GOOD;
        for (let edits = 1 + Math.floor(next() * 4); edits > 0; edits--) {
          const at = Math.floor(next() * text.length);
          const length = Math.floor(next() * 12);
          text =
            text.slice(0, at) +
            (next() < 0.6 ? pick(PIECES) : text.slice(at, at + length * 3)) +
            text.slice(at + (next() < 0.5 ? length : 0));
        }
        const result = parseTools(text, "folder");
        const problems = "tools" in result ? result.problems : [result];
        const lines = text.split(/\r\n|\n|\r/).length;
        for (const { at, message } of problems) {
          assert.ok(
            at.line >= 1 && at.line <= lines && at.column >= 1 && at.endLine >= at.line,
            `${message} ${JSON.stringify(at)}`,
          );
        }
        if ("tools" in result) usable += result.tools.length > 0 ? 1 : 0;
      }
      assert.ok(usable > 100, `${usable} texts had tools`);
    });
  }
});

describe("arguments made at random", () => {
  it("are taken or refused with InvalidArgument, and what is taken fits when it is checked again (5,000 values)", () => {
    const next = random(7);
    const checker = createArgumentChecker();
    const read = parseTools(GOOD, "folder");
    assert.ok("tools" in read);
    const [tool] = read.tools;
    assert.ok(tool);
    const value = (depth: number): unknown => {
      const kinds = [
        () => null,
        () => next() < 0.5,
        () => Math.floor(next() * 10) - 2,
        () => next() * 1e17,
        () => "a".repeat(Math.floor(next() * 5)),
        () => String(Math.floor(next() * 9)),
        () => '["true", 7]',
        () => "{}",
        () => '{"q":"a"}',
      ];
      if (depth > 0)
        kinds.push(
          () => Array.from({ length: Math.floor(next() * 4) }, () => value(depth - 1)) as never,
          () => object(depth - 1) as never,
        );
      return kinds[Math.floor(next() * kinds.length)]?.();
    };
    const object = (depth: number): JsonObject => {
      const names = ["q", "n", "l", "__proto__", "constructor", "x"].filter(() => next() < 0.5);
      const fields = Object.fromEntries(names.map((name) => [name, value(depth)]));
      return (next() < 0.7 ? { ...fields, q: "aa" } : fields) as JsonObject;
    };
    let taken = 0;
    for (let n = 0; n < 5000; n++) {
      const args = next() < 0.9 ? object(3) : value(3);
      try {
        const checked: JsonObject = checker.check(tool, args).args;
        taken++;
        assert.deepEqual(checker.check(tool, checked), { args: checked, repaired: [] });
      } catch (error) {
        assert.ok(error instanceof ToolError && error.code === "InvalidArgument", String(error));
        assert.ok(error.message.length < 2000);
      }
    }
    assert.ok(taken > 200, `${taken} were taken`);
    assert.equal(({} as JsonObject)["polluted"], undefined);
  });
});

describe("script paths made at random", () => {
  it("never pass with a way out of the folder (10,000 paths)", () => {
    const next = random(11);
    const parts = ["..", ".", "a", "/", "\\", "C:", "//", "é", " ", "%2e%2e", "\0", "file:", "x.js", ".ts", "~", "..."];
    for (let n = 0; n < 10_000; n++) {
      const path = Array.from(
        { length: 1 + Math.floor(next() * 6) },
        () => parts[Math.floor(next() * parts.length)],
      ).join("");
      if (scriptPathProblem(path)) continue;
      const slashed = path.replaceAll("\\", "/");
      assert.ok(!slashed.startsWith("/") && !slashed.split("/").includes("..") && !/^[a-z]+:/i.test(slashed), path);
    }
  });
});
