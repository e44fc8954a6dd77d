/** The types of g in scripts, as a real TypeScript server gives them with the plugin. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
  behind,
  bundlePlugin,
  type FoundDiagnostic,
  type PluginFolder,
  startTsServer,
  type TsServer,
} from "./tsServer.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..");

const SEARCH = `async function main() {
  const { keyword } = g.tool.args;
  await g.dom.waitForElement("#results");
  g.log(keyword);
  return g.tool.args.maxResults;
}
`;
const SEARCH_ARGS = `{ /** What to look for. */ keyword: string; maxResults?: number }`;
const ORDER = `async function main() {
  return g.tool.args.sku;
}
`;

const texts = (list: FoundDiagnostic[]): string[] =>
  list.map(({ code, text, start }) => `${start.line}:${start.offset} ${code} ${text}`);

/** A snippet as it stands there before anything is filled in. */
function expand(body: string): string {
  const defaults = new Map<string, string>();
  const placeholder = /(?<!\\)\$\{(\d+)(?::((?:[^{}$\\]|\\.|\$\d+)*)|\|([^,|]*)[^|]*\|)\}/g;
  const text = body.replace(placeholder, (_, number: string, value?: string, choice?: string) => {
    const filled = (value ?? choice ?? "").replaceAll(/\$(\d+)/g, (_all, other: string) => defaults.get(other) ?? "");
    if (!defaults.has(number)) defaults.set(number, filled);
    return filled;
  });
  return text
    .replaceAll(/(?<!\\)\$\{?(\d+)\}?/g, (_, number: string) => defaults.get(number) ?? "")
    .replaceAll(String.raw`\$`, "$");
}

describe("The TypeScript plugin", function () {
  this.timeout(120_000);
  let plugin: PluginFolder;
  let server: TsServer;
  let folder: string;

  before(async () => {
    plugin = await bundlePlugin();
    server = startTsServer(plugin.probe);
  });
  after(async () => {
    await server.dispose();
    plugin.dispose();
  });
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "guidon-scripts-"))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Writes files and opens the scripts among them. @returns the absolute path of each */
  function write(files: Record<string, string>): Record<string, string> {
    const paths: Record<string, string> = {};
    for (const [file, text] of Object.entries(files)) {
      const path = join(folder, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      paths[file] = path;
    }
    for (const [file, path] of Object.entries(paths)) if (!file.endsWith(".json")) server.open(path, folder);
    return paths;
  }
  const path = (file: string): string => join(folder, file);
  const text = (file: string): string => readFileSync(path(file), "utf8");
  const typed = (types: Record<string, string>) =>
    server.configure(Object.fromEntries(Object.entries(types).map(([file, type]) => [path(file), type])));

  for (const extension of ["js", "ts", "mjs"]) {
    const file = `search.${extension}`;
    it(`gives g and the arguments of the tool in a .${extension} script without any set-up`, async () => {
      write({ [file]: `${SEARCH}async function more() { g.; g.tool.args.; }\n` });
      await typed({ [file]: SEARCH_ARGS });
      const members = await server.completions(path(file), behind(text(file), "{ g."));
      for (const name of ["dom", "http", "log", "nav", "tool", "wait"]) assert.ok(members.includes(name), name);
      assert.deepEqual(await server.completions(path(file), behind(text(file), "; g.tool.args.")), [
        "keyword",
        "maxResults",
      ]);
      assert.equal(await server.hover(path(file), behind(text(file), "const { k")), "const keyword: string");
      assert.match(
        await server.hover(path(file), behind(text(file), "args.maxR")),
        /maxResults\?: number \| undefined/,
      );
      assert.match(await server.hover(path(file), behind(text(file), "} = g")), /^const g: GuidonApi</);
    });
  }

  it("finds a wrong field in a .ts script, and nothing in a right one", async () => {
    write({
      "right.ts": SEARCH,
      "wrong.ts": SEARCH.replace("maxResults", "maxResult").replace("waitForElement", "waitForElements"),
    });
    await typed({ "right.ts": SEARCH_ARGS, "wrong.ts": SEARCH_ARGS });
    assert.deepEqual(texts(await server.semantic(path("right.ts"))), []);
    assert.deepEqual(texts(await server.syntax(path("right.ts"))), []);
    assert.deepEqual(texts(await server.suggestions(path("right.ts"))), []);
    const [element, field, ...rest] = await server.semantic(path("wrong.ts"));
    assert.match(element?.text ?? "", /waitForElements.*Did you mean 'waitForElement'/);
    assert.match(field?.text ?? "", /maxResult.*Did you mean 'maxResults'/);
    assert.deepEqual(rest, []);
  });

  it("finds a wrong field in a .js script only where the project checks JavaScript", async () => {
    const wrong = SEARCH.replace("maxResults", "maxResult");
    write({ "wrong.js": wrong, "checked.js": `// @ts-check\n${wrong}` });
    await typed({ "wrong.js": SEARCH_ARGS, "checked.js": SEARCH_ARGS });
    for (const ask of [server.syntax, server.semantic, server.suggestions])
      assert.deepEqual(texts(await ask(path("wrong.js"))), []);
    const found = await server.semantic(path("checked.js"));
    assert.deepEqual(
      found.map(({ code, start }) => [code, start.line]),
      [[2551, 6]],
    );
    assert.deepEqual(texts(await server.syntax(path("checked.js"))), []);
  });

  it("keeps the arguments and the main of two scripts apart", async () => {
    write({ "search.ts": SEARCH, "order.ts": ORDER, "order2.js": `// @ts-check\n${ORDER}` });
    await typed({ "search.ts": SEARCH_ARGS, "order.ts": "{ sku: number }", "order2.js": `{ sku: "a" | "b" }` });
    for (const file of ["search.ts", "order.ts", "order2.js"])
      assert.deepEqual(texts(await server.semantic(path(file))), [], file);
    assert.match(await server.hover(path("order.ts"), behind(ORDER, "args.sk")), /sku: number$/);
    assert.match(await server.hover(path("order2.js"), behind(text("order2.js"), "args.sk")), /sku: "a" \| "b"$/);
    assert.equal(await server.hover(path("search.ts"), behind(SEARCH, "const { k")), "const keyword: string");
  });

  it("shows no g to a file that is no script of a tool", async () => {
    write({ "search.ts": SEARCH, "other.ts": "export const a = g.tool;\nToolError;\n" });
    await typed({ "search.ts": SEARCH_ARGS });
    assert.deepEqual(
      (await server.semantic(path("other.ts"))).map(({ code }) => code),
      [2304, 2304],
    );
    const names = await server.completions(path("other.ts"), { line: 3, offset: 1 });
    assert.ok(!names.includes("g") && !names.includes("ToolError") && !names.includes("GuidonApi"));
  });

  it("gives g with arguments of any kind to the modules that a script imports", async () => {
    write({
      "search.ts": `import { look } from "./lib/look.ts";\nexport default async function main() { return look(); }\n`,
      "lib/look.ts":
        "export const look = () => g.dom.getText(g.tool.args.anything);\nexport const slip = g.tool.nothing;\n",
    });
    await typed({ "search.ts": SEARCH_ARGS });
    assert.deepEqual(texts(await server.semantic(path("search.ts"))), []);
    assert.deepEqual(
      (await server.semantic(path("lib/look.ts"))).map(({ code }) => code),
      [2339],
    );
  });

  it("offers nothing of ours to be imported into other files", async () => {
    const other = "export const a = 1;\nToolError;\n__guid\n";
    write({ "search.ts": SEARCH, "other.ts": other });
    await typed({ "search.ts": SEARCH_ARGS });
    const preferences = { includeCompletionsForModuleExports: true, includeCompletionsWithInsertText: true };
    await server.request("configure", { preferences });
    for (const piece of ["ToolE", "__guid"])
      assert.doesNotMatch(
        JSON.stringify(await server.completions(path("other.ts"), behind(other, piece))),
        /uidon|ToolError/,
      );
    const at = { startLine: 2, startOffset: 1, endLine: 2, endOffset: 10, errorCodes: [2304] };
    assert.deepEqual(await server.request("getCodeFixes", { file: path("other.ts"), ...at }), []);
  });

  it("takes a new configuration over into open files", async () => {
    write({ "search.ts": SEARCH });
    await typed({ "search.ts": "{ keyword: boolean }" });
    assert.equal(await server.hover(path("search.ts"), behind(SEARCH, "const { k")), "const keyword: boolean");
    assert.equal((await server.semantic(path("search.ts"))).length, 1);
    const refreshed = server.event("projectsUpdatedInBackground");
    await typed({ "search.ts": SEARCH_ARGS });
    await refreshed;
    assert.equal(await server.hover(path("search.ts"), behind(SEARCH, "const { k")), "const keyword: string");
    assert.deepEqual(texts(await server.semantic(path("search.ts"))), []);
    await typed({});
    assert.ok((await server.semantic(path("search.ts"))).length >= 4);
  });

  it("follows what is typed", async () => {
    write({ "search.ts": SEARCH });
    await typed({ "search.ts": SEARCH_ARGS });
    assert.deepEqual(texts(await server.semantic(path("search.ts"))), []);
    server.change(path("search.ts"), { line: 4, offset: 1 }, "  g.tool.args.\n");
    assert.deepEqual(await server.completions(path("search.ts"), { line: 4, offset: 15 }), ["keyword", "maxResults"]);
    server.change(path("search.ts"), { line: 4, offset: 15 }, "keyword.nothing();");
    assert.deepEqual(
      (await server.semantic(path("search.ts"))).map(({ code, start }) => [code, start]),
      [[2339, { line: 4, offset: 23 }]],
    );
    server.change(path("search.ts"), { line: 8, offset: 1 }, "async function more() { g.");
    assert.ok((await server.completions(path("search.ts"), { line: 8, offset: 27 })).includes("tool"));
  });

  it("works in a script with open brackets, and says what is wrong with the script itself", async () => {
    const open = "async function main() {\n  if (true) {\n    [1].map(() => { g.tool.args.";
    write({ "open.ts": open, "closed.js": "async function main() { g.tool.args. }" });
    await typed({ "open.ts": SEARCH_ARGS, "closed.js": SEARCH_ARGS });
    assert.deepEqual(await server.completions(path("open.ts"), behind(open, "args.")), ["keyword", "maxResults"]);
    const found = await server.syntax(path("open.ts"));
    assert.ok(found.length > 0);
    for (const { start } of found) assert.equal(start.line, 3);
    assert.deepEqual(
      (await server.syntax(path("closed.js"))).map(({ code }) => code),
      [1003],
    );
    write({ "quote.ts": "async function main() { g.log(`" });
    await typed({ "quote.ts": SEARCH_ARGS });
    assert.deepEqual(texts(await server.semantic(path("quote.ts"))), []);
    assert.ok((await server.syntax(path("quote.ts"))).length > 0);
  });

  it("points nowhere behind the end of a script", async () => {
    write({ "search.ts": SEARCH, "search.js": SEARCH });
    await typed({ "search.ts": SEARCH_ARGS, "search.js": SEARCH_ARGS });
    const lines = SEARCH.split("\n").length;
    for (const file of ["search.ts", "search.js"]) {
      const at = { file: path(file), ...behind(SEARCH, "function mai") };
      const g = { file: path(file), ...behind(SEARCH, "} = g") };
      const whole = { file: path(file), line: 1, offset: 1, endLine: lines, endOffset: 1 };
      const answers = [
        await server.request("references", at),
        await server.request("rename", at),
        await server.request("documentHighlights", { ...at, filesToSearch: [path(file)] }),
        await server.request("references", g),
        await server.request("implementation", g),
        await server.request("navtree", { file: path(file) }),
        await server.request("navbar", { file: path(file) }),
        await server.request("navto", { file: path(file), searchValue: "main", currentFileOnly: true }),
        await server.request("getOutliningSpans", { file: path(file) }),
        await server.request("selectionRange", { file: path(file), locations: [{ line: 2, offset: 10 }] }),
        await server.request("format", { ...whole, options: { tabSize: 8, indentSize: 8 } }),
        await server.request("organizeImports", { scope: { type: "file", args: { file: path(file) } } }),
        await server.request("encodedSemanticClassifications-full", {
          file: path(file),
          start: 0,
          length: SEARCH.length,
          format: "2020",
        }),
        await server.request("provideInlayHints", { file: path(file), start: 0, length: SEARCH.length }),
        await server.request("prepareCallHierarchy", at),
        await server.request("provideCallHierarchyIncomingCalls", at),
        await server.request("getApplicableRefactors", whole),
      ];
      const seen = JSON.stringify(answers);
      assert.doesNotMatch(seen, /declare const|void main|export \{\}/, file);
      for (const [, line] of seen.matchAll(/"line":(\d+)/g))
        assert.ok(Number(line) <= lines, `${file} line ${line}: ${seen}`);
      assert.equal(answers[0].refs.length, 1, "main stands in the script once");
      assert.equal(answers[3].refs.length, 4, "g is used four times");
      assert.equal(answers[5].childItems.length, 1, "the outline has main only");
    }
  });

  it("leads from g to its declaration", async () => {
    write({ "search.js": `${SEARCH}new ToolError("NotFound", "");\n` });
    await typed({ "search.js": SEARCH_ARGS });
    for (const piece of ["} = g", "new ToolError"]) {
      const at = behind(text("search.js"), piece);
      const { definitions } = await server.request("definitionAndBoundSpan", {
        file: path("search.js"),
        line: at.line,
        offset: at.offset - 1,
      });
      assert.ok(definitions.length > 0, piece);
      for (const { file, start } of definitions) assert.ok(file.endsWith("g.d.ts") && start.line > 1, piece);
    }
  });

  it("puts what a quick fix adds at the end of the script", async () => {
    const file = "async function main() {\n  return helper(1);\n}\n";
    write({ "fix.ts": file });
    await typed({ "fix.ts": "" });
    const { line, offset } = behind(file, "return h");
    const fixes = await server.request("getCodeFixes", {
      file: path("fix.ts"),
      startLine: line,
      startOffset: offset - 1,
      endLine: line,
      endOffset: offset + 5,
      errorCodes: [2304],
    });
    const changes = fixes.flatMap((fix: any) => fix.changes).flatMap((change: any) => change.textChanges);
    assert.ok(changes.length > 0);
    for (const { start, end } of changes) assert.ok(start.line <= 4 && end.line <= 4);
  });

  it("takes the await, the import and the module.exports of scripts as the runtime does", async () => {
    write({
      "package.json": `{ "type": "commonjs" }`,
      "tsconfig.json": JSON.stringify({
        compilerOptions: {
          module: "nodenext",
          strict: true,
          allowJs: true,
          checkJs: true,
          verbatimModuleSyntax: true,
          types: [],
          noEmit: true,
          allowImportingTsExtensions: true,
        },
      }),
      "lib.ts": "export const one = 1;\n",
      "import.ts": `import { one } from "./lib.ts";\nexport default async function main() { return one + g.tool.args.two; }\n`,
      "common.js": "async function main() { return g.tool.args.two; }\nmodule.exports = { main };\n",
    });
    await typed({ "import.ts": "{ two: number }", "common.js": "{ two: number }" });
    for (const file of ["import.ts", "common.js"]) assert.deepEqual(texts(await server.semantic(path(file))), [], file);
    assert.match(await server.hover(path("common.js"), behind(text("common.js"), "args.tw")), /two: number/);
  });

  it("lets a script keep a g of its own", async () => {
    write({
      "own.ts": `import * as ToolError from "./lib.ts";\nconst { g } = { g: 1 };\nexport function main() { return [g.toFixed(), ToolError]; }\n`,
      "lib.ts": "export {};",
    });
    await typed({ "own.ts": SEARCH_ARGS });
    assert.deepEqual(texts(await server.semantic(path("own.ts"))), []);
  });

  it("takes arguments of any kind where their type is none", async () => {
    for (const type of ["{ keyword: ", "string); declare const evil: (1", "1; let x = 2", "*/ }", "string /* "]) {
      write({ "search.ts": SEARCH });
      await typed({ "search.ts": type });
      assert.deepEqual(texts(await server.semantic(path("search.ts"))), [], type);
      assert.equal(await server.hover(path("search.ts"), behind(SEARCH, "const { k")), "const keyword: any", type);
      server.close(path("search.ts"));
    }
  });

  it("stands a configuration that makes no sense", async () => {
    write({ "search.ts": SEARCH });
    for (const odd of [
      null,
      1,
      "a",
      [],
      {},
      { declarations: 1, scripts: {} },
      { declarations: "/a.d.ts", scripts: [null, 3, { file: 1 }] },
    ]) {
      await server.configureRaw(odd);
      assert.ok((await server.semantic(path("search.ts"))).length >= 4, JSON.stringify(odd));
    }
    await server.configure({ [path("search.ts")]: SEARCH_ARGS }, join(folder, "missing.d.ts"));
    assert.deepEqual(texts(await server.semantic(path("search.ts"))), []);
  });

  it("finds no fault with the snippets, each in a script", async () => {
    const snippets: Record<string, { prefix: string; body: string[] }> = JSON.parse(
      readFileSync(join(ROOT, "extension", "snippets", "scripts.json"), "utf8"),
    );
    for (const { prefix, body } of Object.values(snippets)) {
      const code = expand(body.join("\n"));
      const file = `${prefix}.ts`;
      const inMain = `async function main() {\nconst items = [g.tool.name];\n{\n${code}\n}\nreturn items;\n}\n`;
      write({ [file]: prefix === "guidon-main" ? code : inMain });
      await typed({ [file]: "{ keyword: string }" });
      assert.deepEqual(texts(await server.syntax(path(file))), [], code);
      assert.deepEqual(texts(await server.semantic(path(file))), [], code);
    }
    assert.ok(Object.keys(snippets).length >= 8);
  });

  it("leaves a project without scripts of tools as it was", async () => {
    const plain = startTsServer();
    try {
      write({
        "tsconfig.json": `{ "compilerOptions": { "strict": true } }`,
        "a.ts": `function main() { return lost; }\nconst n: string = 1;\n`,
        "b.ts": `function main() {}\nawait 1;\n`,
      });
      await typed({ "elsewhere.ts": SEARCH_ARGS });
      for (const file of ["a.ts", "b.ts"]) {
        plain.open(path(file), folder);
        for (const ask of ["syntax", "semantic", "suggestions"] as const)
          assert.deepEqual(await server[ask](path(file)), await plain[ask](path(file)), `${file} ${ask}`);
      }
    } finally {
      await plain.dispose();
    }
  });
});
