import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { loadScript } from "../../runtime/tools/script.ts";
import type { LoadedScript } from "../../runtime/tools/script.ts";
import { MAIN, refused, run, scriptBench } from "./scriptSupport.ts";

describe("loading a script", () => {
  const bench = scriptBench();
  const { load } = bench;

  async function stackOf(script: LoadedScript): Promise<string> {
    try {
      await run(script);
    } catch (error) {
      return script.mapStack((error as Error).stack ?? "");
    }
    return assert.fail("did not throw");
  }
  it("leaves plain JavaScript as it is, but for the byte order mark", async () => {
    const source =
      "// @timeout 2\r\nasync function main() {\r\n  return 1; // import nothing, require nothing\r\n}\r\n";
    const script = await load("\uFEFF" + source);
    assert.equal(script.code, source);
    assert.deepEqual(script.inputs, ["scripts/t.js"]);
    assert.equal(script.timeoutMs, 2000);
    assert.equal(script.mapStack("at main (scripts/t.js:2:1)"), "at main (scripts/t.js:2:1)");
  });

  const forms: [string, string, string, unknown][] = [
    ["a plain function", "t.js", MAIN, 1],
    ["an export", "t.js", "export async function main() { return 2; }", 2],
    ["a default export", "t.mjs", "export default async function main() { return 3; }", 3],
    ["a default export without a name", "t.js", "export default async () => 4;", 4],
    ["an exported constant", "t.js", "export const main = async () => 5;", 5],
    ["exports at the end", "t.js", "async function main() { return 6; }\nexport { main };", 6],
    ["CommonJS", "t.cjs", "module.exports = { main: async () => 7 };", 7],
    ["CommonJS, the function itself", "t.js", "async function main() { return 8; }\nmodule.exports = main;", 8],
    ["CommonJS by exports", "t.js", "exports.main = async () => 9;", 9],
    ["TypeScript", "t.ts", "async function main(): Promise<number> { const x: number = 10; return x; }", 10],
    ["TypeScript with an enum", "t.ts", "enum A { x = 11 }\nasync function main() { return A.x; }", 11],
    ["TypeScript with an export", "t.mts", "export async function main(): Promise<number> { return 12; }", 12],
    [
      "an import of types only",
      "t.ts",
      "import type { A } from './none.ts';\nasync function main() { return 13 as A; }",
      13,
    ],
  ];
  for (const [title, file, source, expected] of forms) {
    it(`finds main in ${title}`, async () => assert.equal(await run(await load(source, `scripts/${file}`)), expected));
  }

  it("bundles local files, JSON and packages of pure JavaScript", async () => {
    bench.workspace.write("scripts/lib/parse.ts", "export const parse = (text: string): number => Number(text);");
    bench.workspace.write("scripts/lib/old.js", "exports.twice = (n) => 2 * n;");
    bench.workspace.write("data.json", { factor: 10 });
    bench.workspace.write("node_modules/pure/package.json", { name: "pure", main: "index.js" });
    bench.workspace.write("node_modules/pure/index.js", "module.exports = (n) => n + 1; // https://package.example/");
    const script = await load(
      `import { parse } from "./lib/parse.ts";\nimport data from "../data.json";\nimport pure from "pure";\nconst { twice } = require("./lib/old");\n` +
        `// https://own.example:8443/\nasync function main() { return pure(twice(parse("3")) * data.factor); }`,
    );
    assert.equal(await run(script), 61);
    assert.deepEqual(script.inputs.toSorted(), [
      "data.json",
      "node_modules/pure/index.js",
      "scripts/lib/old.js",
      "scripts/lib/parse.ts",
      "scripts/t.js",
    ]);
    assert.deepEqual(script.literalHosts, ["own.example:8443"]);
  });

  it("bundles a dynamic import of a local file", async () => {
    bench.workspace.write("scripts/other.js", "export const value = 7;");
    assert.equal(await run(await load(`async function main() { return (await import("./other.js")).value; }`)), 7);
  });

  it("maps stacks of a bundle to the author's lines, and leaves our own code out", async () => {
    bench.workspace.write(
      "scripts/lib/parse.ts",
      "// one\n\nexport function parse(text: string): number {\n  if (!text) throw new Error('boom');\n  return 1;\n}\n",
    );
    const stack = await stackOf(
      await load(
        "import { parse } from './lib/parse.ts';\n\nexport async function main(): Promise<number> {\n  return parse('');\n}\n",
        "scripts/t.ts",
      ),
    );
    const frames = stack.split("\n").filter((line) => line.includes("scripts/"));
    assert.deepEqual(
      frames.map((line) => line.trim()),
      ["at parse (scripts/lib/parse.ts:4:20)", "at main (scripts/t.ts:4:10)"],
    );
  });

  it("keeps lines and columns of TypeScript without imports", async () => {
    const stack = await stackOf(
      await load(
        "interface A {\n  a: string;\n}\nasync function main(): Promise<A> {\n  const x: number = 5; throw new Error('x' + x);\n}",
        "scripts/t.ts",
      ),
    );
    assert.match(stack, /at main \(scripts\/t\.ts:5:30\)/);
  });

  const broken: [string, string, string, RegExp[]][] = [
    [
      "a syntax error in JavaScript",
      "t.js",
      "async function main() {\n  const x = ;\n}",
      [/^scripts\/t\.js:2:13: Unexpected token ';'/, /const x = ;\n {14}\^/],
    ],
    ["a syntax error in TypeScript", "t.ts", "async function main() {\n  const x: = 1;\n}", [/^scripts\/t\.ts:2:12: /]],
    [
      "a syntax error in a module",
      "t.js",
      "export async function main() {\n  const ö = 'ä' ö;\n}",
      [/^scripts\/t\.js:2:17: /],
    ],
    [
      "a bracket that is not closed",
      "t.js",
      MAIN + "export const a = [1,",
      [/^scripts\/t\.js:2:21: the file ends too early/],
    ],
    [
      "an unclosed function",
      "t.js",
      "async function main() {\n  return 1;\n",
      [/^scripts\/t\.js:3:1: Unexpected end of input/],
    ],
    [
      "an import of fs",
      "t.js",
      'import fs from "fs";\n' + MAIN,
      [/^scripts\/t\.js:1:16: import of "fs"/, /import fs from "fs"/, /g\.tool\.args/],
    ],
    [
      "a require of fs",
      "t.js",
      'const fs = require("fs");\n' + MAIN,
      [/^scripts\/t\.js:1:20: require of "fs"/, /g\.tool\.args/],
    ],
    [
      "an import of node:https",
      "t.js",
      'import "node:https";\n' + MAIN,
      [/import of "node:https"/, /g\.http\.makeHttpRequest/],
    ],
    [
      "a dynamic import of child_process",
      "t.js",
      'async function main() { return import("child_process"); }',
      [/import of "child_process"/],
    ],
    [
      "a package that is not there",
      "t.js",
      'import axios from "axios";\n' + MAIN,
      [/import of "axios" finds nothing/, /g\.http\.makeHttpRequest/],
    ],
    [
      "a file that is not there",
      "t.js",
      'import x from "./none.js";\n' + MAIN,
      [/import of "\.\/none\.js" finds nothing/],
    ],
    [
      "an address",
      "t.js",
      'import x from "https://a.test/x.js";\n' + MAIN,
      [/import of "https:\/\/a\.test\/x\.js" is not possible/],
    ],
    ["a data address", "t.js", 'import x from "data:text/javascript,1";\n' + MAIN, [/import of "data:/]],
    ["an export but no main", "t.js", "export const run = 1; // main", [/scripts\/t\.js has no function main/]],
  ];
  for (const [title, file, source, texts] of broken) {
    it(`says where and what for ${title}`, () =>
      refused("ScriptError", load(source, `scripts/${file}`), ...texts).then(() => {}));
  }

  it("says where in an imported file the fault is", async () => {
    bench.workspace.write("scripts/lib.ts", "export const a = 1;\nexport const b = ;\n");
    await refused("ScriptError", load('import "./lib.ts";\n' + MAIN), /^scripts\/lib\.ts:2:18: /);
  });

  it("does not let the workspace's tsconfig.json bring in other files", async () => {
    bench.workspace.write("tsconfig.json", {
      compilerOptions: { paths: { "./other.ts": ["/etc/hostname"] } },
      extends: "/none/tsconfig.json",
    });
    bench.workspace.write("scripts/other.ts", "export const value = 1;");
    assert.equal(
      await run(
        await load('import { value } from "./other.ts";\nexport const main = async () => value;', "scripts/t.ts"),
      ),
      1,
    );
  });

  it("reads anew at each call: the script and what it imports", async () => {
    assert.equal(await run(await load("async function main() { return 1; }")), 1);
    assert.equal(await run(await load("async function main() { return 2; }")), 2);
    bench.workspace.write("scripts/lib.js", "export const value = 3;");
    const first = await load('import { value } from "./lib.js";\nexport const main = async () => value;');
    assert.equal(await run(first), 3);
    bench.workspace.write("scripts/lib.js", "export const value = 4;");
    const second = await loadScript(bench.workspace.folder, "scripts/t.js");
    assert.equal(await run(second), 4);
    assert.notEqual(second.hash, first.hash);
    await keptScript("scripts/t.js");
    rmSync(join(bench.workspace.folder, "scripts/lib.js"));
    await refused("ScriptError", loadScript(bench.workspace.folder, "scripts/t.js"), /finds nothing/);
  });

  /** Loads until the script is not built anew any more: files that have just changed are not relied on. */
  async function keptScript(file: string): Promise<LoadedScript> {
    let last = await loadScript(bench.workspace.folder, file);
    for (;;) {
      const next = await loadScript(bench.workspace.folder, file);
      if (next === last) return next;
      last = next;
      await sleep(20);
    }
  }
  const IMPORTS_A = 'import { value } from "./a.js";\nexport const main = async () => value;';
  const link = (target: string, path: string): void => {
    rmSync(join(bench.workspace.folder, path), { force: true });
    symlinkSync(target, join(bench.workspace.folder, path));
  };

  it("has a hash that tells when two links are exchanged, though each file stays as it was", async () => {
    bench.workspace.write("scripts/x.js", "export const value = 1;");
    bench.workspace.write("scripts/y.js", "export const value = 2;");
    link("x.js", "scripts/a.js");
    link("y.js", "scripts/b.js");
    const before = await load('import "./b.js";\n' + IMPORTS_A);
    assert.equal(await run(before), 1);
    link("y.js", "scripts/a.js");
    link("x.js", "scripts/b.js");
    const after = await loadScript(bench.workspace.folder, "scripts/t.js");
    assert.equal(await run(after), 2);
    assert.notEqual(after.hash, before.hash);
  });

  it('has a hash that tells when "imports" or "sideEffects" of package.json change', async () => {
    bench.workspace.write("scripts/x.js", "globalThis.seen = 1; export const value = 1;");
    bench.workspace.write("scripts/y.js", "globalThis.seen = 2; export const value = 2;");
    const packages = [
      { imports: { "#a": "./scripts/x.js", "#b": "./scripts/y.js" } },
      { imports: { "#a": "./scripts/y.js", "#b": "./scripts/x.js" } },
      { imports: { "#a": "./scripts/x.js", "#b": "./scripts/y.js" }, sideEffects: false },
    ];
    const hashes = new Set<string>();
    const results: unknown[] = [];
    for (const content of packages) {
      bench.workspace.write("package.json", content);
      const script = await load(
        'import { value } from "#a";\nimport "#b";\nexport const main = async () => [value, seen];',
      );
      hashes.add(script.hash);
      results.push(JSON.stringify(await run(script)));
    }
    assert.deepEqual(results, ["[1,2]", "[2,1]", "[1,1]"]);
    assert.equal(hashes.size, 3);
  });

  const otherFiles: [string, () => void, unknown][] = [
    ["a link leads elsewhere", () => link("y.js", "scripts/a.js"), 2],
    ["a link on the way to a file leads elsewhere", () => link("../scripts/y.js", "links/middle.js"), 2],
    ["a link to a folder leads elsewhere", () => link("../v2", "scripts/folder"), 2],
    [
      "a file with a name that comes first appears",
      () => bench.workspace.write("scripts/plain.ts", "export const value = 2;"),
      2,
    ],
    [
      "a file is renamed into the place of another",
      () => renameSync(join(bench.workspace.folder, "scripts/y.js"), join(bench.workspace.folder, "scripts/plain.js")),
      2,
    ],
    [
      "package.json maps a name to another file",
      () => writeFileSync(join(bench.workspace.folder, "package.json"), '{"imports":{"#a":"./scripts/y.js"}}'),
      2,
    ],
    [
      "a package comes nearer",
      () => bench.workspace.write("scripts/node_modules/pure/index.js", "export const value = 2;"),
      2,
    ],
  ];
  const SPECIFIERS = ["./a.js", "./a.js", "./folder/v.js", "./plain", "./plain", "#a", "pure"];
  otherFiles.forEach(([title, change, expected], index) =>
    it(`runs what is there now after ${title}`, async () => {
      bench.workspace.write("scripts/x.js", "export const value = 1;");
      bench.workspace.write("scripts/y.js", "export const value = 2;");
      bench.workspace.write("scripts/plain.js", "export const value = 1;");
      bench.workspace.write("v1/v.js", "export const value = 1;");
      bench.workspace.write("v2/v.js", "export const value = 2;");
      bench.workspace.write("links/none", "");
      bench.workspace.write("node_modules/pure/index.js", "export const value = 1;");
      bench.workspace.write("package.json", { imports: { "#a": "./scripts/x.js" } });
      link("../v1", "scripts/folder");
      link("../scripts/x.js", "links/middle.js");
      link(index === 1 ? "../links/middle.js" : "x.js", "scripts/a.js");
      const specifier = SPECIFIERS[index] ?? "";
      const source = `import { value } from "${specifier}";\nexport const main = async () => value;`;
      assert.equal(await run(await load(source)), 1);
      assert.equal(await run(await keptScript("scripts/t.js")), 1);
      change();
      assert.equal(await run(await loadScript(bench.workspace.folder, "scripts/t.js")), expected);
    }),
  );

  it("refuses to import a file whose name could write to a terminal", async () => {
    bench.workspace.write("scripts/a\u001B[2K.js", "export const value = 1;");
    const error = await refused(
      "ScriptError",
      load('import { value } from "./a\\x1B[2K.js";\nexport const main = async () => value;'),
      /control character/,
    );
    // oxlint-disable-next-line no-control-regex -- it must have none but line ends
    assert.doesNotMatch(error.message, /[\0-\x09\x0b-\x1f\x7f-\x9f]/);
  });

  it("has a hash that tells every change, and does not depend on where the folder is", async () => {
    bench.workspace.write("scripts/lib.js", "export const value = 3;");
    const here = await load('import { value } from "./lib.js";\nexport const main = async () => value;');
    const other = join(bench.workspace.home, "copy");
    cpSync(bench.workspace.folder, other, { recursive: true });
    assert.equal((await loadScript(other, "scripts/t.js")).hash, here.hash);
    assert.match(here.hash, /^[0-9a-f]{64}$/);
    const plain = await load(MAIN, "scripts/p.js");
    assert.notEqual((await load(MAIN + " ", "scripts/p.js")).hash, plain.hash);
  });

  it("leaves nothing that keeps a process alive", () => {
    bench.workspace.write("scripts/t.js", "export async function main() { return 1; }");
    const module = JSON.stringify(join(import.meta.dirname, "..", "..", "runtime", "tools", "script.ts"));
    const code = `const { loadScript } = await import(${module}); console.log((await loadScript(${JSON.stringify(bench.workspace.folder)}, "scripts/t.js")).file);`;
    assert.equal(
      execFileSync(process.execPath, ["--input-type=module", "-e", code], { timeout: 20_000, encoding: "utf8" }).trim(),
      "scripts/t.js",
    );
  }).timeout(25_000);

  it("warns of nothing on stderr while types are removed", () => {
    bench.workspace.write("scripts/t.ts", "async function main(): Promise<void> {}");
    const module = JSON.stringify(join(import.meta.dirname, "..", "..", "runtime", "tools", "script.ts"));
    const code = `process.on("warning", (w) => console.log(String(w))); const { loadScript } = await import(${module}); await loadScript(${JSON.stringify(bench.workspace.folder)}, "scripts/t.ts"); await new Promise((r) => setImmediate(r));`;
    assert.equal(
      execFileSync(process.execPath, ["--input-type=module", "-e", code], { timeout: 20_000, encoding: "utf8" }),
      "",
    );
  }).timeout(25_000);
});
