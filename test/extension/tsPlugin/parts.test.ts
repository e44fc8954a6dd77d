/** Parts of the TypeScript plugin that a server on this machine does not show: paths of other systems, servers that fail. */
import assert from "node:assert/strict";
import ts from "typescript-classic";
import { keyMaker, readConfig } from "../../../extension/tsPlugin/config.ts";
import { ownTextOf } from "../../../extension/tsPlugin/ownText.ts";
import { init } from "../../../extension/tsPlugin/plugin.ts";

describe("The configuration of the TypeScript plugin", () => {
  const raw = {
    declarations: String.raw`C:\Guidon\dist\g.d.ts`,
    scripts: [{ file: String.raw`C:\Work\A.js`, argsType: "{}" }],
  };

  it("has the paths as TypeScript has them, whatever the system writes", () => {
    const { declarations, scripts } = readConfig(raw, keyMaker(false));
    assert.equal(declarations, "C:/Guidon/dist/g.d.ts");
    assert.equal(scripts.get(keyMaker(false)("c:/work/a.js")), "{}");
  });

  it("keeps files apart whose names differ in case, where the system does", () => {
    const { scripts } = readConfig({ ...raw, scripts: [{ file: "/A.js", argsType: "{}" }] }, keyMaker(true));
    assert.deepEqual([scripts.has("/A.js"), scripts.has("/a.js")], [true, false]);
  });
});

describe("Answers of the TypeScript server", () => {
  const lengthOf = (file: string): number | undefined => (file === "a.js" ? 10 : undefined);

  it("lose what lies behind the end of a script, and keep all of other files", () => {
    const places = [
      { fileName: "a.js", textSpan: { start: 2, length: 3 }, contextSpan: { start: 2, length: 30 } },
      { fileName: "a.js", textSpan: { start: 12, length: 3 } },
      { fileName: "b.js", textSpan: { start: 12, length: 3 } },
    ];
    assert.deepEqual(ownTextOf(places, "", lengthOf), [
      { fileName: "a.js", textSpan: { start: 2, length: 3 }, contextSpan: { start: 2, length: 8 } },
      { fileName: "b.js", textSpan: { start: 12, length: 3 } },
    ]);
  });

  it("put what is added behind the end at the end, and change nothing there", () => {
    const textChanges = [
      { span: { start: 40, length: 0 }, newText: "added" },
      { span: { start: 20, length: 5 }, newText: "changed" },
      { span: { start: 8, length: 5 }, newText: "cut" },
    ];
    assert.deepEqual(ownTextOf([{ fileName: "a.js", textChanges }], "", lengthOf), [
      {
        fileName: "a.js",
        textChanges: [
          { span: { start: 10, length: 0 }, newText: "added" },
          { span: { start: 8, length: 2 }, newText: "cut" },
        ],
      },
    ]);
  });
});

describe("A TypeScript server that the plugin does not know", () => {
  it("keeps its own language service, and hears of no error", () => {
    const languageService = {};
    const create = (info: unknown): unknown => init({ typescript: ts }).create(info as ts.server.PluginCreateInfo);
    assert.equal(create({ languageService }), languageService);
    assert.equal(create({ languageService, languageServiceHost: {}, serverHost: {}, project: {} }), languageService);
    const unused = init({ typescript: ts });
    assert.doesNotThrow(() => unused.onConfigurationChanged?.({ scripts: [] }));
  });

  it("gets its own answers where ours cannot be made", () => {
    const answer = [
      {
        get fileName() {
          throw new Error("odd");
        },
      },
    ];
    const host = {
      getScriptVersion: () => "1",
      getScriptSnapshot: () => {
        throw new Error("odd");
      },
    };
    const service = init({ typescript: ts }).create({
      languageService: { findRenameLocations: () => answer },
      languageServiceHost: host,
      serverHost: { useCaseSensitiveFileNames: true },
      project: {},
      config: { declarations: "/g.d.ts", scripts: [{ file: "/a.js", argsType: "" }] },
    } as unknown as ts.server.PluginCreateInfo);
    assert.equal(service.findRenameLocations("/a.js", 0, false, false, {}), answer);
  });
});
