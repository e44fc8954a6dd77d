/** One browser and one site for a test file; a fresh run for each test. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createBrowser, type BrowserHost, type BrowserOptions } from "../../runtime/browser/browser.ts";
import { domCalls, navCalls, pageCalls } from "../../runtime/browser/calls.ts";
import type { BrowserScope } from "../../runtime/browser/session.ts";
import { ToolError } from "../../runtime/errors.ts";
import { silentLog } from "../../runtime/log.ts";
import { startPages, type Pages } from "../support/pages.ts";
import { fakeRun, invoke, type FakeRun } from "../support/runScope.ts";

const calls = [...navCalls, ...domCalls, ...pageCalls];
const METHODS = [
  "navigateToUrl", "goBack", "goForward", "reloadPage", "getCurrentUrl", "getPageTitle", "waitForUrl", "waitForLoad", "click", "typeText", "setValue", "fillForm",
  "selectOption", "setChecked", "pressKey", "scrollTo", "scrollToEnd", "waitForElement", "waitForText", "exists", "isVisible", "count", "getText", "getTexts",
  "getAttribute", "getValue", "extract", "extractTable", "evaluate", "handleNextDialog",
] as const; // prettier-ignore
type Method = (typeof METHODS)[number];

/** Any method: a name that is no host call throws when it is called. */
type Group = { [method in Method]: (...args: unknown[]) => Promise<any> };

export interface BrowserRun extends FakeRun {
  nav: Group;
  dom: Group;
  page: Group;
}

export interface Bench {
  pages: Pages;
  host: BrowserHost;
  folder: string;
  /** A new run; it is ended after the test. */
  run(timeoutMs?: number): BrowserRun;
}

export function newHost(folder: string, options: Partial<BrowserOptions> = {}): BrowserHost {
  return createBrowser({
    log: silentLog,
    profilesDir: join(folder, "profiles"),
    cacheDir: join(folder, "cache"),
    environment: process.env,
    ...options,
  });
}

export function runOn(host: BrowserHost, timeoutMs?: number): BrowserRun {
  const run = fakeRun(timeoutMs);
  const scope: BrowserScope = { ...run.scope, browser: host.session(run.scope) };
  const group = (name: string) =>
    Object.fromEntries(
      METHODS.map((method) => [method, (...args: unknown[]) => invoke(calls, scope, `${name}.${method}`, ...args)]),
    ) as Group;
  return { ...run, nav: group("nav"), dom: group("dom"), page: group("page") };
}

/** Sets up mocha's hooks; the members are there when the tests run. */
export function browserBench(options: Partial<BrowserOptions> = {}): Bench {
  const runs: BrowserRun[] = [];
  const bench = {
    run(timeoutMs?: number) {
      const run = runOn(bench.host, timeoutMs);
      runs.push(run);
      return run;
    },
  } as Bench;
  before(async function () {
    this.timeout(30_000);
    bench.folder = mkdtempSync(join(tmpdir(), "guidon-browser-"));
    bench.pages = await startPages();
    bench.host = newHost(bench.folder, options);
  });
  afterEach(() => Promise.all(runs.splice(0).map((run) => run.end())));
  after(async () => {
    await bench.host.dispose();
    await bench.pages.stop();
    rmSync(bench.folder, { recursive: true, force: true });
  });
  return bench;
}

/** For assert.throws and assert.rejects. */
export function isErrorWith(code: string, message = /./): (error: unknown) => boolean {
  return (error) => {
    if (!(error instanceof ToolError)) throw error;
    if (error.code === code && message.test(error.message)) return true;
    throw new Error(`wanted ${code} ${String(message)}, got ${error.code}: ${error.message}`, { cause: error });
  };
}
