import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { createSettingsFollower } from "../../extension/followSettings.ts";
import { until } from "./support.ts";
import { createWindow, knownTools, run, type Window } from "./toolsSupport.ts";

describe("A change of the settings", () => {
  const cleanUp: (() => void)[] = [];
  afterEach(() => cleanUp.splice(0).forEach((each) => each()));

  const open = async (count = 1): Promise<Window & { restarts(): number }> => {
    const window = createWindow(Array.from({ length: count }, () => ({})));
    const tools = await knownTools(window);
    let restarts = 0;
    window.runtimes.restart = () => Promise.resolve(void restarts++);
    const follower = createSettingsFollower(window.deps, 30);
    cleanUp.push(
      () => follower.dispose(),
      () => tools.dispose(),
      window.dispose,
    );
    return { ...window, restarts: () => restarts };
  };
  const told = ({ first }: Window): unknown[] =>
    first.asked.filter(({ method }) => method === "settings/set").map(({ params }) => params);
  const messages = ({ fake }: Window): string[] => fake.shown.messages.map(({ text }) => text);

  it("of how many runs are kept, and of the log's level, is told to what runs; nothing restarts", async () => {
    const window = await open(2);
    window.first.answers["settings/set"] = () => ({});
    window.runtimes.start(window.first);
    for (const count of [2, 20, 200]) window.fake.setSetting("guidon.keepRuns", count);
    assert.deepEqual(told(window), [2, 20, 200].map((keepRuns) => ({ logLevel: "info", keepRuns }))); // prettier-ignore
    window.fake.setLogLevel("Debug");
    window.fake.setSetting("guidon.keepRuns", undefined);
    assert.deepEqual(told(window).slice(3), [{ logLevel: "debug", keepRuns: 200 }, { logLevel: "debug" }]);
    assert.deepEqual(window.runtimes.all[1]?.asked.filter(({ method }) => method === "settings/set"), []); // prettier-ignore
    await sleep(60);
    assert.equal(window.restarts(), 0);
  });

  it("of a program is one restart, however often it is saved while one types", async () => {
    const window = await open();
    for (const path of ["/c", "/chr", "/chrome"]) window.fake.setSetting("guidon.browserPath", path);
    window.fake.setSetting("guidon.codeLens", false);
    await until(() => window.restarts() > 0);
    await sleep(60);
    assert.equal(window.restarts(), 1);
    assert.deepEqual(messages(window), []);
  });

  it("of a program waits for the tools that run, and says so", async () => {
    const window = await open();
    window.runtimes.fire(window.first, "runs/changed", run("slow", "running"));
    window.fake.setSetting("guidon.nodePath", "/node");
    await until(() => messages(window).length > 0);
    assert.deepEqual(messages(window), [
      "Guidon uses the new settings as soon as no tool runs. Running now: slow. A restart would end them.",
    ]);
    assert.equal(window.restarts(), 0);
    window.runtimes.fire(window.first, "runs/changed", run("slow", "ok"));
    assert.equal(window.restarts(), 1);
    window.runtimes.fire(window.first, "runs/changed", run("slow", "ok"));
    assert.equal(window.restarts(), 1);
  });

  it("of a program ends the tools that run only when the person wants that", async () => {
    const window = await open();
    window.fake.answers.message = () => "Restart Now";
    window.runtimes.fire(window.first, "runs/changed", run("slow", "running"));
    window.fake.setSetting("guidon.nodePath", "/node");
    await until(() => window.restarts() === 1);
  });
});
