import assert from "node:assert/strict";
import type * as vscode from "vscode";
import type { Tools } from "../../extension/tools.ts";
import { createToolsTree, type TreeNode } from "../../extension/toolsTree.ts";
import { createWindow, happens, knownTools, row, run, type Window } from "./toolsSupport.ts";

describe("The tree of tools", () => {
  let window: Window;
  let tools: Tools;
  let tree: vscode.Disposable;
  const open = async (...given: Parameters<typeof createWindow>): Promise<Window> => {
    window = createWindow(...given);
    tools = await knownTools(window);
    tree = createToolsTree(window.deps);
    return window;
  };
  afterEach(() => {
    tree.dispose();
    tools.dispose();
    window.dispose();
  });
  const provider = (): vscode.TreeDataProvider<TreeNode> =>
    window.fake.shown.treeViews.get("guidon.tools").options.treeDataProvider;
  const children = (node?: TreeNode): TreeNode[] => provider().getChildren(node) as TreeNode[];
  const items = (node?: TreeNode): any[] => children(node).map((each) => provider().getTreeItem(each));

  it("has a row for each tool: its title, its state or how it last ran, and its icon", async () => {
    await open([
      {
        tools: [
          row("greet", { title: "Greet a Person" }),
          row("fetch", { lastRun: { id: "1", state: "ok", startedAt: "", durationMs: 1234 } }),
          row("send", { state: "approval", why: "Waiting for your approval" }),
          row("login", { state: "secret", why: "The secret API_TOKEN is not set" }),
          row("bad", { state: "problem", why: "Its script is missing" }),
          row("off", { state: "disabled" }),
        ],
      },
    ]);
    assert.deepEqual(
      items().map(({ label, description, iconPath, contextValue }) => [label, description, iconPath.id, contextValue]),
      [
        ["Greet a Person", "", "pass", "tool.ready"],
        ["fetch", "ok 1.2 s", "pass", "tool.ready"],
        ["send", "waiting for approval", "shield", "tool.approval"],
        ["login", "secret not set", "key", "tool.secret"],
        ["bad", "has a problem", "warning", "tool.problem"],
        ["off", "disabled", "circle-slash", "tool.disabled"],
      ],
    );
    assert.equal(items()[3].accessibilityInformation.label, "login, secret not set, The secret API_TOKEN is not set");
  });

  it("tells in a row's tooltip what the tool is for and what has to be done; nothing of it becomes markup", async () => {
    const description = "Bold **move** [here](command:evil) $(trash)";
    await open([{ tools: [row("a", { description, state: "secret", why: "The secret X is not set" })] }]);
    const { tooltip } = items()[0];
    assert.match(tooltip.value, /\$\(warning\) The secret X is not set/);
    assert.ok(!tooltip.value.includes("[here](command"));
    assert.ok(!tooltip.value.includes("**move**"));
    assert.ok(!tooltip.value.includes("$(trash)"));
    assert.equal(tooltip.isTrusted, undefined);
  });

  it("opens the entry in tools.json at a click", async () => {
    await open([{ tools: [row("a")] }]);
    const { command, arguments: args } = items()[0].command;
    assert.equal(command, "vscode.open");
    assert.equal(args[0].fsPath, `${window.folders[0]}/tools.json`);
    assert.equal(args[1].selection.start.line, 3);
  });

  it("gives commands the folder and the tool", async () => {
    await open([{ tools: [row("a")] }]);
    const [node] = children();
    assert.ok(node?.kind === "tool");
    assert.deepEqual([node.folder, node.tool], [window.first.folder.uri.toString(), "a"]);
  });

  it("shows that a tool runs, and then how it went", async () => {
    await open([{ tools: [row("a")] }]);
    window.runtimes.fire(window.first, "runs/changed", run("a", "running"));
    assert.deepEqual([items()[0].description, items()[0].iconPath.id], ["running", "loading~spin"]);
    window.runtimes.fire(window.first, "runs/changed", run("a", "failed", { durationMs: 300 }));
    assert.deepEqual([items()[0].description, items()[0].iconPath.id], ["failed after 300 ms", "error"]);
  });

  it("has different ids for tools of the same name", async () => {
    await open([{ tools: [row("a"), row("a")] }]);
    const ids = items().map(({ id }) => id);
    assert.equal(new Set(ids).size, 2);
  });

  it("has the folders on top only when there are several", async () => {
    await open([{ tools: [row("a")] }, { tools: [row("b")] }, undefined]);
    assert.deepEqual(
      items().map(({ label, description }) => [label, description]),
      [
        ["folder0", undefined],
        ["folder1", undefined],
        ["folder2", "no tools.json"],
      ],
    );
    assert.deepEqual(
      children().map((node) => items(node).map(({ label }) => label)),
      [["a"], ["b"], []],
    );
  });

  it("has a word for a folder that is not on a disk", async () => {
    await open([{ tools: [row("a")] }]);
    window.fake.setFolders([...window.folders, "vscode-vfs://github/a/b"]);
    assert.deepEqual([items()[1].label, items()[1].description], ["b", "not on a disk: its tools cannot run"]);
  });

  it("has a problem with tools.json on top; a click opens the place", async () => {
    const problem = {
      severity: "error",
      code: "syntax",
      message: "A comma is missing",
      pointer: "",
      file: "tools.json",
    };
    const at = { line: 5, column: 3, endLine: 5, endColumn: 4 };
    await open([{ state: "stale", tools: [row("a")], problems: [{ ...problem, severity: "error", at }] }]);
    const [first, second] = items();
    assert.deepEqual(
      [first.label, first.description],
      ["tools.json is broken: these are the tools of before", "A comma is missing"],
    );
    const { start } = first.command.arguments[1].selection;
    assert.deepEqual([start.line, start.character], [4, 2]);
    assert.equal(second.label, "a");
  });

  it("says that a folder's runtime does not run, and keeps the tools of before", async () => {
    await open([{ tools: [row("a")] }]);
    window.first.state = "failed";
    window.first.problem = "It ended too often.";
    window.runtimes.change();
    const [first, second] = items();
    assert.deepEqual(
      [first.label, first.description, first.command.command],
      ["Guidon does not run here", "It ended too often.", "guidon.showLog"],
    );
    assert.equal(second.label, "a");
  });

  it("says why no runtime runs, with the ways on", async () => {
    await open([undefined]);
    window.write("tools.json", "{}");
    Object.assign(window.first, { state: "failed", problem: "There is no Node." });
    window.fake.watchers[0]?.create.fire(window.fake.vscode.Uri.file("/tools.json"));
    await happens(tools.onDidChange, () => tools.state === "failed");
    assert.equal(window.fake.shown.treeViews.get("guidon.tools").message, "There is no Node.");
    assert.deepEqual(
      items().map(({ label, command }) => [label, command.command]),
      [
        ["Start Again", "guidon.restartRuntime"],
        ["Show Log", "guidon.showLog"],
        ["Check This Machine", "guidon.doctor"],
      ],
    );
    window.runtimes.start(window.first);
    await happens(tools.onDidChange, () => tools.state === "tools" || tools.state === "empty");
    assert.equal(window.fake.shown.treeViews.get("guidon.tools").message, "");
  });

  it("leaves the view to its welcome text where there are no tools, and says which", async () => {
    await open([undefined]);
    assert.deepEqual(items(), []);
    assert.equal(window.fake.contextKeys.get("guidon.state"), "empty");
  });

  it("counts the tools that wait for the person", async () => {
    await open([{ tools: [row("a", { state: "approval" }), row("b", { state: "secret" }), row("c")] }]);
    assert.deepEqual(window.fake.shown.treeViews.get("guidon.tools").badge, {
      value: 2,
      tooltip: "2 tools wait for you",
    });
  });

  it("counts the tools that have a problem with them", async () => {
    const bad = row("bad", { state: "problem" });
    await open([{ tools: [row("a", { state: "approval" }), bad, { ...bad, name: "worse" }] }]);
    assert.deepEqual(window.fake.shown.treeViews.get("guidon.tools").badge, {
      value: 3,
      tooltip: "1 tool waits for you · 2 tools have a problem",
    });
  });
});
