/** The keys and clicks of workbench.ts, and where VS Code shows what. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, ElementHandle, Frame, Page } from "puppeteer-core";
import type { Workbench } from "./workbench.ts";

/** A whole window needs some seconds, the first one more. */
export const LOAD_MS = 90_000;
export const WAIT_MS = 40_000;
const INPUT = '.quick-input-widget:not([style*="display: none"]) .quick-input-box input';
const ROWS = ".quick-input-widget:not([style*='display: none']) .quick-input-list .monaco-list-row";

export const restored = async (page: Page): Promise<void> => {
  await page.waitForSelector(".monaco-workbench .part.statusbar", { timeout: LOAD_MS });
};

/** A frame may go at any time. */
async function has(frame: Frame, selector: string): Promise<boolean> {
  try {
    return await frame.evaluate((wanted) => document.querySelector(wanted) !== null, selector);
  } catch {
    return false;
  }
}

export function driveWorkbench(browser: Browser, page: Page): Workbench {
  const labels = (selector: string): Promise<string[]> =>
    page.$$eval(selector, (rows) => rows.map((row) => row.getAttribute("aria-label") ?? row.textContent ?? ""));
  const waitForRow = (start: string, timeout = WAIT_MS): Promise<unknown> =>
    page.waitForFunction(
      (selector, label) =>
        [...document.querySelectorAll(selector)].some((row) =>
          (row.getAttribute("aria-label") ?? "").startsWith(label),
        ),
      { timeout },
      ROWS,
      start,
    );
  const typeInto = async (text: string): Promise<void> => {
    const input = await page.waitForSelector(INPUT, { visible: true });
    await input?.type(text, { delay: 3 });
  };
  const pressRow = async (start: string): Promise<void> => {
    await waitForRow(start);
    const row = await page.evaluateHandle(
      (selector, label) =>
        [...document.querySelectorAll(selector)].find((each) =>
          (each.getAttribute("aria-label") ?? "").startsWith(label),
        ),
      ROWS,
      start,
    );
    await (row.asElement() as ElementHandle | null)?.click();
  };
  const place = async (text: string): Promise<ElementHandle> => {
    const found = await page.waitForFunction(
      (wanted) =>
        [...document.querySelectorAll(".editor-instance .view-line span span")].find((span) =>
          span.textContent?.includes(wanted),
        ),
      {},
      text,
    );
    const element = found.asElement();
    if (!element) throw new Error(`The editor does not show ${text}`);
    return element as ElementHandle;
  };
  const toast = async (part: string): Promise<ElementHandle> => {
    const found = await page.waitForFunction(
      (wanted) =>
        [...document.querySelectorAll(".notification-toast, .notifications-center .notification-list-item")].find(
          (each) => each.textContent?.includes(wanted),
        ),
      {},
      part,
    );
    return found.asElement() as ElementHandle;
  };
  return {
    page,
    async runCommand(title) {
      // A list that was opened before an extension's commands were known does not show them.
      for (let tries = 1; ; tries += 1) {
        await page.keyboard.press("F1");
        await typeInto(title);
        try {
          await waitForRow(title, tries < 5 ? 4000 : WAIT_MS);
          return await page.keyboard.press("Enter");
        } catch (error) {
          if (tries === 5) throw error;
          await page.keyboard.press("Escape");
        }
      }
    },
    pick: pressRow,
    async pickList() {
      await page.waitForSelector(ROWS);
      return labels(ROWS);
    },
    async answer(text) {
      await typeInto(text);
      await page.keyboard.press("Enter");
    },
    async openFile(name) {
      await page.keyboard.down("Control");
      await page.keyboard.press("KeyP");
      await page.keyboard.up("Control");
      await typeInto(name);
      await pressRow(name.slice(name.lastIndexOf("/") + 1));
      await page.waitForSelector(".editor-instance .view-line");
    },
    async clickText(text) {
      await (await place(text)).click();
    },
    async hover(text, part) {
      await (await place(text)).hover();
      return await this.text(".monaco-hover:not(.hidden) .hover-contents", part);
    },
    async problems(atLeast = 1) {
      await this.runCommand("Problems: Focus on Problems View");
      const rows = ".markers-panel .monaco-list-row";
      await page.waitForFunction(
        (selector, count) => document.querySelectorAll(selector).length >= count,
        {},
        rows,
        atLeast,
      );
      return labels(rows);
    },
    async notification(part) {
      return (await (await toast(part)).evaluate((element) => element.textContent)) ?? "";
    },
    async clickNotification(part, button) {
      const found = await toast(part);
      const pressed = await found.evaluate((element, label) => {
        const match = [...element.querySelectorAll<HTMLElement>(".monaco-button, .action-label")].find(
          (each) => each.textContent?.trim() === label,
        );
        match?.click();
        return match !== undefined;
      }, button);
      if (!pressed) throw new Error(`The notification has no button ${button}`);
    },
    async dialog(button) {
      const box = await page.waitForSelector(".monaco-dialog-box", { visible: true });
      const text = (await box?.evaluate((element) => (element as HTMLElement).innerText)) ?? "";
      if (button !== undefined) {
        const pressed = await box?.evaluate((element, label) => {
          const match = [...element.querySelectorAll<HTMLElement>(".monaco-button")].find(
            (each) => each.textContent?.trim() === label,
          );
          match?.click();
          return match !== undefined;
        }, button);
        if (pressed !== true) throw new Error(`The box has no button ${button}: ${text}`);
      }
      return text;
    },
    async openView(title) {
      const icon = await page.waitForSelector(`.activitybar .action-item a[aria-label^="${title}"]`);
      await icon?.click();
      await page.waitForFunction(
        (wanted) => document.querySelector(".sidebar .composite.title")?.textContent?.includes(wanted) ?? false,
        {},
        title,
      );
    },
    async treeRows() {
      await page.waitForSelector(".sidebar .monaco-list-row");
      return labels(".sidebar .monaco-list-row");
    },
    async webview(selector) {
      for (const end = performance.now() + WAIT_MS; performance.now() < end;) {
        for (const frame of page.frames()) if (await has(frame, selector)) return frame;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      throw new Error(`No webview has ${selector}`);
    },
    async statusItem(part) {
      const found = await page.waitForFunction(
        (wanted) =>
          [...document.querySelectorAll(".statusbar-item")].find(
            (item) => item.textContent?.includes(wanted) || item.getAttribute("aria-label")?.includes(wanted),
          ),
        {},
        part,
      );
      return (await (found.asElement() as ElementHandle).evaluate((element) => element.textContent)) ?? "";
    },
    async text(selector, part = "") {
      const found = await page.waitForFunction(
        (wanted, contained) => {
          const all = [...document.querySelectorAll<HTMLElement>(wanted)].map((element) => element.innerText.trim());
          return all.find((text) => text !== "" && text.includes(contained));
        },
        {},
        selector,
        part,
      );
      return String(await found.jsonValue());
    },
    async waitFor(selector) {
      const found = await page.waitForSelector(selector);
      if (!found) throw new Error(`There is no ${selector}`);
      return found;
    },
    async click(selector) {
      const found = await page.waitForSelector(selector, { visible: true });
      await found?.click();
    },
    async reload() {
      await page.reload({ waitUntil: "domcontentloaded", timeout: LOAD_MS });
      await restored(page);
    },
    async screenshot(name) {
      const folder = process.env["GUIDON_SCREENSHOTS"];
      if (!folder) return;
      mkdirSync(folder, { recursive: true });
      await page.screenshot({ path: join(folder, `${name}.png`) });
    },
    close: () => browser.close(),
  };
}
