/** Drives the window of a VS Code through Chromium, as a person does: with keys, clicks and what is on the screen. */
import { launch, type ElementHandle, type Frame, type Page } from "puppeteer-core";
import { driveWorkbench, LOAD_MS, restored, WAIT_MS } from "./driveWorkbench.ts";
import { findInstalledBrowser } from "../../webview-ui/installedBrowser.ts";
import type { VsCodeServer } from "./vscodeServer.ts";

export interface WindowOptions {
  /** Absolute. One of the two, or neither for an empty window. */
  folder?: string;
  workspace?: string;
  /** Entries of the address that only a VS Code for tests takes. */
  payload?: [string, string][];
  /** Functions that the page can call; they are there before it loads. */
  functions?: Record<string, (...args: unknown[]) => unknown>;
  /** What VS Code remembers in the browser, from an earlier time. */
  remembered?: Record<string, string>;
  width?: number;
  height?: number;
}

export interface Workbench {
  readonly page: Page;
  /** By its full title, "Guidon: Reload Tools". */
  runCommand(title: string): Promise<void>;
  /** Picks the row of the open list whose label starts with a text. */
  pick(label: string): Promise<void>;
  /** Labels of the rows of the open list. */
  pickList(): Promise<string[]>;
  /** Types into the open input box and confirms. */
  answer(text: string): Promise<void>;
  openFile(name: string): Promise<void>;
  /** Puts the cursor behind the first place in the editor where a text stands. */
  clickText(text: string): Promise<void>;
  /** Text of the hover, with a part in it, over the first place where a text stands. */
  hover(text: string, part: string): Promise<string>;
  /** Texts of the Problems view, once there are `atLeast` of them. */
  problems(atLeast?: number): Promise<string[]>;
  /** Text of the first notification that has a text in it. */
  notification(part: string): Promise<string>;
  clickNotification(part: string, button: string): Promise<void>;
  /** Text of the modal box; with `button`, which is then pressed. */
  dialog(button?: string): Promise<string>;
  /** The icon of a container in the activity bar, pressed. */
  openView(title: string): Promise<void>;
  /** Labels of the rows of a tree in the side bar. */
  treeRows(): Promise<string[]>;
  /**
   * The frame of the webview that has an element. Use its locator(), waitFor…() and evaluate(): $(), $eval() and click() may look into
   * the document that was there before VS Code wrote the webview's.
   */
  webview(selector: string): Promise<Frame>;
  statusItem(part: string): Promise<string>;
  /** Of the first such element of the workbench with a part in it, waited for. */
  text(selector: string, part?: string): Promise<string>;
  waitFor(selector: string): Promise<ElementHandle>;
  click(selector: string): Promise<void>;
  reload(): Promise<void>;
  /** Into the folder GUIDON_SCREENSHOTS, where that is set; for a person to look at. */
  screenshot(name: string): Promise<void>;
  close(): Promise<void>;
}

export async function openWorkbench(server: VsCodeServer, options: WindowOptions = {}): Promise<Workbench> {
  const browser = await launch({
    executablePath: findInstalledBrowser(),
    headless: true,
    defaultViewport: { width: options.width ?? 1400, height: options.height ?? 900 },
    args: [
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
      "--disable-gpu",
      "--disable-dev-shm-usage",
      // Nothing beyond this machine.
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
    ],
  });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(WAIT_MS);
    for (const [name, run] of Object.entries(options.functions ?? {})) await page.exposeFunction(name, run);
    if (options.remembered) await remember(page, server, options.remembered);
    await page.goto(address(server, options), { waitUntil: "domcontentloaded", timeout: LOAD_MS });
    await restored(page);
    return driveWorkbench(browser, page);
  } catch (error) {
    await browser.close();
    throw error;
  }
}

/** Written before the workbench loads for the first time. */
async function remember(page: Page, server: VsCodeServer, entries: Record<string, string>): Promise<void> {
  await page.goto(`${server.url}/healthz`);
  await page.evaluate(
    (wanted) =>
      new Promise<void>((resolve, reject) => {
        const open = indexedDB.open("vscode-web-state-db-global");
        open.addEventListener("upgradeneeded", () => open.result.createObjectStore("ItemTable"));
        open.addEventListener("error", () => reject(open.error ?? new Error("no database")));
        open.addEventListener("success", () => {
          const change = open.result.transaction("ItemTable", "readwrite");
          for (const [key, value] of Object.entries(wanted)) change.objectStore("ItemTable").put(value, key);
          change.addEventListener("complete", () => {
            open.result.close();
            resolve();
          });
        });
      }),
    entries,
  );
}

function address(server: VsCodeServer, { folder, workspace, payload }: WindowOptions): string {
  const url = new URL(server.url);
  if (folder !== undefined) url.searchParams.set("folder", folder);
  else if (workspace !== undefined) url.searchParams.set("workspace", workspace);
  else url.searchParams.set("ew", "true");
  if (payload) url.searchParams.set("payload", JSON.stringify(payload));
  return url.href;
}
