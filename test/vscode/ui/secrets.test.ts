import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Frame } from "puppeteer-core";
import { needKeyring, startKeyring, type Keyring } from "../../support/keyring.ts";
import { windowBench } from "../support/windowBench.ts";

const VALUE = "s3cr3t-value-of-the-test";

describe("The Secrets panel in VS Code", function () {
  this.timeout(120_000);
  let keyring: Keyring | undefined;
  before(async function () {
    needKeyring(this);
    keyring = await startKeyring();
  });
  const bench = windowBench(() => ({ environment: keyring?.environment ?? {} }));
  after(() => keyring?.stop());

  const row = (panel: Frame, group: "missing" | "set") =>
    panel.waitForSelector(`.group.${group} [data-name="SHOP_TOKEN"]`);
  const press = (panel: Frame, label: string) => panel.locator(`button[aria-label="${label}"]`).click();

  it("takes a value that is missing, replaces and deletes it, and never shows it", async () => {
    const window = await bench.open({ folder: bench.folders.tools });
    await window.openView("Guidon");
    const panel = await window.webview(".group.missing");
    await window.screenshot("secrets-1-missing");

    await press(panel, "Set SHOP_TOKEN…");
    await window.pick("This Workspace");
    const type = await window.page.waitForSelector(".quick-input-widget input[type=password]", { visible: true });
    await window.screenshot("secrets-2-value");
    await type?.type(VALUE);
    await window.page.keyboard.press("Enter");
    await row(panel, "set");
    assert.match(
      await panel.evaluate(() => document.querySelector(".group.set")?.textContent ?? ""),
      /This workspace.*shop\.example\.com/s,
    );
    await window.screenshot("secrets-3-set");

    await press(panel, "Replace SHOP_TOKEN…");
    await window.answer(`${VALUE}-2`);
    await window.notification("SHOP_TOKEN is set");

    await press(panel, "Delete SHOP_TOKEN…");
    assert.match(await window.dialog("Delete"), /Delete the secret SHOP_TOKEN\?[\s\S]*orders/);
    await row(panel, "missing");

    const shown = await Promise.all(
      window.page.frames().map(async (frame) => (frame.detached ? "" : await frame.content())),
    );
    assert.equal(
      shown.some((text) => text.includes(VALUE)),
      false,
      "it is in no page",
    );
    assert.deepEqual(filesWith(bench.server.root, VALUE), [], "it is in no file of VS Code or Guidon");
  });

  it("says what is wrong when the keychain is locked", async () => {
    await keyring?.restartLocked();
    const window = await bench.open({ folder: bench.folders.tools });
    await window.openView("Guidon");
    const panel = await window.webview('[data-name="SHOP_TOKEN"]');
    await panel.waitForFunction(() => /locked/i.test(document.body.innerText));
    await window.screenshot("secrets-4-locked");
  });
});

function filesWith(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).includes(text));
}
