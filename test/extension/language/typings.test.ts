/** What the TypeScript server and the context keys are told of scripts. */
import assert from "node:assert/strict";
import { join } from "node:path";
import type { ScriptTypings } from "../../../runtime/contract/control.ts";
import { createLanguageTest, type LanguageTest } from "./support.ts";
import { until } from "../support.ts";

describe("The typings of scripts", () => {
  const [one, two] = ["/work space/one", "/work space/two"];
  let test: LanguageTest;
  let sent: { plugin: string; configuration: ScriptTypings }[];
  let activated: number;
  let argsType: string;

  beforeEach(() => {
    sent = [];
    activated = 0;
    argsType = "{ a: string }";
    test = createLanguageTest(
      { folders: [one, two] },
      {
        "scripts/typings": (_, { folder }) => ({
          declarations: "/guidon/dist/g.d.ts",
          scripts: [{ file: join(folder, "scripts", "a.js"), argsType }],
        }),
      },
    );
    const api = {
      configurePlugin: (plugin: string, configuration: ScriptTypings) => sent.push({ plugin, configuration }),
    };
    const extension = {
      activate: () => Promise.resolve({ getAPI: () => api }).finally(() => (activated += 1)),
    };
    test.fake.vscode.extensions.getExtension = ((id: string) =>
      id === "vscode.typescript-language-features" ? extension : undefined) as never;
  });
  afterEach(() => test.dispose());

  const openScript = (folder: string) => test.open(join(folder, "scripts", "a.js"), "function main() {}");

  it("of all folders go to the plugin once a script is open, and wake nothing before", async () => {
    test.start();
    await test.scriptsKnown();
    test.open(join(one, "tools.json"), "{}");
    assert.equal(activated, 0);
    openScript(one);
    await until(() => sent.length > 0);
    assert.deepEqual(sent, [
      {
        plugin: "guidon-typescript-plugin",
        configuration: {
          declarations: "/guidon/dist/g.d.ts",
          scripts: [one, two].map((folder) => ({ file: join(folder, "scripts", "a.js"), argsType: "{ a: string }" })),
        },
      },
    ]);
  });

  it("go again when the tools change, and not when they are the same", async () => {
    openScript(one);
    test.start();
    await until(() => sent.at(-1)?.configuration.scripts.length === 2);
    const before = sent.length;
    test.tell("tools/changed", { revision: "2" });
    await until(() => test.askedFor("scripts/typings").length === 3);
    await new Promise(setImmediate);
    assert.equal(sent.length, before);
    argsType = "{ b: number }";
    test.tell("tools/changed", { revision: "3" });
    await until(() => sent.length === before + 1);
    assert.equal(sent.at(-1)?.configuration.scripts[0]?.argsType, "{ b: number }");
  });

  it("lose the scripts of a folder that is gone", async () => {
    openScript(one);
    test.start();
    await until(() => sent.at(-1)?.configuration.scripts.length === 2);
    test.fake.setFolders([one]);
    test.changed();
    await until(() => sent.at(-1)?.configuration.scripts.length === 1);
    test.fake.setFolders([]);
    test.changed();
    await until(() => sent.at(-1)?.configuration.scripts.length === 0);
    assert.equal(sent.at(-1)?.configuration.declarations, "/guidon/dist/g.d.ts");
  });

  it("are no trouble without the TypeScript extension", async () => {
    test.fake.vscode.extensions.getExtension = () => undefined;
    openScript(one);
    test.start();
    await test.scriptsKnown();
    test.fake.vscode.extensions.getExtension = (() => ({
      activate: () => Promise.reject(new Error("broken")),
    })) as never;
    argsType = "{ c: string }";
    test.tell("tools/changed", { revision: "2" });
    await until(() => test.fake.logLines.some((line) => line.includes("broken")));
    assert.deepEqual(test.fake.shown.messages, []);
  });

  it("make the context key guidon.isScript true in scripts alone", async () => {
    const { window } = test.fake.vscode;
    test.start();
    assert.equal(test.fake.contextKeys.get("guidon.isScript"), false);
    await window.showTextDocument(openScript(one) as never);
    await until(() => test.fake.contextKeys.get("guidon.isScript") === true);
    await window.showTextDocument(test.open(join(one, "other.js"), "") as never);
    assert.equal(test.fake.contextKeys.get("guidon.isScript"), false);
  });
});
