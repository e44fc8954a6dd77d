import assert from "node:assert/strict";
import { windowBench } from "../support/windowBench.ts";

describe("A person who opens VS Code with Guidon", function () {
  this.timeout(120_000);
  const bench = windowBench();

  it("sees without a folder that one is needed", async () => {
    const window = await bench.open();
    await window.openView("Guidon");
    await window.text(".sidebar .welcome-view-content", "Open a folder to make tools");
  });

  it("gets from an empty folder to the result of a tool by three clicks", async () => {
    const window = await bench.open({ folder: bench.folders.empty });
    await window.openView("Guidon");
    await window.text(".sidebar .welcome-view-content", "no tools.json here yet");
    await window.screenshot("first-run-1-empty-folder");

    await window.click(".sidebar .welcome-view-content .monaco-button");
    assert.match(await window.notification("You can run"), /This is a tool/);
    assert.equal((await window.treeRows()).length > 0, true);
    await window.screenshot("first-run-2-example");

    await window.clickNotification("You can run", "Run It");
    const form = await window.webview("form .bar button");
    await window.screenshot("first-run-3-form");

    await form.locator("form .bar button").click();
    await form.waitForFunction(() =>
      /Done[\s\S]*words\s+10/.test(document.querySelector<HTMLElement>(".outcome")?.innerText ?? ""),
    );
    await window.screenshot("first-run-4-result");
  });
});
