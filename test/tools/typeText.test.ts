/** The types of g.tool.args, read by the TypeScript compiler: what they take, what they refuse, and that no text breaks out of them. */
import assert from "node:assert/strict";
import ts from "typescript-classic";
import type { JsonObject } from "../../runtime/contract/tools.ts";
import { argsTypeText, unionText } from "../../runtime/tools/typeText.ts";

/** As much of the standard library as the compiler insists on. */
const LIBRARY = `interface Array<T> { length: number; [n: number]: T } interface Boolean {} interface CallableFunction {}
interface Function {} interface IArguments {} interface NewableFunction {} interface Number {} interface Object {} interface RegExp {}
interface String {} type Record<K extends keyof any, T> = { [P in K]: T };`;
const OPTIONS: ts.CompilerOptions = { strict: true, noLib: true, noEmit: true, types: [] };

/** What the compiler says of the type with a value of it. */
function complaints(type: string, value = "null as never"): string[] {
  const texts = new Map([
    ["lib.d.ts", LIBRARY],
    ["t.ts", `const value: ${type} = ${value};\n`],
  ]);
  const files = new Map(
    [...texts].map(([name, text]) => [name, ts.createSourceFile(name, text, ts.ScriptTarget.ES2024)]),
  );
  const host = { ...ts.createCompilerHost(OPTIONS), getSourceFile: (name: string) => files.get(name) };
  return ts
    .getPreEmitDiagnostics(ts.createProgram([...files.keys()], OPTIONS, host))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: "object", properties, ...more });

describe("The type of a tool's arguments", function () {
  this.timeout(20_000);
  const text = "string";
  const CASES: readonly [what: string, schema: JsonObject, type: string, takes: string[], refuses: string[]][] = [
    [
      "has what is required and what has a default, and may have the others",
      object(
        { a: { type: "string" }, b: { type: "integer", default: 1 }, c: { type: "boolean" } },
        { required: ["a"] },
      ),
      "{ a: string; b: number; c?: boolean }",
      ['{ a: "x", b: 1 }'],
      ['{ a: "x" }', "{ b: 1 }", '{ a: "x", b: 1, d: 2 }'],
    ],
    [
      "knows values, and lists of them",
      object({
        a: { enum: ["x", 'q"', 1, null] },
        b: { const: { k: [true] } },
        c: { type: "array", items: { enum: [1, 2] } },
      }),
      '{ a?: "x" | ("q\\"") | 1 | null; b?: { k: [true] }; c?: (1 | 2)[] }',
      ['{ a: "q\\"", c: [1, 2] }'],
      ['{ a: "y" }', "{ b: { k: [false] } }", "{ c: [3] }"],
    ],
    [
      "knows tuples of every draft",
      object({
        a: { type: "array", prefixItems: [{ type: text }, { type: "number" }], items: false, minItems: 1 },
        b: { type: "array", items: [{ type: text }] },
      }),
      "{ a?: [string, number?]; b?: [string?, ...unknown[]] }",
      ['{ a: ["x"], b: ["x", 1] }'],
      ["{ a: [] }", '{ a: ["x", 1, 2] }', "{ b: [1] }"],
    ],
    [
      "knows null in its three spellings",
      object({
        a: { type: ["string", "null"] },
        b: { type: "string", nullable: true },
        c: { anyOf: [{ type: "string" }, { type: "null" }] },
      }),
      "{ a?: string | null; b?: string | null; c?: string | null }",
      ["{ a: null, b: null, c: null }"],
      ["{ a: 1 }"],
    ],
    [
      "puts together what a schema is put together from",
      {
        ...object({
          kind: {
            oneOf: [
              object({ a: { type: text } }, { required: ["a"] }),
              object({ b: { type: text } }, { required: ["b"] }),
            ],
          },
        }),
        allOf: [object({ both: { $ref: "#/$defs/n" } }, { required: ["both"] })],
        $defs: { n: { type: "number" } },
      },
      "({ kind?: ({ a: string }) | ({ b: string }) }) & ({ both: number })",
      ['{ both: 1, kind: { b: "x" } }'],
      ["{}", "{ both: 1, kind: {} }"],
    ],
    [
      "says which names may come besides",
      object({
        map: { type: "object", additionalProperties: { type: "number" } },
        none: { type: "object", additionalProperties: false },
        open: object({ a: { type: text } }, { additionalProperties: true }),
      }),
      "{ map?: Record<string, number>; none?: Record<string, never>; open?: { a?: string; [name: string]: unknown } }",
      ['{ map: { x: 1 }, none: {}, open: { a: "x", b: 2 } }'],
      ['{ map: { x: "1" } }', "{ open: { a: 1 } }"],
    ],
    [
      "quotes names that are none, and takes any other",
      object({
        "a-b": { type: text },
        'say "hi"': { type: text },
        имя: { type: text },
        class: { type: text },
        __proto__x: true,
      }),
      '{ "a-b"?: string; "say \\"hi\\""?: string; имя?: string; class?: string; __proto__x?: unknown }',
      ['{ "a-b": "x", имя: "y" }'],
      ['{ "a-b": 1 }'],
    ],
    [
      "is unknown where a schema says nothing",
      object({ a: {}, b: { type: "odd" }, c: { not: {} }, d: { $ref: "#/nowhere" } }),
      "{ a?: unknown; b?: unknown; c?: unknown; d?: unknown }",
      ["{ a: 1, d: [] }"],
      [],
    ],
    ["is a record where it names no parameters", { type: "object" }, "Record<string, unknown>", ["{ a: 1 }"], []],
  ];
  for (const [what, schema, type, takes, refuses] of CASES)
    it(what, () => {
      assert.equal(argsTypeText(schema), type);
      for (const value of takes) assert.deepEqual(complaints(type, value), [], value);
      for (const value of refuses) assert.notEqual(complaints(type, value).length, 0, value);
    });

  it("shows descriptions, and none of them ends its comment or its line", () => {
    const description = "Ends */ } ; declare const evil: number; /* here\n\u2028second *\\/ line";
    const type = argsTypeText(
      object({ "*/ x": { type: "string", description }, b: { type: "string", title: "Title" } }),
    );
    assert.equal(type.split("\n").length, 1);
    assert.ok(!type.includes("\u2028"));
    assert.deepEqual(complaints(type, '{ "*/ x": "1", b: "2" }'), []);
    assert.match(type, /\/\*\* Title \*\/ b\?: string/);
  });

  it("ends for a schema that goes round, and for one that grows with its references", () => {
    const loop = argsTypeText({ ...object({ next: { $ref: "#" } }) });
    assert.deepEqual(complaints(loop), []);
    const defs = Object.fromEntries(
      Array.from({ length: 12 }, (_, n) => [
        `d${n}`,
        object(Object.fromEntries(Array.from({ length: 10 }, (_each, k) => [`p${k}`, { $ref: `#/$defs/d${n + 1}` }]))),
      ]),
    );
    const started = performance.now();
    const wide = argsTypeText({ ...object({ a: { $ref: "#/$defs/d0" } }), $defs: defs });
    assert.ok(performance.now() - started < 500);
    assert.ok(wide.length < 200_000);
  });

  it("of a script that several tools share is any of theirs", () => {
    assert.equal(unionText(["{ a: string }", "{ a: string }"]), "{ a: string }");
    assert.equal(unionText(["{ a: string }", "Record<string, never>"]), "({ a: string }) | (Record<string, never>)");
    assert.equal(unionText(["{ a: string }", "unknown"]), "unknown");
  });
});
