import assert from "node:assert/strict";
import { windowBench } from "../support/windowBench.ts";

describe("tools.json in the window", function () {
  this.timeout(120_000);
  const bench = windowBench();

  it("shows problems under the text, in hovers and in the Problems view, with a fix", async () => {
    const window = await bench.open({ folder: bench.folders.tools });
    await window.openFile("tools.json");
    await window.waitFor(".squiggly-warning");
    await window.hover("{{SHOP_TOKEN}}", "not set");
    await window.screenshot("problems-1-hover");
    const problems = await window.problems();
    assert.ok(
      problems.some((text) => text.includes("SHOP_TOKEN")),
      String(problems),
    );
    await window.clickText("{{SHOP_TOKEN}}");
    await window.page.keyboard.down("Control");
    await window.page.keyboard.press("Period");
    await window.page.keyboard.up("Control");
    await window.text(".action-widget", "SHOP_TOKEN");
    await window.screenshot("problems-2-fix");
  });
});
