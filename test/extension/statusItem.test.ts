import assert from "node:assert/strict";
import { createStatusItem } from "../../extension/statusItem.ts";
import type { ToolsView } from "../../runtime/contract/control.ts";
import { createWindow, knownTools, row, run, type Window } from "./toolsSupport.ts";

describe("The status item", () => {
  const cleanUp: (() => void)[] = [];
  afterEach(() => cleanUp.splice(0).forEach((each) => each()));

  const open = async (view: Partial<ToolsView> | undefined, options = {}): Promise<{ window: Window; item: any }> => {
    const window = createWindow([view], options);
    const tools = await knownTools(window);
    const status = createStatusItem(window.deps);
    cleanUp.push(
      () => status.dispose(),
      () => tools.dispose(),
      window.dispose,
    );
    return { window, item: window.fake.shown.statusItems[0] };
  };

  it("says how many tools agents can call; a click opens the menu", async () => {
    const { item } = await open({ tools: [row("a"), row("b"), row("off", { state: "disabled" })] });
    assert.equal(item.text, "$(tools) Guidon: 2 tools");
    assert.equal(item.command, "guidon.showMenu");
    assert.ok(item.visible);
    assert.match(item.accessibilityInformation.label, /^Guidon: 2 tools\. /);
  });

  it("says what runs", async () => {
    const { window, item } = await open({ tools: [row("a"), row("b")] });
    window.runtimes.fire(window.first, "runs/changed", run("a", "running"));
    window.runtimes.fire(window.first, "runs/changed", run("b", "running", { id: "run2" }));
    assert.equal(item.text, "$(sync~spin) Guidon: 2 running");
    assert.equal(item.tooltip, "Running: a, b");
    window.runtimes.fire(window.first, "runs/changed", run("a", "ok"));
    window.runtimes.fire(window.first, "runs/changed", run("b", "ok", { id: "run2" }));
    assert.equal(item.text, "$(tools) Guidon: 2 tools");
  });

  it("says that it needs the person, and for what", async () => {
    const { item } = await open({ tools: [row("a"), row("b", { state: "approval" })] });
    assert.equal(item.text, "$(bell-dot) Guidon: needs you");
    assert.equal(item.tooltip, "Waiting for you: b");
  });

  it("says which tools have a problem, before all that waits for the person", async () => {
    const bad = row("bad", { state: "problem", why: "its script is missing" });
    assert.equal((await open({ tools: [row("a"), bad] })).item.text, "$(warning) Guidon: 1 problem");
    const { item } = await open({ tools: [bad, row("b", { state: "secret" }), { ...bad, name: "worse" }] });
    assert.equal(item.text, "$(warning) Guidon: 2 problems");
    assert.equal(item.tooltip, "To be corrected: bad, worse · Waiting for you: b");
  });

  it("says that tools.json is broken", async () => {
    const { item } = await open({ state: "stale", tools: [row("a")] });
    assert.equal(item.text, "$(warning) Guidon: tools.json is broken");
  });

  it("says that it is starting again, and that it does not run and why", async () => {
    const { window, item } = await open({ tools: [row("a")] });
    window.first.state = "restarting";
    window.runtimes.change();
    assert.equal(item.text, "$(sync~spin) Guidon: restarting");
    Object.assign(window.first, { state: "failed", problem: "There is no Node." });
    window.runtimes.change();
    assert.equal(item.text, "$(error) Guidon: not running");
    assert.equal(item.tooltip, "There is no Node.");
    assert.equal(item.backgroundColor.id, "statusBarItem.errorBackground");
  });

  it("is not there where there is nothing to say, or where the person does not want it", async () => {
    assert.equal((await open(undefined)).item.visible, false);
    const { window, item } = await open({ tools: [row("a")] });
    window.fake.setSetting("guidon.statusBar", false);
    assert.equal(item.visible, false);
    window.fake.setSetting("guidon.statusBar", true);
    assert.equal(item.visible, true);
  });

  it("says that the workspace is restricted", async () => {
    const { item } = await open({}, { trusted: false });
    assert.equal(item.text, "$(shield) Guidon: restricted");
  });
});
