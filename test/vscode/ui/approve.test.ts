import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { windowBench } from "../support/windowBench.ts";

describe("A person who looks after the tools of a folder in VS Code", function () {
  this.timeout(120_000);
  const bench = windowBench();

  it("approves a tool after seeing all that it may do, and runs it; the walkthrough has both ticked", async () => {
    const window = await bench.open({ folder: bench.folders.tools });
    await window.openView("Guidon");
    await window.statusItem("needs you");
    await window.runCommand("Guidon: Approve Tools for Agents…");
    await window.page.waitForSelector(".quick-input-list .monaco-list-row", { visible: true });
    assert.equal(
      await window.page.evaluate(() => document.querySelectorAll(".quick-input-list [aria-checked=true]").length),
      0,
    );
    await window.pick("Greeting");
    await window.screenshot("approve-1-list");
    await window.page.keyboard.press("Enter");
    assert.match(await window.dialog(), /Approve “Greeting” for agents\?[\s\S]*runs scripts\/greet\.js/);
    await window.screenshot("approve-2-box");
    await window.dialog("Approve");

    await window.runCommand("Guidon: Run Tool…");
    await window.pick("Greeting");
    const form = await window.webview("form .bar button");
    await form.locator("form input").fill("Ada");
    await form.locator("form .bar button").click();
    await form.waitForFunction(() => /Done/.test(document.querySelector<HTMLElement>(".outcome")?.innerText ?? ""));

    await window.runCommand("Guidon: Get Started");
    const done = (): Promise<string[]> =>
      window.page.evaluate(() =>
        [...document.querySelectorAll("[data-done-step-id].complete")].map(
          (each) => each.getAttribute("data-done-step-id")?.split("#").at(-1) ?? "",
        ),
      );
    await window.page.waitForFunction(
      () => document.querySelectorAll("[data-done-step-id].codicon.complete").length >= 2,
    );
    assert.deepEqual([...new Set(await done())], ["create", "run"]);
    await window.screenshot("approve-3-walkthrough");
  });

  it("sees that a tool has a problem, and finds all settings", async () => {
    const file = join(bench.folders.tools, "tools.json");
    writeFileSync(file, readFileSync(file, "utf8").replace("scripts/greet.js", "scripts/nowhere.js"));
    const window = await bench.open({ folder: bench.folders.tools });
    await window.statusItem("1 problem");
    await window.runCommand("Guidon: Open Settings");
    await window.page.waitForFunction(() => document.querySelectorAll(".setting-item-contents").length >= 5);
    await window.screenshot("approve-4-settings");
  });
});
