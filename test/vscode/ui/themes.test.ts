import assert from "node:assert/strict";
import { windowBench } from "../support/windowBench.ts";

/** Theme of VS Code → what it says of itself in a webview. */
const THEMES = [
  ["Default Dark Modern", "vscode-dark"],
  ["Default Light Modern", "vscode-light"],
  ["Default High Contrast", "vscode-high-contrast"],
] as const;

for (const [theme, kind] of THEMES)
  describe(`In the theme ${theme}`, function () {
    this.timeout(180_000);
    const bench = windowBench({ settings: { "workbench.colorTheme": theme } });

    it("the panels have the colours of the window", async () => {
      const window = await bench.open({ folder: bench.folders.tools });
      await window.openView("Guidon");
      const secrets = await window.webview(".group.missing");
      await window.runCommand("Guidon: Show Runs");
      const runs = await window.webview(".list[role=listbox]");
      await window.runCommand("Guidon: Run Tool…");
      await window.pick("Greeting");
      const form = await window.webview("form .bar button");
      for (const frame of [secrets, runs, form]) {
        const look = await frame.evaluate(() => {
          const { color } = getComputedStyle(document.querySelector("main") ?? document.body);
          const wanted = document.createElement("span");
          wanted.style.color = "var(--vscode-foreground)";
          document.body.append(wanted);
          const foreground = getComputedStyle(wanted).color;
          wanted.remove();
          return { classes: [...document.body.classList], color, foreground };
        });
        assert.ok(look.classes.includes(kind), String(look.classes));
        assert.equal(look.color, look.foreground);
      }
      await window.screenshot(`theme-${kind}`);
    });
  });
