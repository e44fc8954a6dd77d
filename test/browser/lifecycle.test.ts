import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { browserHere } from "../../runtime/browser/browserHere.ts";
import { survivors, tree } from "../support/processes.ts";
import { browserBench, isErrorWith, newHost, runOn } from "./support.ts";

const namesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder) : []);

async function until(isSo: () => boolean, limitMs = 5_000): Promise<void> {
  for (const end = performance.now() + limitMs; !isSo(); await new Promise((resolve) => setTimeout(resolve, 20))) {
    if (performance.now() > end) throw new Error("it did not come to that");
  }
}

describe("the life of the browser", function () {
  this.timeout(40_000);
  const bench = browserBench();
  const site = (path: string) => bench.pages.url + path;

  it("runs at the same time have their own pages, cookies and dialogs", async () => {
    const one = async (name: string) => {
      const { nav, dom, page } = bench.run();
      await nav.navigateToUrl(site(`/route/${name}`));
      await dom.evaluate(`document.cookie = 'who=${name}; path=/'`);
      const dialog = page.handleNextDialog("accept", { text: name });
      const said = await dom.evaluate(`prompt('for ${name}')`);
      return [await dom.getText("#m"), await dom.evaluate("document.cookie"), said, (await dialog).message];
    };
    assert.deepEqual(
      await Promise.all(["a", "b", "c"].map(one)),
      ["a", "b", "c"].map((name) => [`server view /route/${name}`, `who=${name}`, name, `for ${name}`]),
    );
  });

  it("a run keeps nothing of the runs before it", async () => {
    for (let i = 0; i < 3; i++) {
      const run = bench.run();
      await run.nav.navigateToUrl(site("/page/a"));
      assert.equal(await run.dom.evaluate("document.cookie + Object.keys(localStorage)"), "");
      await run.dom.evaluate("document.cookie = 'a=1'; localStorage.b = 1; 0");
      await run.end();
    }
  });

  it("a canceled run ends its waits at once, and its page is gone", async () => {
    const run = bench.run();
    await run.nav.navigateToUrl(site("/page/a"));
    const waits = [
      run.dom.waitForElement("#none"),
      run.dom.evaluate("new Promise(() => {})"),
      run.nav.waitForUrl("nowhere"),
      run.dom.getText("#none"),
    ];
    const outcomes = Promise.allSettled(waits);
    const started = performance.now();
    run.cancel();
    for (const outcome of await outcomes)
      assert.equal(outcome.status === "rejected" && outcome.reason.code, "Canceled");
    // Each of them would have waited for ten seconds.
    assert.ok(performance.now() - started < 5_000);
    await assert.rejects(run.dom.getText("h1"), isErrorWith("Canceled"));
  });

  it("a run that is canceled while it navigates stops the request", async () => {
    const run = bench.run();
    const going = run.nav.navigateToUrl(site("/stall"));
    await until(() => bench.pages.requests.includes("/stall"));
    run.cancel();
    await assert.rejects(going, isErrorWith("Canceled"));
    const next = bench.run();
    assert.equal((await next.nav.navigateToUrl(site("/go/1"))).title, "Arrived");
  });

  it("a run that is canceled before its page is open opens none", async () => {
    const run = bench.run();
    const going = run.nav.navigateToUrl(site("/never-asked-for"));
    run.cancel();
    await assert.rejects(going, isErrorWith("Canceled"));
    await bench.run().nav.navigateToUrl(site("/go/1"));
    assert.ok(!bench.pages.requests.includes("/never-asked-for"));
  });

  it("the wait of a call leaves the script a part of the run's time", async () => {
    const run = bench.run(1_200);
    await run.nav.navigateToUrl(site("/page/a"));
    await assert.rejects(run.dom.waitForElement("#none"), isErrorWith("Timeout"));
    assert.ok(run.scope.remainingMs() > 20);
  });

  it("a browser that is killed ends the call at once, and the next call starts another", async () => {
    const run = bench.run();
    await run.nav.navigateToUrl(site("/page/a"));
    const waiting = run.dom.waitForElement("#none");
    const pid = bench.host.pid();
    assert.ok(pid);
    const ended = assert.rejects(waiting, isErrorWith("PageClosed", /browser ended unexpectedly/));
    const started = performance.now();
    process.kill(pid, "SIGKILL");
    await ended;
    assert.ok(performance.now() - started < 1_000);
    await assert.rejects(run.dom.getText("h1"), isErrorWith("PageClosed", /page is gone/));
    assert.equal((await run.nav.navigateToUrl(site("/go/1"))).title, "Arrived");
    assert.notEqual(bench.host.pid(), pid);
    await until(() => namesIn(join(bench.folder, "profiles")).length === 1);
  });

  it("a browser that is killed while a page loads, or between runs, is started again", async () => {
    const run = bench.run();
    const asked = bench.pages.requests.length;
    const going = run.nav.navigateToUrl(site("/stall"));
    await until(() => bench.pages.requests.length > asked);
    process.kill(bench.host.pid() ?? 0, "SIGKILL");
    await assert.rejects(going, isErrorWith("PageClosed"));
    await run.end();
    await bench.run().nav.navigateToUrl(site("/go/1"));
    process.kill(bench.host.pid() ?? 0, "SIGKILL");
    const next = bench.run();
    assert.equal((await next.nav.navigateToUrl(site("/go/1"))).title, "Arrived");
  });

  it("a page that crashes fails its calls, and the run can open another", async () => {
    const run = bench.run();
    await run.nav.navigateToUrl(site("/page/a"));
    const waiting = run.dom.waitForElement("#none");
    const failed = assert.rejects(waiting, isErrorWith("PageClosed", /crashed/));
    for (const { pid, args } of tree(bench.host.pid() ?? 0))
      if (args.includes("--type=renderer")) process.kill(pid, "SIGKILL");
    await failed;
    assert.equal((await run.nav.navigateToUrl(site("/go/1"))).title, "Arrived");
  });

  it("a page that opens windows without end gets ten", async () => {
    const run = bench.run();
    await run.nav.navigateToUrl(
      bench.pages.put("<button onclick=\"for(let i=0;i<15;i++)window.open('about:blank#'+i)\">x</button>"),
    );
    await run.dom.click("button");
    await until(() => run.logs.some((line) => line.text.includes("more than 10 windows")));
  });

  it("nothing is left after dispose: no process, no profile", async () => {
    const folder = mkdtempSync(join(tmpdir(), "guidon-browser-end-"));
    const host = newHost(folder);
    const run = runOn(host);
    await run.nav.navigateToUrl(site("/page/a"));
    const waiting = assert.rejects(run.dom.waitForElement("#none"), isErrorWith("PageClosed"));
    const started = tree(host.pid() ?? 0);
    assert.ok(started.length > 2);
    await host.dispose();
    await waiting;
    assert.deepEqual(namesIn(join(folder, "profiles")), []);
    await until(() => survivors(started).length === 0);
    await assert.rejects(
      run.nav.navigateToUrl(site("/page/a")),
      isErrorWith("BrowserUnavailable", /runtime is ending/),
    );
    rmSync(folder, { recursive: true });
  });

  it("nothing is left after dispose while the browser still starts", async () => {
    const folder = mkdtempSync(join(tmpdir(), "guidon-browser-end-"));
    const host = newHost(folder);
    const going = assert.rejects(runOn(host).nav.navigateToUrl(site("/page/a")), isErrorWith("BrowserUnavailable"));
    await until(() => namesIn(join(folder, "profiles")).length === 1);
    await host.dispose();
    await going;
    assert.deepEqual(namesIn(join(folder, "profiles")), []);
    assert.equal(host.pid(), undefined);
    rmSync(folder, { recursive: true });
  });

  it("profiles that a killed runtime left are swept at start", () => {
    const folder = mkdtempSync(join(tmpdir(), "guidon-browser-sweep-"));
    const profiles = join(folder, "profiles");
    mkdirSync(join(profiles, "browser-999999999-abc"), { recursive: true });
    mkdirSync(join(profiles, `browser-${process.pid}-from-an-earlier-life`));
    mkdirSync(join(profiles, `browser-${process.ppid}-of-another`));
    newHost(folder);
    assert.deepEqual(readdirSync(profiles), [`browser-${process.ppid}-of-another`]);
    rmSync(folder, { recursive: true });
  });

  it("without a browser a call says within a second where was looked, and which setting names one", async () => {
    const host = newHost(bench.folder, { executablePath: "/none/chrome", environment: {} });
    assert.deepEqual(host.find(), { lookedAt: ["/none/chrome"] });
    const started = performance.now();
    const error = await runOn(host)
      .nav.navigateToUrl(site("/page/a"))
      .catch((thrown: unknown) => thrown);
    assert.ok(performance.now() - started < 1_000);
    assert.ok(isErrorWith("BrowserUnavailable", /No Chrome/)(error));
    assert.match(String((error as { hint?: string }).hint), /setting "browser" .*GUIDON_BROWSER.*\/none\/chrome/);
  });

  it("a browser that does not start says what it said", async () => {
    const host = newHost(bench.folder, { executablePath: "/bin/false", environment: {} });
    await assert.rejects(
      runOn(host).nav.navigateToUrl(site("/page/a")),
      isErrorWith("BrowserUnavailable", /The Chrome at \/bin\/false did not start/),
    );
  });
});

/** Where it is installed: the shell that the other tests run in is a smaller program. */
describe("the full Chrome in headless mode", function () {
  this.timeout(60_000);
  const found = browserHere({ environment: process.env, cacheDir: "/none", headless: false });
  const chrome = "path" in found && found.kind === "chrome" ? found.path : undefined;
  if (chrome === undefined) {
    it("is not installed here");
    return;
  }
  const bench = browserBench({ executablePath: chrome });
  const site = (path: string) => bench.pages.url + path;

  it("navigates, clicks, types, extracts and answers dialogs", async () => {
    const { nav, dom, page } = bench.run();
    await nav.navigateToUrl(site("/index.html"));
    await dom.click('a[href="/login.html"]');
    await dom.typeText("[name=user]", "maria");
    await dom.click('role=button[name="Sign in"]');
    assert.equal(await dom.getText("#h"), "Hello maria");
    await nav.navigateToUrl(site("/rows?n=60"));
    assert.equal((await dom.extract(["h2"])).length, 60);
    await nav.navigateToUrl(site("/dialogs.html"));
    const dialog = page.handleNextDialog("accept");
    await dom.click("#c");
    assert.equal((await dialog).message, "Delete 3 files?");
  });

  it("gives statuses as data and downloads as errors", async () => {
    const { nav } = bench.run();
    assert.deepEqual(await nav.navigateToUrl(site("/empty/500")), { url: site("/empty/500"), title: "", status: 500 });
    assert.equal((await nav.navigateToUrl(site("/private"))).status, 401);
    await assert.rejects(
      nav.navigateToUrl(site("/download/report.csv")),
      isErrorWith("NavigationFailed", /file download \(report\.csv\)/),
    );
  });

  it("survives a dialog in a window that a page opens, with and without an opener", async () => {
    const { nav, dom } = bench.run();
    await nav.navigateToUrl(
      bench.pages.put(
        `<button onclick="window.open('/dialogs.html?onload=1');window.open('/dialogs.html?onload=1','','noopener')">x</button>`,
      ),
    );
    await dom.click("button");
    await dom.evaluate("new Promise(r => setTimeout(r, 300))");
    assert.equal(await nav.getPageTitle(), "Given");
  });

  it("has two runs at the same time, both with the focus", async () => {
    const one = async (text: string) => {
      const { nav, dom } = bench.run();
      await nav.navigateToUrl(site("/forms.html"));
      await dom.typeText("#name", text);
      return await dom.getValue("#name");
    };
    assert.deepEqual(await Promise.all(["Ana", "Bo"].map(one)), ["Ana", "Bo"]);
  });
});
