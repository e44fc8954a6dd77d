/** Problems in the editor, and their quick fixes. */
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { pathInFolder, placeOf } from "../../../extension/language/documents.ts";
import { fixCommands } from "../../../extension/language/fixes.ts";
import type { DocumentProblem, Fix } from "../../../runtime/contract/control.ts";
import { createWorkspace, type TestWorkspace } from "../../support/workspace.ts";
import { type Answers, createLanguageTest, type LanguageTest, range } from "./support.ts";
import { until } from "../support.ts";

const problem = (message: string, more: Partial<DocumentProblem> = {}): DocumentProblem => ({
  severity: "error",
  code: "script-missing",
  message,
  pointer: "/tools/0/script",
  file: "tools.json",
  range: range(1, 2, 5),
  fixes: [],
  ...more,
});

describe("Problems in the editor", () => {
  let workspace: TestWorkspace;
  let test: LanguageTest;
  let toolsFile: string;
  const messages = (path = toolsFile): string[] => test.problems(path).map(({ message }) => message);

  beforeEach(() => {
    workspace = createWorkspace({ "tools.json": { tools: [] }, "scripts/a.js": "" });
    toolsFile = join(workspace.folder, "tools.json");
  });
  afterEach(() => {
    test.dispose();
    workspace.dispose();
  });

  function start(answers: Answers, trusted = true): void {
    test = createLanguageTest({ folders: [workspace.folder], trusted }, answers);
    test.start();
  }

  it("are shown for a tools.json that is not open, once the runtime runs", async () => {
    start({
      "document/problems": () => [problem("no script", { hint: "Create it" }), problem("odd", { severity: "warning" })],
    });
    await until(() => messages().length === 2);
    assert.deepEqual(messages(), ["no script\nCreate it", "odd"]);
    const [first, second] = test.problems(toolsFile);
    assert.deepEqual([first.severity, second.severity], [0, 1]);
    assert.deepEqual(
      [first.source, first.code, first.range.start.line, first.range.end.character],
      ["Guidon", "script-missing", 1, 5],
    );
    assert.deepEqual(test.askedFor("document/problems"), [{}]);
  });

  it("leave wrong types to the schema while tools.json is open, unless the schema takes the file for somebody else's", async () => {
    const wrong = (pointer: string) => problem(pointer, { code: "wrong-type", pointer });
    let list = [wrong("/name"), problem("no script")];
    start({ "document/problems": () => list });
    await until(() => messages().length === 2);
    const document = test.open(toolsFile, "{}");
    await until(() => messages().length === 1);
    assert.deepEqual(messages(), ["no script"]);
    list = [wrong("/name"), wrong("/tools/0")];
    test.fake.documents.type(document, "{ }");
    await until(() => messages().length === 2);
    assert.deepEqual(messages(), ["/name", "/tools/0"]);
  });

  it("are found in a folder whose drive is written the other way, or that is a whole drive", async () => {
    test = createLanguageTest({ folders: ["/c:/Users/me/ws"] }, { "document/problems": () => [problem("one")] });
    test.setState("/c:/Users/me/ws", "running");
    test.start();
    test.open("/C:/Users/me/ws/tools.json", "{}");
    await until(() => test.askedFor("document/problems").some(({ text }) => text === "{}"));
    assert.deepEqual(placeOf(test.deps, test.fake.vscode.Uri.file("/C:/Users/me/ws/a b/c.js"))?.file, "a b/c.js");
    const { Uri } = test.fake.vscode;
    assert.equal(placeOf(test.deps, Uri.file("/C:/Users/me/ws2/tools.json")), undefined);
    assert.equal(pathInFolder(Uri.file("/c:/"), Uri.file("/C:/a.js")), "a.js");
    assert.equal(pathInFolder(Uri.file("/c:/ws"), Uri.joinPath(Uri.file("/c:/ws"), "../a.js")), undefined);
  });

  it("wait for a runtime to run, and do not start one", async () => {
    test = createLanguageTest({ folders: [workspace.folder] }, { "document/problems": () => [problem("one")] });
    test.setState(workspace.folder, "stopped");
    test.start();
    assert.deepEqual(test.asked, []);
    test.setState(workspace.folder, "running");
    await until(() => messages().length === 1);
  });

  it("follow what is typed, with one question for many keys, and stand at the script they are in", async () => {
    const script = join(workspace.folder, "scripts", "a.js");
    start({
      "document/problems": ({ text }) =>
        text?.includes("bad") ? [problem("bad"), problem("no main", { file: "scripts/a.js" })] : [],
    });
    const document = test.open(toolsFile, "{");
    for (const text of ["{b", "{ba", "{bad"]) test.fake.documents.type(document, text);
    await until(() => messages().length > 0);
    assert.deepEqual([messages(), messages(script)], [["bad"], ["no main"]]);
    assert.deepEqual(test.askedFor("document/problems"), [{ text: "{bad" }]);
    test.fake.documents.type(document, "{}");
    await until(() => messages().length === 0);
    assert.deepEqual(messages(script), []);
  });

  it("cancel the question that a newer one makes pointless", async () => {
    const { promise, resolve } = Promise.withResolvers<DocumentProblem[]>();
    let canceled = false;
    start({
      "document/problems": ({ text }, { token }) => {
        token?.onCancellationRequested(() => (canceled = true));
        return text === "old" ? promise : [problem("new")];
      },
    });
    const document = test.open(toolsFile, "old");
    await until(() => test.askedFor("document/problems").length === 1);
    test.fake.documents.type(document, "new");
    assert.ok(canceled);
    await until(() => messages().length === 1);
    resolve([problem("old")]);
    await promise;
    assert.deepEqual(messages(), ["new"]);
  });

  for (const event of ["tools/changed", "secrets/changed"] as const) {
    it(`are looked for again on ${event}`, async () => {
      let list = [problem("before")];
      start({ "document/problems": () => list });
      await until(() => messages()[0] === "before");
      list = [problem("after")];
      test.tell(event, event === "tools/changed" ? { revision: "2" } : {});
      await until(() => messages()[0] === "after");
    });
  }

  it("are looked for again when tools.json or a script of it is saved", async () => {
    let list = [problem("before")];
    const script = join(workspace.folder, "scripts", "a.js");
    start({
      "document/problems": () => list,
      "scripts/typings": () => ({ declarations: "/g.d.ts", scripts: [{ file: script, argsType: "{}" }] }),
    });
    await until(() => messages()[0] === "before");
    list = [problem("after")];
    await test.open(script, "function main() {}").save();
    await until(() => messages()[0] === "after");
  });

  it("stay when the runtime does not answer, without a message", async () => {
    start({ "document/problems": () => [problem("one")] });
    await until(() => messages().length === 1);
    delete test.answers["document/problems"];
    test.tell("tools/changed", { revision: "2" });
    await until(() => test.askedFor("document/problems").length === 2);
    assert.deepEqual(messages(), ["one"]);
    assert.deepEqual(test.fake.shown.messages, []);
  });

  it("go with the file, with the folder, and with the extension", async () => {
    start({ "document/problems": () => [problem("one")] });
    await until(() => messages().length === 1);
    rmSync(toolsFile);
    for (const { remove } of test.fake.watchers) remove.fire(test.fake.vscode.Uri.file(toolsFile));
    await until(() => messages().length === 0);
    workspace.write("tools.json", "{}");
    for (const { create } of test.fake.watchers) create.fire(test.fake.vscode.Uri.file(toolsFile));
    await until(() => messages().length === 1);
    test.fake.setFolders([]);
    test.changed();
    assert.deepEqual(messages(), []);
    test.dispose();
    assert.deepEqual([test.listeners, test.fake.languageProviders, test.fake.watchers], [[], [], []]);
  });

  it("are not looked for in a workspace that is not trusted, and are once it is", async () => {
    start({ "document/problems": () => [problem("one")] }, false);
    test.open(toolsFile, "{}");
    assert.deepEqual(test.asked, []);
    test.fake.grantTrust();
    test.changed();
    await until(() => messages().length === 1);
  });

  it("are those of each folder, and not of a tools.json that is not at its root", async () => {
    const second = createWorkspace({ "tools.json": "{}", "inner/tools.json": "{}" });
    try {
      test = createLanguageTest(
        { folders: [workspace.folder, second.folder] },
        { "document/problems": (_, { folder }) => [problem(folder)] },
      );
      test.start();
      const inner = test.open(join(second.folder, "inner", "tools.json"), "{}");
      test.fake.documents.type(inner, "{ }");
      await until(() => messages().length === 1 && messages(join(second.folder, "tools.json")).length === 1);
      assert.deepEqual(messages(join(second.folder, "tools.json")), [second.folder]);
      assert.deepEqual(test.askedFor("document/problems"), [{}, {}]);
    } finally {
      second.dispose();
    }
  });

  describe("have quick fixes", () => {
    const fixes: Fix[] = [
      {
        title: "Rename",
        kind: "edit",
        preferred: true,
        edits: [{ file: "tools.json", range: range(0, 0, 1), newText: "[" }],
      },
      { title: "Create", kind: "createScript", tool: "a" },
      { title: "Set", kind: "setSecret", secret: "API_TOKEN" },
      { title: "Open", kind: "openFile", file: "scripts/a.js" },
    ];

    async function actionsOf(document: unknown): Promise<any[]> {
      const shown = test.problems(toolsFile);
      return await test.provider("codeAction").provideCodeActions(document, shown[0].range, { diagnostics: shown });
    }

    beforeEach(async () => {
      start({
        "document/problems": () => [problem("one", { fixes })],
        "tools/createScript": () => ({ file: "scripts/a.js" }),
      });
      test.open(toolsFile, "{}");
      await until(() => messages().length === 1);
    });

    it("that edit, and that call commands", async () => {
      const document = test.fake.documents.documents[0];
      const [edit, create, set, open] = await actionsOf(document);
      assert.deepEqual(
        [edit.title, edit.kind.value, edit.isPreferred, create.isPreferred],
        ["Rename", "quickfix", true, false],
      );
      const [[uri, [change]]] = edit.edit.entries();
      assert.deepEqual([uri.fsPath, change.newText, change.range.end.character], [toolsFile, "[", 1]);
      const folder = test.fake.vscode.Uri.file(workspace.folder).toString();
      assert.deepEqual(
        [create, set, open].map(({ command }) => [command.command, command.arguments]),
        [
          ["guidon.fix.createScript", [{ folder, tool: "a" }]],
          ["guidon.setSecret", [{ folder, name: "API_TOKEN" }]],
          ["guidon.fix.openFile", [{ folder, file: "scripts/a.js" }]],
        ],
      );
      for (const { command } of [create, open])
        await fixCommands.find(({ id }) => id === command.command)?.run(test.deps, ...command.arguments);
      assert.deepEqual(test.askedFor("tools/createScript"), [{ tool: "a" }]);
      assert.deepEqual(
        test.fake.shown.editors.map(({ document: { fileName } }) => fileName),
        [join(workspace.folder, "scripts", "a.js"), join(workspace.folder, "scripts", "a.js")],
      );
    });

    it("that create the script of an entry that is not saved, by the text that the editor has", async () => {
      const [document] = test.fake.documents.documents;
      assert.ok(document);
      document.setText("{ new }");
      const [create] = await actionsOf(document);
      const { command } = create;
      await fixCommands.find(({ id }) => id === command.command)?.run(test.deps, ...command.arguments);
      assert.deepEqual(test.askedFor("tools/createScript"), [{ tool: "a", text: "{ new }" }]);
    });

    it("whose edits are left out when the text is another one by now", async () => {
      const [document] = test.fake.documents.documents;
      assert.ok(document);
      document.setText("{ }");
      assert.deepEqual(
        (await actionsOf(document)).map(({ title }) => title),
        ["Create", "Set", "Open"],
      );
    });

    it("for our own problems only", async () => {
      const [document] = test.fake.documents.documents;
      const [own] = test.problems(toolsFile);
      const foreign = { ...own, source: "json" };
      const actions = test.provider("codeAction").provideCodeActions(document, own.range, { diagnostics: [foreign] });
      assert.deepEqual(actions, []);
    });
  });
});
