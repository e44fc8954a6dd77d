import assert from "node:assert/strict";
import { join } from "node:path";
import { registerCommands } from "../../extension/commands.ts";
import type { ToolApproval, ToolsView } from "../../runtime/contract/control.ts";
import { refusal } from "../support/fakeRuntimes.ts";
import { until } from "./support.ts";
import { createWindow, knownTools, row, viewOf, type Window } from "./toolsSupport.ts";

describe("The commands", () => {
  const cleanUp: (() => void)[] = [];
  afterEach(() => cleanUp.splice(0).forEach((each) => each()));

  const open = (...given: Parameters<typeof createWindow>): Window => {
    const window = createWindow(...given);
    const commands = registerCommands(window.deps);
    cleanUp.push(() => commands.dispose(), window.dispose);
    return window;
  };
  const target = (window: Window, tool: string) => ({ folder: window.first.folder.uri.toString(), tool });
  const methods = ({ first }: Window): string[] => first.asked.map(({ method }) => method);
  const messages = ({ fake }: Window): string[] => fake.shown.messages.map(({ text }) => text);
  const executed = ({ fake }: Window, id: string): unknown[][] =>
    fake.executed.filter((each) => each.id === id).map(({ args }) => args);

  describe("of a folder", () => {
    const buttons = ({ fake }: Window): string[] => fake.shown.messages.flatMap((message) => message.buttons);

    it("do nothing to another folder when theirs has left the window", async () => {
      const window = open();
      const folder = "file:///gone";
      for (const id of [
        "setSecret",
        "approveTools",
        "createExample",
        "openToolsFile",
        "runTool",
        "disableTool",
        "doctor",
      ]) {
        await window.fake.run(`guidon.${id}`, { folder, tool: "a", name: "TOKEN" });
      }
      assert.deepEqual(new Set(messages(window)), new Set(["This folder is not open any more."]));
      assert.equal(messages(window).length, 7);
      assert.deepEqual(window.first.asked, []);
      assert.deepEqual(window.fake.shown.quickPicks, []);
    });

    it("say what they lack, all in the same words", async () => {
      for (const [options, text, button] of [
        [{ trusted: false }, "This workspace is not trusted, so Guidon does not run in it.", "Manage Workspace Trust"],
        [{}, "Open a folder first: Guidon works on the folders of a window.", "Open Folder…"],
      ] as const) {
        const window = open([{}], options);
        window.runtimes.all.splice(0);
        if (!("trusted" in options)) window.fake.setFolders([]);
        const ids = ["runTool", "reloadTools", "restartRuntime", "clearRuns", "setSecret", "createExample", "copyCall"];
        for (const id of ids) await window.fake.run(`guidon.${id}`);
        assert.deepEqual(messages(window), ids.map(() => text)); // prettier-ignore
        assert.deepEqual(new Set(buttons(window)), new Set([button]));
      }
    });
  });

  describe("Reload Tools and Restart Runtime", () => {
    const said = ({ fake }: Window): string[] => fake.shown.statusMessages;

    it("say what they did", async () => {
      const window = open([{ tools: [row("a"), row("b")] }]);
      window.first.answers["tools/reload"] = () => viewOf({ tools: [row("a"), row("b")] });
      window.runtimes.start(window.first);
      await window.fake.run("guidon.reloadTools");
      await window.fake.run("guidon.restartRuntime");
      assert.deepEqual(said(window), ["The tools were read anew. Tools: 2", "Guidon's runtime was started again."]);
    });

    it("start nothing where there is nothing, and say so", async () => {
      const window = open([undefined], { unused: [] });
      const tools = await knownTools(window);
      cleanUp.push(() => tools.dispose());
      await window.fake.run("guidon.reloadTools");
      await window.fake.run("guidon.restartRuntime");
      assert.deepEqual(messages(window), ["There is no tools.json in “folder0” yet."]);
      assert.deepEqual(said(window), ["Guidon's runtime does not run now. It starts when something needs it."]);
      assert.deepEqual(window.first.asked, []);
    });
  });

  describe("when something goes wrong", () => {
    it("tell what and the next step, with a button where there is one", async () => {
      const window = open();
      window.first.answers["tools/reload"] = () => {
        throw refusal("InvalidToolsFile", "tools.json is not JSON", "Look at line 3");
      };
      window.fake.answers.message = () => "Open tools.json";
      await window.fake.run("guidon.reloadTools");
      assert.deepEqual(messages(window), ["tools.json is not JSON. Look at line 3."]);
      await until(() => executed(window, "guidon.openToolsFile").length === 1);
    });

    it("offer the log and another start when the runtime does not run", async () => {
      const window = open();
      window.first.answers["tools/reload"] = () => {
        throw refusal("Unavailable", "It ended too often.");
      };
      await window.fake.run("guidon.reloadTools");
      assert.deepEqual(window.fake.shown.messages[0]?.buttons, ["Show Log", "Start Again"]);
    });

    it("say nothing of what the person canceled", async () => {
      const window = open();
      window.first.answers["tools/reload"] = () => {
        throw refusal("Canceled", "Canceled");
      };
      await window.fake.run("guidon.reloadTools");
      assert.deepEqual(messages(window), []);
    });

    it("tell an error of their own and write it to the log", async () => {
      const window = open();
      window.first.answers["tools/reload"] = () => {
        throw new TypeError("a is not a function");
      };
      await window.fake.run("guidon.reloadTools");
      assert.deepEqual(messages(window), ["a is not a function"]);
      assert.ok(window.fake.logLines.includes("[error] a is not a function"));
    });

    it("make no link of what a tool is called", async () => {
      const window = open();
      window.first.answers["tools/reload"] = () => {
        throw refusal("Internal", "No [tool](command:workbench.action.quit) here");
      };
      await window.fake.run("guidon.reloadTools");
      assert.deepEqual(messages(window), ["No [tool] (command:workbench.action.quit) here."]);
    });
  });

  describe("Create an Example Tool", () => {
    it("opens what was written and offers to run it", async () => {
      const window = open([undefined]);
      window.first.answers["tools/createExample"] = () => {
        window.write("tools.json", "{}");
        window.write("scripts/greet.js", "function main() {}");
        window.first.answers["tools/list"] = () => viewOf({ tools: [row("greet"), row("other")] });
        return { written: ["tools.json", "scripts/greet.js", "scripts/other.js"], tool: "greet" };
      };
      window.fake.answers.message = () => "Run It";
      const runTool = window.fake.commands.get("guidon.runTool");
      assert.ok(runTool);
      window.fake.commands.set("guidon.runTool", () => undefined);
      await window.fake.run("guidon.createExample");
      assert.deepEqual(
        window.fake.shown.editors.map(({ document }) => document.fileName.slice(window.folders[0]?.length)),
        ["/tools.json", "/scripts/greet.js"],
      );
      assert.deepEqual(executed(window, "guidon.runTool"), [[target(window, "greet")]]);
    });

    it("opens a tools.json that is there already", async () => {
      const window = open([{ tools: [row("own")] }]);
      window.first.answers["tools/createExample"] = () => {
        throw refusal("AlreadyExists", "This folder has a tools.json already");
      };
      await window.fake.run("guidon.createExample");
      assert.equal(window.fake.shown.editors[0]?.document.fileName, join(window.folders[0] ?? "", "tools.json"));
      const shown = window.fake.shown.messages.map(({ level, text, buttons }) => [level, text, buttons]);
      assert.deepEqual(shown, [["info", "tools.json is there already and stays as it is. Add a tool to it.", []]]);
    });

    it("asks for the folder where there are several; none picked, nothing done", async () => {
      const window = open([undefined, undefined]);
      await window.fake.run("guidon.createExample");
      assert.deepEqual(
        window.fake.shown.quickPicks[0]?.items.map(({ label }) => label),
        ["folder0", "folder1"],
      );
      assert.deepEqual(methods(window), []);
    });
  });

  describe("Open tools.json", () => {
    it("opens it, or offers to make one", async () => {
      const window = open([{}]);
      await window.fake.run("guidon.openToolsFile");
      assert.equal(window.fake.shown.editors[0]?.document.fileName, join(window.folders[0] ?? "", "tools.json"));
      const empty = open([undefined]);
      await empty.fake.run("guidon.openToolsFile");
      assert.deepEqual(empty.fake.shown.messages[0]?.buttons, ["Create an Example Tool"]);
    });
  });

  describe("Open Script", () => {
    it("opens the script of the tool", async () => {
      const window = open([{ tools: [row("a")] }]);
      window.write("scripts/a.js", "function main() {}");
      await window.fake.run("guidon.openScript", target(window, "a"));
      assert.equal(window.fake.shown.editors[0]?.document.fileName, join(window.folders[0] ?? "", "scripts/a.js"));
    });

    it("finds it where the author wrote the path for Windows", async () => {
      const window = open([{ tools: [row("a", { script: ".\\scripts\\a.js" })] }]);
      window.write("scripts/a.js", "function main() {}");
      await window.fake.run("guidon.openScript", target(window, "a"));
      assert.equal(window.fake.shown.editors[0]?.document.fileName, join(window.folders[0] ?? "", "scripts/a.js"));
    });

    it("offers to create one that is missing", async () => {
      const window = open([{ tools: [row("a")] }]);
      window.fake.answers.message = () => "Create It";
      window.first.answers["tools/createScript"] = () => {
        window.write("scripts/a.js", "function main() {}");
        return { file: "scripts/a.js" };
      };
      await window.fake.run("guidon.openScript", target(window, "a"));
      assert.equal(window.fake.shown.editors.length, 1);
    });

    it("makes no link of the script's name", async () => {
      const window = open([{ tools: [row("a", { file: "[Read how](command:evil).js" })] }]);
      await window.fake.run("guidon.openScript", target(window, "a"));
      assert.deepEqual(messages(window), ["The script [Read how] (command:evil).js is not there yet."]);
    });

    it("asks for the tool when it is called without one", async () => {
      const window = open([{ tools: [row("a", { title: "Tool A" })] }]);
      window.write("scripts/a.js", "");
      window.fake.answers.quickPick = (items) => items[0];
      await window.fake.run("guidon.openScript");
      assert.deepEqual(
        window.fake.shown.quickPicks[0]?.items.map(({ label, description }) => [label, description]),
        [["Tool A", "a"]],
      );
      assert.equal(window.fake.shown.editors.length, 1);
    });
  });

  it("Copy as Call puts the call into the clipboard", async () => {
    const window = open([{ tools: [row("a")] }]);
    window.first.answers["tools/callText"] = ({ tool, args }) => ({ text: JSON.stringify({ tool, args }) });
    await window.fake.run("guidon.copyCall", { ...target(window, "a"), args: { x: 1 } });
    assert.equal(window.fake.clipboard.text, '{"tool":"a","args":{"x":1}}');
    assert.deepEqual(window.fake.shown.statusMessages, ["The call of “a” is copied."]);
  });

  describe("Enable and Disable Tool", () => {
    const disable = async (window: Window): Promise<string> => {
      window.first.answers["document/setField"] = ({ text, tool, field, value }) => {
        assert.deepEqual([tool, field], ["a", "enabled"]);
        const at = text.indexOf('"a"') + 3;
        const place = { line: 0, character: at };
        return { edits: [{ range: { start: place, end: place }, newText: `,"enabled":${value}` }] };
      };
      await window.fake.run("guidon.disableTool", target(window, "a"));
      return window.fake.documents.documents[0]?.getText() ?? "";
    };

    it("edit tools.json and save it", async () => {
      const window = open([{ tools: [row("a")] }]);
      window.write("tools.json", '{"tools":[{"name":"a"}]}');
      assert.equal(await disable(window), '{"tools":[{"name":"a","enabled":false}]}');
      assert.equal(window.fake.documents.documents[0]?.isDirty, false);
    });

    it("work on what an open editor has and the disk has not", async () => {
      const window = open([{ tools: [row("a")] }]);
      const document = window.fake.documents.open(
        window.fake.vscode.Uri.file(join(window.folders[0] ?? "", "tools.json")),
      );
      window.fake.documents.type(document, '{ "tools":[{"name":"a"}] }');
      assert.equal(await disable(window), '{ "tools":[{"name":"a","enabled":false}] }');
    });

    it("offer those tools alone that they can change", async () => {
      const window = open([{ tools: [row("a"), row("b", { state: "disabled" })] }]);
      await window.fake.run("guidon.enableTool");
      await window.fake.run("guidon.disableTool");
      assert.deepEqual(
        window.fake.shown.quickPicks.map(({ items }) => items.map(({ label }) => label)),
        [["b"], ["a"]],
      );
    });

    it("change nothing when the file was changed meanwhile", async () => {
      const window = open([{ tools: [row("a")] }]);
      window.first.answers["document/setField"] = () => {
        const [document] = window.fake.documents.documents;
        if (document) window.fake.documents.type(document, "typed");
        return { edits: [] };
      };
      await window.fake.run("guidon.enableTool", target(window, "a"));
      assert.deepEqual(messages(window), ["tools.json was changed meanwhile. Try again."]);
    });
  });

  describe("Approve Tools for Agents", () => {
    const approval = (tool: string, state: ToolApproval["state"], permissions: string[] = []): ToolApproval => ({
      tool,
      token: `token of ${tool}`,
      description: `Does ${tool}`,
      state,
      permissions,
    });

    const approvable = (approvals: ToolApproval[]): { window: Window; approved: string[][] } => {
      const window = open();
      const approved: string[][] = [];
      window.first.answers["tools/approvals"] = () => approvals;
      window.first.answers["tools/approve"] = ({ tokens }) => {
        approved.push(tokens);
        return {};
      };
      window.fake.answers.quickPick = (items) => items;
      window.fake.answers.message = ({ buttons }) => buttons.find((button) => button === "Approve");
      return { window, approved };
    };

    it("lists what each waiting tool may do, and approves what is chosen", async () => {
      const { window, approved } = approvable([
        approval("a", "new", ["opens pages of example.com", "sends the secret X to api.example.com"]),
        { ...approval("b", "changed"), title: "Tool B" },
        approval("c", "approved"),
      ]);
      window.fake.answers.quickPick = (items) => items.slice(0, 1);
      await window.fake.run("guidon.approveTools", target(window, "b"));
      const [shown] = window.fake.shown.quickPicks;
      assert.equal(shown?.options.canPickMany, true);
      assert.deepEqual(
        shown?.items.map(({ label, description, detail, picked }) => [label, description, detail, picked]),
        [
          ["a", "new", "opens pages of example.com · sends the secret X to api.example.com", false],
          ["Tool B", "b, changed since you approved it", "It computes only: Does b", true],
        ],
      );
      assert.deepEqual(approved, [["token of a"]]);
    });

    it("has no tool chosen that was not named, be it the only one or one that changed", async () => {
      for (const one of [approval("a", "new"), approval("a", "changed")]) {
        const { window, approved } = approvable([one]);
        window.fake.answers.quickPick = (items) => items.filter(({ picked }) => picked);
        await window.fake.run("guidon.approveTools");
        assert.deepEqual(approved, []);
        assert.deepEqual(window.fake.shown.statusMessages, ["No tool was chosen, so none is approved."]);
        assert.deepEqual(messages(window), []);
      }
    });

    it("shows the whole of what is chosen before it is approved", async () => {
      const hosts = Array.from({ length: 60 }, (_, i) => `shop${i}.example.com`).join(", ");
      const { window, approved } = approvable([
        { ...approval("a", "changed", ["runs scripts/a.js", `sends the secret X to ${hosts}`]), title: "Tool A" },
        approval("b", "new"),
      ]);
      await window.fake.run("guidon.approveTools");
      const [box] = window.fake.shown.messages;
      assert.deepEqual([box?.modal, box?.text, box?.buttons], [true, "Approve these tools for agents?", ["Approve"]]);
      assert.deepEqual(box?.detail?.split("\n"), [
        "Tool A (a, changed since you approved it)",
        "• runs scripts/a.js",
        `• sends the secret X to ${hosts}`,
        "",
        "b (new)",
        "• It computes only: it uses no secret and names no host.",
        "",
        "Agents can then run what you approve here, until its entry or script changes.",
      ]);
      assert.deepEqual(approved, [["token of a", "token of b"]]);
    });

    it("approves nothing of a box that was not confirmed", async () => {
      const { window, approved } = approvable([approval("a", "new")]);
      window.fake.answers.message = () => undefined;
      await window.fake.run("guidon.approveTools");
      assert.deepEqual([messages(window), approved], [["Approve “a” for agents?"], []]);
    });

    it("asks in several boxes where one would be too long, and cuts nothing off", async () => {
      const lines = (count: number) => Array.from({ length: count }, (_, i) => `line ${i}`);
      const { window, approved } = approvable([
        approval("a", "new", lines(11)),
        approval("b", "new", lines(12)),
        approval("c", "new", lines(3)),
        approval("d", "new", lines(40)),
        approval("e", "new", lines(2)),
      ]);
      await window.fake.run("guidon.approveTools");
      assert.deepEqual(approved, [["token of a", "token of b"], ["token of c"], ["token of d"], ["token of e"]]);
      assert.equal(window.fake.shown.messages[2]?.detail?.match(/• /g)?.length, 40);
    });

    it("shows text as text: a tool cannot wear an icon, or hide what it may do behind a long description", async () => {
      const window = open();
      window.first.answers["tools/approvals"] = () => [
        {
          ...approval("a", "new", ["$(verified) nothing", "x".repeat(300), "opens evil.example.com"]),
          title: "$(verified-filled) Approved",
        },
      ];
      await window.fake.run("guidon.approveTools");
      const [item] = window.fake.shown.quickPicks[0]?.items ?? [];
      assert.equal(item.label, "$ (verified-filled) Approved");
      assert.match(item.detail, /^\$ \(verified\) nothing · x{199}… · opens evil\.example\.com$/);
    });

    it("approves nothing when nothing is chosen", async () => {
      const window = open();
      window.first.answers["tools/approvals"] = () => [approval("a", "new")];
      await window.fake.run("guidon.approveTools");
      assert.ok(!methods(window).includes("tools/approve"));
    });

    it("says that nothing waits, or what has to be corrected first", async () => {
      const window = open();
      window.first.answers["tools/approvals"] = () => [approval("c", "approved")];
      await window.fake.run("guidon.approveTools");
      window.first.answers["tools/approvals"] = () => [approval("c", "unusable", ["no such file"])];
      await window.fake.run("guidon.approveTools");
      assert.deepEqual(messages(window), [
        "No tool waits for your approval.",
        "These tools have to be corrected first: c.",
      ]);
    });
  });

  describe("Show Menu", () => {
    const menu = async (window: Window): Promise<string[]> => {
      await window.fake.run("guidon.showMenu");
      return window.fake.shown.quickPicks.at(-1)?.items.map(({ command }) => command) ?? [];
    };

    it("offers what makes sense as things stand", async () => {
      const window = open([{ tools: [row("a", { state: "approval" })] }]);
      // While it starts, nothing is known yet.
      assert.equal((await menu(window))[0], "guidon.runTool");
      const tools = await knownTools(window);
      cleanUp.push(() => tools.dispose());
      assert.deepEqual((await menu(window)).slice(0, 3), [
        "guidon.approveTools",
        "guidon.runTool",
        "guidon.openToolsFile",
      ]);
      const become = async (view: ToolsView): Promise<void> => {
        window.first.answers["tools/list"] = () => view;
        window.runtimes.fire(window.first, "tools/changed", { revision: "" });
        await until(() => tools.folders[0]?.view === view);
      };
      await become(viewOf({ tools: [row("a")] }));
      assert.equal((await menu(window))[0], "guidon.runTool");
      await become(viewOf({ tools: [row("a", { state: "problem", why: "its script is missing" }), row("b")] }));
      assert.deepEqual((await menu(window)).slice(0, 2), ["guidon.openToolsFile", "guidon.runTool"]);
      assert.equal(window.fake.shown.quickPicks.at(-1)?.items[0]?.detail, "a: its script is missing");
      await become(viewOf({ state: "missing" }));
      assert.equal((await menu(window))[0], "guidon.createExample");
      Object.assign(window.first, { state: "failed", problem: "There is no Node." });
      assert.equal((await menu(window))[0], "guidon.restartRuntime");
    });

    it("offers trust where there is none", async () => {
      assert.equal((await menu(open([{}], { trusted: false })))[0], "workbench.trust.manage");
    });

    it("does what is chosen", async () => {
      const window = open([{ tools: [row("a")] }]);
      window.fake.answers.quickPick = (items) => items.find(({ command }) => command === "guidon.showLog");
      await window.fake.run("guidon.showMenu");
      assert.equal(window.fake.shown.outputChannels.get("Guidon")?.shown, 1);
    });
  });

  describe("Check This Machine", () => {
    const pageOf = ({ fake }: Window): string => fake.contentProviders.get("guidon").provideTextDocumentContent();

    it("shows what was found as a page, in which nothing of it is markup", async () => {
      const window = open([{}], { remoteName: "ssh-remote" });
      window.first.answers["doctor"] = () => ({
        version: "1.2.3",
        findings: [
          { what: "Node", state: "ok", text: "26.0.0" },
          { what: "Browser", state: "missing", text: "not found in <b>", next: "Install [Chrome](http://x)" },
        ],
      });
      await window.fake.run("guidon.doctor");
      const text = pageOf(window);
      assert.match(text, /works on another machine \(ssh-remote\)/);
      assert.match(text, /- ✅ \*\*Node\*\*: 26\.0\.0/);
      assert.ok(!text.includes("<b>") || text.includes(String.raw`\<b\>`));
      assert.ok(!text.includes("[Chrome](http"));
      assert.equal(String(executed(window, "markdown.showPreview")[0]?.[0]), "guidon:/Guidon.md");
      assert.equal(window.fake.documents.documents.length, 0);
    });

    it("says why the runtime does not answer", async () => {
      const window = open([{}]);
      window.first.answers["doctor"] = () => {
        throw refusal("Unavailable", "Guidon needs Node 26 or 24");
      };
      await window.fake.run("guidon.doctor");
      assert.match(pageOf(window), /❌ Guidon needs Node 26 or 24/);
    });
  });

  it("Open Settings and Get Started open the pages of this extension", async () => {
    const window = open();
    await window.fake.run("guidon.openSettings");
    await window.fake.run("guidon.openSettings", "guidon.nodePath");
    await window.fake.run("guidon.openWalkthrough");
    assert.deepEqual(executed(window, "workbench.action.openSettings"), [["@ext:guidon.guidon"], ["guidon.nodePath"]]);
    assert.deepEqual(executed(window, "workbench.action.openWalkthrough"), [["guidon.guidon#start", false]]);
  });

  it("Open Settings opens the page that has the settings of the machine, too, where that is another one", async () => {
    const window = open([{}], { remoteName: "ssh-remote" });
    await window.fake.run("guidon.openSettings");
    assert.deepEqual(executed(window, "workbench.action.openRemoteSettings"), [[{ query: "@ext:guidon.guidon" }]]);
    assert.deepEqual(executed(window, "workbench.action.openSettings"), []);
  });
});
