import assert from "node:assert/strict";
import type { Frame } from "puppeteer-core";
import { windowBench } from "../support/windowBench.ts";
import type { Workbench } from "../support/workbench.ts";

describe("A person's run in VS Code", function () {
  this.timeout(120_000);
  const bench = windowBench();

  async function openForm(window: Workbench, title: string): Promise<Frame> {
    await window.runCommand("Guidon: Run Tool…");
    await window.pick(title);
    const form = await window.webview("form .bar button");
    await form.waitForFunction((wanted) => document.querySelector("h1")?.textContent === wanted, {}, title);
    return form;
  }
  const button = (form: Frame, text: string) =>
    form.locator(`xpath///main//button[not(@hidden)][contains(normalize-space(.), "${text}")]`).click();

  it("asks for arguments, for consent the first time, and shows how far it is until it is canceled", async () => {
    const window = await bench.open({ folder: bench.folders.tools });
    const form = await openForm(window, "Slow count");
    await window.screenshot("run-1-form");

    await button(form, "Run");
    assert.match(await window.dialog(), /Slow count|slow/);
    await window.screenshot("run-2-consent");
    await window.dialog("Approve and Run");
    await form.waitForFunction(() => /counted \d+ sheep/.test(document.body.innerText));
    await window.statusItem("1 running");
    await window.screenshot("run-3-progress");

    await button(form, "Cancel");
    await form.waitForFunction(() => /[Cc]anceled/.test(document.querySelector(".outcome")?.textContent ?? ""));
    await window.screenshot("run-4-canceled");
  });

  it("marks a wrong argument as it is typed, and shows the result of right ones", async () => {
    const window = await bench.open({ folder: bench.folders.tools });
    const form = await openForm(window, "Greeting");
    await button(form, "Run");
    await form.waitForFunction(() => document.querySelector('[aria-invalid="true"]') !== null);
    await window.screenshot("run-5-wrong-argument");

    const name = await form.waitForSelector('textarea, input[type="text"]');
    await name?.type("Ada");
    await form.waitForFunction(() => document.querySelector('[aria-invalid="true"]') === null);
    await button(form, "Run");
    await window.dialog("Run Once");
    await form.waitForFunction(() => document.querySelector(".outcome")?.textContent?.includes("Hello, Ada!"));
    await window.screenshot("run-6-result");
  });

  it("leaves the keys to the editor when the form is only shown again, and opens no third group for another", async () => {
    const window = await bench.open({ folder: bench.folders.tools });
    const { page } = window;
    await window.openFile("scripts/greet.js");
    const form = await openForm(window, "Greeting");
    const focusIn = (frame: Frame) => frame.evaluate(() => document.activeElement?.matches("input, textarea") ?? false);
    await form.waitForFunction(() => document.hasFocus() && document.activeElement?.matches("input, textarea"));

    await window.click(".editor-instance .view-line");
    await window.runCommand("View: Toggle Maximized Panel");
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await window.runCommand("View: Toggle Maximized Panel");
    await window.click(".editor-instance .view-line");
    const again = await window.webview("form .bar button");
    await again.waitForFunction(() => document.querySelector("form:not([hidden]) .arguments") !== null);
    await new Promise((resolve) => setTimeout(resolve, 500));
    assert.equal(await focusIn(again), false);
    await page.keyboard.press("Home");
    await page.keyboard.type("typed");
    await window.text(".editor-instance .view-lines", "typed");

    await window.runCommand("Guidon: Run Tool…");
    await window.pick("Slow count");
    await window.text(".tab", "Run Slow count");
    assert.equal((await page.$$(".editor-group-container")).length, 2);
    await window.screenshot("run-7-groups");
  });
});
