import assert from "node:assert/strict";
import { windowBench } from "../support/windowBench.ts";

/** Language → what the person reads: of package.json's texts, of the extension's, and of a panel's. */
const LANGUAGES = [
  ["es", /Herramientas/i, /Ejecutar/, "Guidon: Ejecutar herramienta…"],
  ["ru", /Инструменты/i, /Запустить|Выполнить/, "Guidon: Запустить инструмент…"],
] as const;

for (const [locale, view, run, command] of LANGUAGES)
  describe(`VS Code in the language ${locale}`, function () {
    this.timeout(180_000);
    const bench = windowBench({ locale });

    it("has Guidon's views, messages and forms in that language", async () => {
      const window = await bench.open({ folder: bench.folders.tools });
      await window.openView("Guidon");
      await window.webview(".group.missing");
      const sidebar = await window.page.evaluate(
        () => document.querySelector<HTMLElement>(".part.sidebar")?.innerText ?? "",
      );
      assert.match(sidebar, view);
      assert.doesNotMatch(sidebar, /waiting for approval/);
      await window.runCommand(command);
      await window.pick("Greeting");
      const form = await window.webview("form .bar button");
      const button = await form.evaluate(
        () => document.querySelector<HTMLElement>("form .bar button")?.innerText ?? "",
      );
      assert.match(button, run);
      await window.screenshot(`language-${locale}`);
    });
  });
