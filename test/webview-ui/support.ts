/**
 * A panel of webview-ui/ in a real Chromium, in the page that the extension makes (its CSP included), with VS Code's colours.
 *
 *     const panels = panelBench("runs");            // in a describe
 *     const panel = await panels.open({ theme: "light", width: 900 });
 *     await panel.send({ type: "runs", runs: [] }); // as the extension would
 *     await panel.posted("ready");                  // waits for a message of the page
 */
import { createServer, type Server } from "node:http";
import { mkdirSync, readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { build } from "esbuild";
import { launch, type Browser, type Page } from "puppeteer-core";
import { webviewHtml, type PanelName } from "../../extension/webview.ts";
import { findInstalledBrowser } from "./installedBrowser.ts";
import { themes, type ThemeName } from "./themes.ts";

const root = join(import.meta.dirname, "../..");

export interface PanelOptions {
  theme?: ThemeName;
  width?: number;
  height?: number;
  /** What acquireVsCodeApi().getState() gives at first. */
  state?: unknown;
  language?: string;
  /** The bundle of texts of another language. */
  texts?: Record<string, string>;
  /** Where the panel stands; gives its background. */
  place?: "sideBar" | "panel" | "editor";
}

export interface PanelPage {
  page: Page;
  /** A message from the extension. Resolves when the page has taken it. */
  send(message: unknown): Promise<void>;
  /** The newest message of a type, waited for if need be. Messages before the last forget() do not count. */
  posted<Message extends { type: string } = any>(type: string): Promise<Message>;
  /** All messages since the start or the last forget(). */
  messages(): Promise<{ type: string }[]>;
  forget(): Promise<void>;
  /** What the page saved with setState. */
  state(): Promise<unknown>;
  /** As when the window reloads: the state stays. */
  reload(): Promise<void>;
  /** Waits until `selector` is there; its text. */
  text(selector: string): Promise<string>;
  /** Writes to GUIDON_SCREENSHOTS where that is set; says nothing otherwise. */
  screenshot(name: string): Promise<void>;
}

export interface PanelBench {
  open(options?: PanelOptions): Promise<PanelPage>;
}

/** Sets up mocha's hooks. A page that throws, or breaks the CSP, fails the test. */
export function panelBench(panel: PanelName): PanelBench {
  const pages: Page[] = [];
  const faults: string[] = [];
  const sites: Server[] = [];
  let browser: Browser;
  let files: PanelFiles;
  before(async function () {
    this.timeout(60_000);
    files = await bundlePanel(panel);
    browser = await launch({
      executablePath: findInstalledBrowser(),
      args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--force-color-profile=srgb"],
    });
  });
  afterEach(async () => {
    await Promise.all(pages.splice(0).map((page) => page.close()));
    for (const site of sites.splice(0)) site.closeAllConnections();
    const found = faults.splice(0);
    if (found.length > 0) throw new Error(`The page had errors:\n${found.join("\n")}`);
  });
  after(() => browser.close());
  return {
    async open(options = {}) {
      const { server, url } = await servePanel(panel, files, options);
      sites.push(server);
      const page = await browser.newPage();
      pages.push(page);
      page.on("pageerror", (error) => faults.push(String(error instanceof Error ? error.stack : error)));
      page.on("console", (line) => {
        if (line.type() === "error" && !/Failed to load resource/.test(line.text())) faults.push(line.text());
      });
      await page.setViewport({ width: options.width ?? 600, height: options.height ?? 600 });
      await page.evaluateOnNewDocument(standInApi, options.state ?? null);
      await page.goto(url);
      return panelPage(page);
    },
  };
}

function panelPage(page: Page): PanelPage {
  const messages = (): Promise<{ type: string }[]> => page.evaluate(() => Reflect.get(window, "__posted"));
  return {
    page,
    async send(message) {
      await page.evaluate((data) => window.dispatchEvent(new MessageEvent("message", { data })), message);
    },
    async posted(type) {
      await page.waitForFunction(
        (wanted) => Reflect.get(window, "__posted").some((message: { type: string }) => message.type === wanted),
        { timeout: 5_000 },
        type,
      );
      return (await messages()).findLast((message) => message.type === type) as any;
    },
    messages,
    async forget() {
      await page.evaluate(() => void Reflect.get(window, "__posted").splice(0));
    },
    state: () => page.evaluate(() => JSON.parse(sessionStorage.getItem("state") ?? "null")),
    async reload() {
      await page.reload();
    },
    async text(selector) {
      const element = await page.waitForSelector(selector, { timeout: 5_000 });
      return (await element?.evaluate((node) => (node as HTMLElement).innerText)) ?? "";
    },
    async screenshot(name) {
      const folder = process.env["GUIDON_SCREENSHOTS"];
      if (!folder) return;
      mkdirSync(folder, { recursive: true });
      await page.screenshot({ path: join(folder, `${name}.png`) });
    },
  };
}

/** Runs in the page before its scripts. The state lives in the tab, so that it survives a reload. */
function standInApi(state: unknown): void {
  const posted: unknown[] = [];
  if (sessionStorage.getItem("state") === null && state !== null)
    sessionStorage.setItem("state", JSON.stringify(state));
  Object.assign(window, {
    __posted: posted,
    acquireVsCodeApi: () => ({
      postMessage: (message: unknown) => posted.push(structuredClone(message)),
      getState: () => JSON.parse(sessionStorage.getItem("state") ?? "null") ?? undefined,
      setState: (next: unknown) => sessionStorage.setItem("state", JSON.stringify(next)),
    }),
  });
}

type PanelFiles = Record<string, Buffer>;

async function bundlePanel(panel: PanelName): Promise<PanelFiles> {
  const entry = (file: string) => join(root, "webview-ui", panel, file);
  const { outputFiles } = await build({
    entryPoints: { [panel]: entry("main.ts"), [`${panel}-style`]: entry("style.css") },
    outdir: "/",
    bundle: true,
    write: false,
    format: "iife",
    platform: "browser",
    target: "es2024",
  });
  const icons = join(root, "node_modules/@vscode/codicons/dist");
  const files: PanelFiles = {
    "codicon.css": readFileSync(join(icons, "codicon.css")),
    "codicon.ttf": readFileSync(join(icons, "codicon.ttf")),
  };
  for (const { path, contents } of outputFiles)
    files[path.replace(/^.*[\\/]/, "").replace("-style.css", ".css")] = Buffer.from(contents);
  return files;
}

const TYPES: Record<string, string> = { js: "text/javascript", css: "text/css", ttf: "font/ttf" };

async function servePanel(panel: PanelName, files: PanelFiles, options: PanelOptions) {
  const server = createServer((request, response) => {
    const name = decodeURIComponent(request.url ?? "").replace(/^.*\//, "");
    if (name === "") return void response.writeHead(200, { "Content-Type": "text/html" }).end(html());
    const file = files[name.replace(/\?.*/, "")];
    if (!file) return void response.writeHead(404).end();
    response.writeHead(200, { "Content-Type": TYPES[name.replace(/^.*\.|\?.*$/g, "")] ?? "text/plain" }).end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const html = (): string => {
    const made = webviewHtml(standInVsCode(url, options), panel, panel);
    const theme = themes[options.theme ?? "dark"];
    return made
      .replace("<html ", `<html style="${variables(theme.colors)}" `)
      .replace("<head>", `<head><style>${defaultStyle(options.place ?? "editor")}</style>`)
      .replace("<body>", `<body class="${theme.className}" data-vscode-theme-kind="${theme.className.split(" ")[0]}">`);
  };
  return { server, url };
}

function standInVsCode(url: string, options: PanelOptions): Parameters<typeof webviewHtml>[0] {
  const vscode = {
    env: { language: options.language ?? "en" },
    l10n: { bundle: options.texts },
    Uri: { joinPath: (_base: unknown, ...parts: string[]) => url + parts.join("/") },
  };
  const webview = { cspSource: url, asWebviewUri: (uri: unknown) => uri };
  return { vscode, webview, extensionUri: url } as unknown as Parameters<typeof webviewHtml>[0];
}

function variables(colors: Record<string, string>): string {
  const all: Record<string, string> = {
    "font-family": "system-ui, Ubuntu, 'Droid Sans', sans-serif",
    "font-size": "13px",
    "font-weight": "normal",
    "editor-font-family": "'Droid Sans Mono', monospace",
    "editor-font-size": "14px",
    "editor-font-weight": "normal",
    ...colors,
  };
  return Object.entries(all)
    .map(([name, value]) => `--vscode-${name.replaceAll(".", "-")}:${value}`)
    .join(";");
}

/** What VS Code itself puts into each webview. */
const defaultStyle = (place: string): string => `
@layer vscode-default {
  html { scrollbar-color: var(--vscode-scrollbarSlider-background) transparent; background: var(--vscode-${place}-background); }
  body { overscroll-behavior-x: none; background-color: transparent; color: var(--vscode-editor-foreground);
    font-family: var(--vscode-font-family); font-weight: var(--vscode-font-weight); font-size: var(--vscode-font-size); margin: 0; padding: 0 20px; }
  a, a code { color: var(--vscode-textLink-foreground); }
  code { font-family: monospace; color: var(--vscode-textPreformat-foreground); background-color: var(--vscode-textPreformat-background); padding: 1px 3px; border-radius: 4px; }
  a:focus, input:focus, select:focus, textarea:focus { outline: 1px solid -webkit-focus-ring-color; outline-offset: -1px; }
}`;
