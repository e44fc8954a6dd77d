import assert from "node:assert/strict";
import { createWalkthrough, markStep } from "../../extension/walkthrough.ts";
import { until } from "./support.ts";
import { createWindow, run, type Window } from "./toolsSupport.ts";

describe("The walkthrough", () => {
  const cleanUp: (() => void)[] = [];
  afterEach(() => cleanUp.splice(0).forEach((each) => each()));

  const open = (): Window => {
    const window = createWindow();
    cleanUp.push(window.dispose);
    start(window);
    return window;
  };
  const start = (window: Window): void => {
    const walkthrough = createWalkthrough(window.deps, 1);
    cleanUp.push(() => walkthrough.dispose());
  };
  const ticked = ({ fake }: Window): string[] =>
    [...fake.contextKeys].filter(([key, value]) => key.startsWith("guidon.did.") && value === true).map(([key]) => key);

  it("ticks a run of the person, a call of an agent and a secret, each when it went well", () => {
    const window = open();
    window.runtimes.fire(window.first, "runs/changed", run("a", "failed", { origin: "User" }));
    assert.deepEqual(ticked(window), []);
    window.runtimes.fire(window.first, "runs/changed", run("a", "ok", { origin: "User" }));
    assert.deepEqual(ticked(window), ["guidon.did.run"]);
    window.runtimes.fire(window.first, "runs/changed", run("a", "ok", { origin: "Mcp" }));
    markStep(window.deps, "secret");
    assert.deepEqual(ticked(window), ["guidon.did.run", "guidon.did.agent", "guidon.did.secret"]);
  });

  it("remembers them in the next window", () => {
    const window = open();
    markStep(window.deps, "agent");
    window.fake.contextKeys.clear();
    start(window);
    assert.deepEqual(ticked(window), ["guidon.did.agent"]);
  });

  it("tells VS Code of them again and again for a while when something like a walkthrough is opened", async () => {
    const window = open();
    const { tabs } = window.fake.vscode.window.tabGroups as any;
    const told = (): unknown[] =>
      window.fake.executed.filter(({ args }) => args[0] === "guidon.walkthrough").map(({ args }) => args[1]);
    tabs.fire({ opened: [{ input: {} }] });
    await new Promise((resolve) => setTimeout(resolve, 10));
    assert.deepEqual(told(), []);
    tabs.fire({ opened: [{ input: undefined }] });
    await until(() => told().length === 20);
    await new Promise((resolve) => setTimeout(resolve, 10));
    assert.deepEqual(
      told(),
      Array.from({ length: 20 }, (_, i) => i % 2 === 0),
    );
  });
});
