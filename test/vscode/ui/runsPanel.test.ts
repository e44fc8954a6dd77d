import assert from "node:assert/strict";
import { connect, type TestClient } from "../../support/mcpClients.ts";
import { windowBench } from "../support/windowBench.ts";

describe("The Runs panel in VS Code", function () {
  this.timeout(120_000);
  const bench = windowBench();
  let agent: TestClient | undefined;
  afterEach(() => agent?.close());

  it("shows a call of an agent outside of VS Code while it goes on, and ends it", async () => {
    const { folders, server } = bench;
    const window = await bench.open({ folder: folders.tools });
    await window.statusItem("Guidon");
    await window.runCommand("Guidon: Show Runs");
    const panel = await window.webview(".list[role=listbox]");

    agent = await connect("v2 modern", {
      folder: folders.tools,
      home: server.root,
      write() {},
      environment: (extra) => ({ ...server.environment, ...extra }),
      dispose() {},
    });
    const answer = agent.call("ExecuteWorkspaceTool", { name: "slow", parameters: { unit: "seconds" } });
    const run = await panel.waitForSelector(".run[data-state=running]");
    assert.match((await run?.evaluate((element) => element.textContent)) ?? "", /slow.*guidon-test/s);
    await run?.click();
    await panel.waitForFunction(() => /counted \d+ seconds/.test(document.querySelector(".detail")?.textContent ?? ""));
    await window.screenshot("runs-1-running");

    await panel.locator('.detail button[data-focus="cancel"]').click();
    const { isError, text } = await answer;
    assert.equal(isError, true);
    assert.match(text, /cancel/i);
    await panel.waitForSelector(".run[data-state=canceled]");
    await window.screenshot("runs-2-canceled");
  });
});
