/** Completion, hover, links, definition, references, rename and lenses: questions to the runtime, and their answers in VS Code's terms. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { lensCommands } from "../../../extension/language/lenses.ts";
import type { SecretRow, ToolLens } from "../../../runtime/contract/control.ts";
import type { FakeDocument } from "../../support/fakeVscode/documents.ts";
import { createWorkspace, type TestWorkspace } from "../../support/workspace.ts";
import { type Answers, createLanguageTest, type LanguageTest, range } from "./support.ts";
import { until } from "../support.ts";

describe("In tools.json", () => {
  let workspace: TestWorkspace;
  let test: LanguageTest;
  let document: FakeDocument;
  let folder: string;
  let script: string;
  const at = { line: 0, character: 3 };
  const asked = { file: "tools.json", text: "{ x }", position: at };

  function start(answers: Answers): void {
    test = createLanguageTest(
      { folders: [workspace.folder] },
      {
        "document/problems": () => [],
        "scripts/typings": () => ({ declarations: "/g.d.ts", scripts: [{ file: script, argsType: "{}" }] }),
        ...answers,
      },
    );
    test.start();
    folder = test.fake.vscode.Uri.file(workspace.folder).toString();
    document = test.open(join(workspace.folder, "tools.json"), "{ x }");
  }
  const call = async (kind: string, method: string, ...args: unknown[]): Promise<any> => {
    const { token } = test.token();
    return await test.provider(kind)[method](document, test.position(at), ...args, token);
  };

  beforeEach(() => {
    workspace = createWorkspace({ "tools.json": "{}", "scripts/a.js": "" });
    script = join(workspace.folder, "scripts", "a.js");
  });
  afterEach(() => {
    test.dispose();
    workspace.dispose();
  });

  it("completion offers what the runtime knows, and opens behind the characters that begin a name", async () => {
    start({
      "document/completions": () => [
        {
          label: "API_TOKEN",
          kind: "secret",
          detail: "not set",
          documentation: "**Why** [x](command:a)",
          insertText: "API_TOKEN}}",
          range: range(0, 1, 3),
        },
        { label: "scripts", kind: "folder", insertText: "scripts/", range: range(0, 1, 3) },
      ],
    });
    const [secret, path] = await call("completion", "provideCompletionItems");
    const { CompletionItemKind } = test.fake.vscode;
    assert.deepEqual(
      [secret.label, secret.kind, secret.detail, secret.insertText, secret.range.end.character],
      ["API_TOKEN", CompletionItemKind.Constant, "not set", "API_TOKEN}}", 3],
    );
    assert.deepEqual(
      [secret.documentation.value, secret.documentation.isTrusted, secret.documentation.supportHtml],
      ["**Why** [x](command:a)", false, false],
    );
    assert.deepEqual([path.kind, path.detail], [CompletionItemKind.Folder, undefined]);
    assert.deepEqual(test.askedFor("document/completions"), [asked]);
    const registered = test.fake.languageProviders.find(({ kind }) => kind === "completion");
    assert.deepEqual(registered?.extra, ["{", "<", "/", '"', "."]);
  });

  it("hover shows the runtime's text, in which no link can run a command", async () => {
    start({ "document/hover": () => ({ range: range(0, 2, 3), markdown: "*set*" }) });
    const hover = await call("hover", "provideHover");
    assert.deepEqual(
      [hover.contents[0].value, hover.contents[0].isTrusted, hover.range.start.character],
      ["*set*", false, 2],
    );
    test.answers["document/hover"] = () => null;
    assert.equal(await call("hover", "provideHover"), undefined);
  });

  it("links, definition and references lead to files of the folder", async () => {
    start({
      "document/links": () => [{ range: range(0, 2, 3), file: "scripts/a.js", tooltip: "Open the script" }],
      "document/definition": () => ({ file: "scripts/a.js" }),
      "document/references": () => [
        { file: "tools.json", range: range(0, 2, 3) },
        { file: "scripts/a.js", range: range(4, 0, 2) },
      ],
    });
    const { token } = test.token();
    const [link] = await test.provider("link").provideDocumentLinks(document, token);
    assert.deepEqual([link.target.fsPath, link.tooltip], [script, "Open the script"]);
    assert.equal((await call("definition", "provideDefinition")).uri.fsPath, script);
    const places = await call("reference", "provideReferences", { includeDeclaration: true });
    assert.deepEqual(
      places.map((place: any) => [place.uri.fsPath, place.range.start.line]),
      [
        [join(workspace.folder, "tools.json"), 0],
        [script, 4],
      ],
    );
  });

  it("nothing is said, and no message shown, when the runtime does not answer or the question is canceled", async () => {
    start({});
    for (const [kind, method] of [
      ["completion", "provideCompletionItems"],
      ["hover", "provideHover"],
      ["definition", "provideDefinition"],
      ["reference", "provideReferences"],
    ] as const)
      assert.equal(await call(kind, method, ...(kind === "reference" ? [{}] : [])), undefined, kind);
    const { source, token } = test.token();
    assert.equal(await test.provider("link").provideDocumentLinks(document, token), undefined);
    assert.equal(await test.provider("codeLens").provideCodeLenses(document, token), undefined);
    const before = test.asked.length;
    source.cancel();
    assert.equal(await test.provider("hover").provideHover(document, test.position(at), token), undefined);
    assert.equal(test.asked.length, before);
    assert.deepEqual(test.fake.shown.messages, []);
  });

  it("a canceled question is canceled in the runtime, too", async () => {
    const { promise, resolve } = Promise.withResolvers<null>();
    start({
      "document/hover": (_, { token }) => {
        token?.onCancellationRequested(() => resolve(null));
        return promise;
      },
    });
    const { source, token } = test.token();
    const hover = test.provider("hover").provideHover(document, test.position(at), token);
    await until(() => test.askedFor("document/hover").length === 1);
    source.cancel();
    assert.equal(await hover, undefined);
  });

  it("nothing is asked about files that are not ours", async () => {
    start({ "document/hover": () => ({ range: range(0, 0, 1), markdown: "ours" }) });
    await test.scriptsKnown();
    const { token } = test.token();
    const hoverIn = (path: string): any =>
      test.provider("hover").provideHover(test.open(path, "x"), test.position(at), token);
    for (const path of [
      join(workspace.folder, "b.js"),
      join(workspace.folder, "inner", "tools.json"),
      "/elsewhere/tools.json",
    ])
      assert.equal(await hoverIn(path), undefined, path);
    assert.equal((await hoverIn(script)).contents[0].value, "ours");
    assert.deepEqual(
      test.askedFor("document/hover").map(({ file }) => file),
      ["scripts/a.js"],
    );
  });

  describe("rename of a secret", () => {
    const row = (name: string, from: SecretRow["from"]): SecretRow => ({
      name,
      usedBy: [],
      hosts: [],
      ...(from ? { from } : {}),
    });
    let rows: SecretRow[];

    beforeEach(() => {
      rows = [row("OLD", "workspace"), row("NEW", undefined)];
      start({
        "document/prepareRename": () => ({ range: range(0, 2, 5), placeholder: "OLD" }),
        "document/rename": ({ newName }) => {
          if (newName === "bad name") throw new Error("A secret's name has letters, digits and _ only");
          return {
            from: "OLD",
            edits: [
              { file: "tools.json", range: range(0, 2, 3), newText: newName },
              { file: "scripts/a.js", range: range(0, 0, 0), newText: newName },
            ],
          };
        },
        "secrets/list": () => ({ store: { kind: "keychain", ok: true }, rows }),
        "secrets/rename": () => ({ renamed: true }),
        "secrets/relay": () => ({}),
      });
    });
    const rename = async (to: string): Promise<void> => {
      const edit = await call("rename", "provideRenameEdits", to);
      await test.fake.vscode.workspace.applyEdit(edit);
    };

    it("changes all places and then asks about the stored value", async () => {
      test.fake.answers.message = ({ buttons }) => buttons[0];
      const prepared = await call("rename", "prepareRename");
      assert.deepEqual([prepared.placeholder, prepared.range.end.character], ["OLD", 5]);
      await rename("NEW");
      assert.equal(document.getText(), "{ NEW }");
      await until(() => test.askedFor("secrets/rename").length === 1);
      assert.deepEqual(test.askedFor("secrets/rename"), [{ from: "OLD", to: "NEW" }]);
      const [message] = test.fake.shown.messages;
      assert.match(message?.text ?? "", /OLD.*NEW/);
    });

    describe("where VS Code keeps the value", () => {
      const key = (name: string): string => `guidon/${test.deps.runtimes.all[0]?.folder.uri.toString()}/${name}`;
      const index = (): string => `keptSecrets/${test.deps.runtimes.all[0]?.folder.uri.toString()}`;

      beforeEach(async () => {
        rows = [row("OLD", "editor")];
        test.fake.answers.message = ({ buttons }) => buttons.find((button) => button === "Rename the Stored Value");
        test.fake.secrets.set(key("OLD"), "a-value-of-the-test");
        await test.fake.context.globalState.update(index(), ["OLD", "OTHER"]);
      });

      it("moves it under the new name and hands it over", async () => {
        await rename("NEW");
        await until(() => test.askedFor("secrets/relay").length === 1);
        assert.deepEqual([...test.fake.secrets], [[key("NEW"), "a-value-of-the-test"]]);
        assert.deepEqual(test.fake.context.globalState.get(index()), ["NEW", "OTHER"]);
        assert.deepEqual(test.askedFor("secrets/relay"), [{ secrets: { NEW: "a-value-of-the-test" } }]);
        assert.deepEqual(test.askedFor("secrets/rename"), []);
      });

      it("says so where it is another computer's VS Code", async () => {
        test.fake.secrets.clear();
        await rename("NEW");
        await until(() => test.fake.shown.messages.length === 2);
        assert.match(test.fake.shown.messages[1]?.text ?? "", /OLD could not be renamed.*another computer/);
        assert.deepEqual(test.fake.context.globalState.get(index()), ["OLD", "OTHER"]);
      });

      it("replaces no value that has the new name", async () => {
        await rename("OTHER");
        await until(() => test.askedFor("secrets/list").length === 1);
        await new Promise(setImmediate);
        assert.deepEqual(test.fake.shown.messages, []);
      });
    });

    it("leaves the value where the person does not want it, and does not ask where there is none", async () => {
      await rename("NEW");
      await until(() => test.fake.shown.messages.length === 1);
      rows = [row("OLD", undefined)];
      await rename("NEWER");
      await until(() => test.askedFor("secrets/list").length === 2);
      rows = [row("OLD", "all"), row("TAKEN", "workspace")];
      await rename("TAKEN");
      await until(() => test.askedFor("secrets/list").length === 3);
      await new Promise(setImmediate);
      assert.equal(test.fake.shown.messages.length, 1);
      assert.deepEqual(test.askedFor("secrets/rename"), []);
    });

    it("asks nothing when the rename was not carried out", async () => {
      await call("rename", "provideRenameEdits", "NEW");
      test.fake.documents.type(document, "{ something else }");
      assert.deepEqual(test.askedFor("secrets/list"), []);
    });

    it("is about what the editor has, of all files of the folder that are not saved", async () => {
      const other = test.open(script, "old");
      test.fake.documents.type(other, "not saved");
      test.open(join(workspace.folder, "scripts", "b.js"), "as on disk");
      test.fake.documents.type(test.open(join(workspace.folder, "notes.txt"), ""), "no script");
      test.fake.documents.type(test.open("/elsewhere/c.js", ""), "of another folder");
      const open = [{ file: "scripts/a.js", text: "not saved" }];
      await call("rename", "provideRenameEdits", "NEW");
      assert.deepEqual(test.askedFor("document/rename"), [{ ...asked, open, newName: "NEW" }]);
      await call("reference", "provideReferences", {});
      assert.deepEqual(test.askedFor("document/references"), [{ ...asked, open }]);
    });

    it("is refused when a file that it changes was changed meanwhile, and not when another one was", async () => {
      const answer = test.answers["document/rename"];
      assert.ok(answer);
      const other = test.open(script, "");
      const notes = test.open(join(workspace.folder, "scripts", "b.js"), "");
      const changing = (file: FakeDocument): void => {
        test.answers["document/rename"] = (...params) => {
          test.fake.documents.type(file, "typed meanwhile");
          return answer(...params);
        };
      };
      changing(notes);
      assert.ok(await call("rename", "provideRenameEdits", "NEW"));
      changing(other);
      await assert.rejects(call("rename", "provideRenameEdits", "NEW"), /scripts\/a\.js was changed meanwhile/);
    });

    it("says what is wrong with a name, and that other words cannot be renamed", async () => {
      await assert.rejects(call("rename", "provideRenameEdits", "bad name"), /letters, digits/);
      test.answers["document/prepareRename"] = () => null;
      await assert.rejects(call("rename", "prepareRename"), /name of a secret/);
    });
  });

  describe("lenses", () => {
    const lens = (more: Partial<ToolLens> = {}): ToolLens => ({
      range: range(1, 2, 5),
      tool: "a",
      state: "ready",
      ...more,
    });
    const lenses = async (): Promise<any[]> => {
      const { token } = test.token();
      return await test.provider("codeLens").provideCodeLenses(document, token);
    };
    const shown = async (): Promise<unknown[]> =>
      (await lenses()).map(({ command }) => [command.title, command.command, ...(command.arguments ?? [])]);

    it("run a tool, copy its call and show its last run", async () => {
      start({
        "document/lenses": () => [lens({ lastRun: { id: "r1", state: "ok", startedAt: "", durationMs: 1234 } })],
      });
      assert.deepEqual(await shown(), [
        ["$(play) Run", "guidon.runTool", { folder, tool: "a" }],
        ["Copy as call", "guidon.copyCall", { folder, tool: "a" }],
        ["last run: ok 1.2 s", "guidon.showRuns", { folder, id: "r1" }],
      ]);
      assert.deepEqual(test.askedFor("document/lenses"), [{ file: "tools.json", text: "{ x }" }]);
      test.answers["document/lenses"] = () => [lens({ lastRun: { id: "r1", state: "running", startedAt: "" } })];
      assert.equal((await lenses())[2].command.title, "$(sync~spin) running");
    });

    it("say what a tool that is not ready waits for, with the way to it", async () => {
      const states = ["approval", "secret", "problem", "disabled"] as const;
      start({ "document/lenses": () => states.map((state, line) => lens({ state, range: range(line, 0, 1) })) });
      const commands = (await shown()).map((each) => (each as string[]).slice(0, 2).join(" → "));
      for (const wanted of [
        "$(shield) waiting for approval → guidon.approveTools",
        "$(key) secret not set → guidon.showSecrets",
        "$(warning) has a problem → workbench.actions.view.problems",
        "$(circle-slash) disabled → guidon.enableTool",
      ])
        assert.ok(commands.includes(wanted), wanted);
      assert.equal(commands.filter((each) => each.startsWith("$(play)")).length, 3, "a disabled tool cannot be run");
    });

    it("save tools.json before they run an entry that is not saved", async () => {
      start({ "document/lenses": () => [lens({ state: "unsaved" })] });
      assert.deepEqual(await shown(), [["$(play) Save and Run", "guidon.lens.saveAndRun", { folder, tool: "a" }]]);
      const run = async (): Promise<unknown> => lensCommands[0]?.run(test.deps, { folder, tool: "a" });
      test.fake.documents.type(document, "{ new }");
      await run();
      assert.equal(document.isDirty, false);
      assert.deepEqual(test.fake.executed.at(-1), { id: "guidon.runTool", args: [{ folder, tool: "a" }] });
      const before = test.fake.executed.length;
      test.fake.documents.type(document, "{ newer }");
      document.save = () => Promise.resolve(false);
      await assert.rejects(run, /could not be written/);
      assert.equal(test.fake.executed.length, before);
    });

    it("name the tool where several share a script", async () => {
      start({ "document/lenses": () => [lens(), lens({ tool: "b" })] });
      document = test.open(script, "function main() {}");
      await test.scriptsKnown();
      const titles = (await lenses()).map(({ command }) => command.title);
      assert.deepEqual(
        titles.filter((title) => title.includes("Run")),
        ["$(play) Run a", "$(play) Run b"],
      );
      test.answers["document/lenses"] = () => [lens(), lens({ tool: "$(verified) b" })];
      const [, , named] = await lenses();
      assert.equal(named.command.title, "$(play) Run $ (verified) b", "a name makes no icon");
      assert.equal(test.askedFor("document/lenses")[0].file, "scripts/a.js");
    });

    it("are made anew when tools or runs change, not for each event, and are gone by the setting", async () => {
      start({ "document/lenses": () => [lens()] });
      await test.scriptsKnown();
      let fired = 0;
      await new Promise<void>((resolve) => {
        test.provider("codeLens").onDidChangeCodeLenses(() => {
          fired += 1;
          resolve();
        });
        for (let count = 0; count < 20; count++) test.tell("runs/changed", {} as never);
      });
      assert.equal(fired, 1);
      test.fake.setSetting("guidon.codeLens", false);
      assert.equal(fired, 2);
      assert.equal(await lenses(), undefined);
    });
  });
});
