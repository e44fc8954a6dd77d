import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { text as textOf } from "node:stream/consumers";
import type { Problem } from "../../runtime/contract/tools.ts";
import { entry } from "../support/workspace.ts";
import { MAIN, openEditor } from "./support.ts";

const CLI = join(import.meta.dirname, "..", "..", "runtime", "cli.ts");

const SCRIPTS = {
  "scripts/a.js": MAIN,
  "scripts/typed.ts": "const main = async (): Promise<number> => 1;\n",
  "scripts/module.js": 'import { one } from "./lib/one.js";\nexport default async () => one;\n',
  "scripts/lib/one.js": "export const one = 1;\n",
  "scripts/lib/bad.js": "export const bad = ;\n",
  "scripts/importsBad.js": 'import { bad } from "./lib/bad.js";\nexport async function main() { return bad; }\n',
  "scripts/syntax.js": "async function main() {\n  return (;\n}\n",
  "scripts/noMain.js": "// function main() {}\nasync function mian() {}\n",
  "scripts/pragma.js": `// @timeout soon\n${MAIN}`,
  "scripts/calls.js": 'async function main() { return g.http.get("https://api.example.com/x"); }\n',
};
const parameters = (properties: object, more: object = {}) => ({ parameters: { type: "object", properties, ...more } });
const secret = { headers: { Authorization: "Bearer {{SET}}" } };

/** Each is a whole tools.json. */
const FILES: [string, unknown][] = [
  ["a good one", { tools: [entry("a"), entry("typed", { script: "scripts/typed.ts" }), entry("module")] }],
  ["one that is no JSON", '{ "tools": [\n  { "name": "x" "description": "d" }\n] }\n'],
  ["one that has no tools", { tols: [] }],
  ["an empty one", ""],
  [
    "names that clash, look alike, or are refused",
    { nmae: "x", tools: [entry("a"), entry("a"), entry("A"), entry("a b", { script: "scripts/a.js" })] },
  ],
  [
    "scripts of all sorts",
    { tools: ["missing", "importsBad", "syntax", "noMain", "pragma"].map((name) => entry(name)) },
  ],
  [
    "several tools with one broken script",
    { tools: ["x", "y"].map((name) => entry(name, { script: "scripts/syntax.js" })) },
  ],
  [
    "fields that are wrong",
    {
      tools: [
        entry("a", { tiemout: 1, timeout: 900, timeoutMs: 5, enabled: "no" }),
        { name: "b" },
        5,
        entry("c", { script: "../c.js" }),
      ],
    },
  ],
  [
    "schemas that are wrong",
    {
      tools: [
        entry("a", parameters({ x: { type: "array" }, y: { $ref: "#/no" }, z: { tpye: 1 } })),
        entry("b", {
          script: "scripts/a.js",
          ...parameters({ p: { pattern: "(" } }, { required: ["q"], oneOf: [{}] }),
        }),
      ],
    },
  ],
  [
    "schemas that only compiling shows to be wrong",
    {
      tools: [
        entry("a", {
          outputSchema: { properties: { a: { $ref: "#/properties/b" }, b: { $id: "x", $ref: "#/definitions/none" } } },
        }),
      ],
    },
  ],
  [
    "secrets that are set and not set",
    {
      tools: [
        entry("calls", { ...secret }),
        entry("a", { ...secret }),
        entry("b", { script: "scripts/calls.js", headers: { X: "<<NOT_SET>> {{SET}}" }, allowedHosts: ["b.example"] }),
      ],
    },
  ],
  [
    "a secret in clear, a template that is wrong",
    {
      tools: [
        entry("a", { headers: { "X-Api-Key": "abcdef0123456789abcd" } }),
        entry("b", { script: "scripts/a.js", headers: { X: "{{A" } }),
      ],
    },
  ],
];

/** What a person and an agent see of a problem. */
function shown({ severity, code, message, hint, pointer, file, tool, subject }: Omit<Problem, "at">, line: number) {
  return { severity, code, message, hint, pointer, file, tool, subject, line };
}

describe("`guidon check` and the editor", () => {
  for (const [title, content] of FILES) {
    it(`find the same in ${title}`, async () => {
      const bench = openEditor({ ...SCRIPTS, "tools.json": content }, ["SET"]);
      try {
        const child = spawn(process.execPath, [CLI, "check", "--json"], {
          cwd: bench.folder,
          env: bench.environment({ GUIDON_SECRET_SET: "value-of-SET" }),
          stdio: ["ignore", "pipe", "ignore"],
        });
        const checked = (JSON.parse(await textOf(child.stdout)) as { problems: Problem[] }).problems;
        const text = typeof content === "string" ? content : JSON.stringify(content, null, 2);
        const saved = await bench.ask("document/problems", {});
        const unsaved = await bench.ask("document/problems", { text });
        const expected = checked.map((problem) => shown(problem, problem.at.line));
        assert.deepEqual(
          saved.map((problem) => shown(problem, problem.range.start.line + 1)),
          expected,
        );
        assert.deepEqual(
          unsaved.map((problem) => shown(problem, problem.range.start.line + 1)),
          expected,
        );
        assert.equal(expected.length === 0, title === "a good one");

        // Agents are told what the registry knows: all but what scripts and secrets have.
        const { problems } = await bench.deps.registry.checkAll();
        const known = new Set(expected.map(({ code, pointer, message }) => JSON.stringify([code, pointer, message])));
        for (const { code, pointer, message } of problems)
          assert.ok(known.has(JSON.stringify([code, pointer, message])), `${code} ${message}`);
      } finally {
        await bench.close();
      }
    });
  }

  it("follow a text that is not saved", async () => {
    const bench = openEditor({ ...SCRIPTS, "tools.json": { tools: [entry("a")] } });
    const text = JSON.stringify({ tools: [entry("a", { tiemout: 1 })] });
    assert.deepEqual(
      (await bench.ask("document/problems", { text })).map(({ code }) => code),
      ["unknown-field"],
    );
    assert.deepEqual(await bench.ask("document/problems", {}), []);
    await bench.close();
  });

  it("see a script that changed, and one that it imports", async () => {
    const bench = openEditor({ ...SCRIPTS, "tools.json": { tools: [entry("a"), entry("module")] } });
    const codes = async () => (await bench.ask("document/problems", {})).map(({ file, code }) => [file, code]);
    assert.deepEqual(await codes(), []);
    bench.write("scripts/a.js", "nothing\n");
    bench.write("scripts/lib/one.js", "export const one = ;\n");
    assert.deepEqual(await codes(), [
      ["scripts/a.js", "script"],
      ["scripts/lib/one.js", "script"],
    ]);
    bench.write("scripts/a.js", MAIN);
    bench.write("scripts/lib/one.js", "export const one = 2;\n");
    assert.deepEqual(await codes(), []);
    await bench.close();
  });

  it("say nothing about a folder without tools.json", async () => {
    const bench = openEditor({});
    assert.deepEqual(await bench.ask("document/problems", {}), []);
    await bench.close();
  });
});
