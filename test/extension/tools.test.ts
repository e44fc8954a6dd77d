import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { createTools, type Tools } from "../../extension/tools.ts";
import { createWindow, happens, knownTools, row, run, viewOf, type Window } from "./toolsSupport.ts";

describe("What a window knows of its tools", () => {
  let window: Window;
  let tools: Tools | undefined;
  const open = (...given: Parameters<typeof createWindow>): Window => (window = createWindow(...given));
  afterEach(() => {
    tools?.dispose();
    window.dispose();
  });
  const asked = (index = 0): number =>
    window.runtimes.all[index]?.asked.filter(({ method }) => method === "tools/list").length ?? 0;
  const change = (holds: () => boolean): Promise<void> => happens(tools?.onDidChange ?? assert.fail(), holds);

  it("is not asked for during activation, but soon after it", async () => {
    open([{ tools: [row("a")] }]);
    tools = createTools(window.deps);
    assert.equal(asked(), 0);
    assert.equal(tools.state, "starting");
    await tools.known();
    assert.equal(asked(), 1);
    assert.equal(tools.state, "tools");
    assert.equal(tools.folders[0]?.view?.tools.length, 1);
  });

  it("starts no runtime for a folder without a tools.json", async () => {
    open([undefined, { tools: [row("a")] }]);
    tools = await knownTools(window);
    assert.deepEqual([asked(0), asked(1)], [0, 1]);
    assert.equal(tools.state, "tools");
  });

  it("is that there is nothing, where no folder has a tools.json; until one is made", async () => {
    open([undefined]);
    tools = await knownTools(window);
    assert.equal(tools.state, "empty");
    assert.equal(asked(), 0);
    window.first.answers["tools/list"] = () => viewOf({ tools: [row("a")] });
    window.write("tools.json", "{}");
    window.fake.watchers[0]?.create.fire(window.fake.vscode.Uri.file("/tools.json"));
    await change(() => tools?.state === "tools");
  });

  it("is read again when the tools or the secrets have changed; events that come together are one question", async () => {
    open([{ tools: [row("a")] }]);
    tools = await knownTools(window);
    window.first.answers["tools/list"] = () => viewOf({ revision: "r2", tools: [row("a"), row("b")] });
    for (let i = 0; i < 5; i++) window.runtimes.fire(window.first, "tools/changed", { revision: "r2" });
    window.runtimes.fire(window.first, "secrets/changed", {});
    await change(() => tools?.folders[0]?.view?.revision === "r2");
    assert.equal(asked(), 2);
  });

  it("is read again when a runtime has come back", async () => {
    open([{ tools: [row("a")] }]);
    tools = await knownTools(window);
    window.first.state = "restarting";
    window.runtimes.change();
    window.runtimes.start(window.first);
    await change(() => asked() === 2);
  });

  it("has the runs that are under way, and the last of each tool", async () => {
    open([{ tools: [row("a")] }]);
    tools = await knownTools(window);
    const [folder] = tools.folders;
    window.runtimes.fire(window.first, "runs/changed", run("a", "running"));
    assert.deepEqual([...(folder?.running.values() ?? [])], ["a"]);
    assert.equal(folder?.view?.tools[0]?.lastRun?.state, "running");
    window.runtimes.fire(window.first, "runs/changed", run("a", "ok", { durationMs: 1234 }));
    assert.equal(folder?.running.size, 0);
    assert.equal(folder?.view?.tools[0]?.lastRun?.durationMs, 1234);
    assert.equal(asked(), 1);
  });

  it("forgets the runs of a runtime that is gone", async () => {
    open([{ tools: [row("a")] }]);
    tools = await knownTools(window);
    window.runtimes.fire(window.first, "runs/changed", run("a", "running"));
    window.first.state = "restarting";
    window.runtimes.change();
    assert.equal(tools.folders[0]?.running.size, 0);
  });

  it("is that it failed, when the runtime does not start", async () => {
    open([{}]);
    window.first.answers["tools/list"] = () => {
      window.first.state = "failed";
      throw new Error("no");
    };
    tools = await knownTools(window);
    assert.equal(tools.state, "failed");
  });

  it("follows the folders of the window", async () => {
    open([{ tools: [row("a")] }, { tools: [row("b")] }]);
    tools = await knownTools(window);
    window.runtimes.all.shift();
    window.runtimes.change();
    assert.deepEqual(
      tools.folders.map(({ view }) => view?.tools[0]?.name),
      ["b"],
    );
  });

  it("asks nothing any more after it was disposed of", async () => {
    open([{}]);
    tools = createTools(window.deps, 10);
    tools.dispose();
    await sleep(50);
    assert.equal(asked(), 0);
  });
});
