import assert from "node:assert/strict";
import { browserBench, isErrorWith } from "./support.ts";

describe("g.nav", function () {
  this.timeout(40_000);
  const bench = browserBench();
  const site = (path: string) => bench.pages.url + path;

  describe("g.nav.navigateToUrl", () => {
    it("follows redirects and gives address, title and status", async () => {
      const { nav } = bench.run();
      assert.deepEqual(await nav.navigateToUrl(site("/go/3")), { url: site("/go/1"), title: "Arrived", status: 200 });
    });

    it("goes on with a page whose load never comes, and says so in the log", async () => {
      const { nav, dom, logs } = bench.run(6_000);
      await nav.navigateToUrl(site("/neverload"));
      assert.equal(await dom.getText("#h"), "Readable now");
      assert.match(logs.map((line) => line.text).join(), /has not reached "load" within 2\.0 s/);
    });

    it("goes on with a document that never ends", async () => {
      const { nav, dom } = bench.run(3_000);
      await nav.navigateToUrl(site("/neverends"));
      assert.equal(await dom.getText("#h"), "First half");
    });

    it("does not wait for images when asked for domReady, nor for anything when asked for none", async () => {
      for (const waitUntil of ["domReady", "none"]) {
        const { nav, logs } = bench.run();
        await nav.navigateToUrl(site("/neverload"), { waitUntil });
        assert.deepEqual(logs, []);
      }
    });

    it("waits for a quiet network when asked for networkIdle, and goes on where there is none", async () => {
      const quiet = bench.run();
      await quiet.nav.navigateToUrl(
        bench.pages.put(
          "<p id=p>no</p><script>fetch('/slow?ms=300&json').then(r=>r.text()).then(()=>p.textContent='fetched')</script>",
        ),
        { waitUntil: "networkIdle" },
      );
      assert.equal(await quiet.dom.getText("#p"), "fetched");
      const busy = bench.run(4_000);
      await busy.nav.navigateToUrl(site("/spa.html"), { waitUntil: "networkIdle" });
      assert.match(busy.logs.map((line) => line.text).join(), /has not reached "networkIdle"/);
    });

    it("gives pages of status 404 and 500 as pages, empty ones too", async () => {
      const { nav, dom } = bench.run();
      assert.equal((await nav.navigateToUrl(site("/nope"))).status, 404);
      assert.equal(await dom.getText("h1"), "Not found");
      assert.equal((await nav.navigateToUrl(site("/status/500"))).status, 500);
      assert.deepEqual(await nav.navigateToUrl(site("/empty/500")), {
        url: site("/empty/500"),
        title: "",
        status: 500,
      });
      assert.equal((await nav.navigateToUrl(site("/private"))).status, 401);
    });

    it("names the address that refused the connection, at once", async () => {
      const { nav } = bench.run();
      const started = performance.now();
      await assert.rejects(
        nav.navigateToUrl("http://127.0.0.1:64999/x"),
        isErrorWith("NavigationFailed", /127\.0\.0\.1:64999 refused the connection/),
      );
      assert.ok(performance.now() - started < 8_000);
    });

    it("tells a connection that breaks from one that is refused", async () => {
      const { nav } = bench.run();
      await assert.rejects(nav.navigateToUrl(site("/reset")), isErrorWith("NavigationFailed", /closed the connection/));
    });

    it("says that an address is a file download, with a safe name", async () => {
      const { nav, dom } = bench.run();
      await assert.rejects(
        nav.navigateToUrl(site("/download/report.csv")),
        isErrorWith("NavigationFailed", /file download \(report\.csv\)/),
      );
      await assert.rejects(
        nav.navigateToUrl(site("/download/odd")),
        isErrorWith("NavigationFailed", /file download \([^/\\]*evil name[^/\\]*\)/),
      );
      await nav.navigateToUrl(site("/go/1"));
      assert.equal(await dom.getText("#h"), "Arrived");
    });

    it("says that an answer has no page", async () => {
      const { nav } = bench.run();
      await assert.rejects(nav.navigateToUrl(site("/empty/204")), isErrorWith("NavigationFailed", /204/));
    });

    it("gives up a server that does not answer, and the page can go elsewhere", async () => {
      const { nav } = bench.run();
      await assert.rejects(
        nav.navigateToUrl(site("/stall"), { timeoutMs: 300 }),
        isErrorWith("Timeout", /did not answer within 0\.3 s/),
      );
      assert.equal((await nav.navigateToUrl(site("/go/1"))).title, "Arrived");
    });

    it("cuts its wait to the run's time and leaves the script some of it", async () => {
      const { nav, scope } = bench.run(1_500);
      await assert.rejects(nav.navigateToUrl(site("/stall")), isErrorWith("Timeout"));
      assert.ok(scope.remainingMs() > 20, `${scope.remainingMs()} ms left`);
    });

    it("ends where a page sends its visitor on while it loads", async () => {
      const { nav, dom } = bench.run();
      await nav.navigateToUrl(site("/refresh-1.html"));
      await nav.waitForUrl("/go/1");
      assert.equal(await dom.getText("#h"), "Arrived");
    });

    it("refuses other schemes and metadata addresses, also behind a redirect", async () => {
      const { nav } = bench.run();
      const addresses = [
        "file:///etc/passwd",
        "chrome://version",
        "http://169.254.169.254/x",
        site("/to?url=file:///etc/passwd"),
        site("/to?url=http://169.254.169.254/x"),
        site("/to?url=data:text/html,x"),
      ];
      for (const url of addresses) await assert.rejects(nav.navigateToUrl(url), isErrorWith("BlockedByPolicy"), url);
    });

    it("keeps pages from metadata addresses and local files", async () => {
      const { nav, dom } = bench.run();
      await nav.navigateToUrl(
        bench.pages.put(
          '<iframe src="file:///etc/passwd"></iframe><iframe src="http://169.254.169.254/x"></iframe><a id=a href="file:///etc/passwd">x</a>',
        ),
      );
      const reached = await dom.evaluate(
        "Promise.all(['169.254.169.254','metadata.google.internal','[::ffff:a9fe:a9fe]','[fd00:ec2::254]','100.100.100.200'].map(h => fetch('http://'+h+'/', {mode:'no-cors'}).then(() => h, () => null)))",
      );
      assert.deepEqual(reached, [null, null, null, null, null]);
      await dom.click("#a");
      assert.match(await nav.getCurrentUrl(), /\/given\//);
    });

    it("takes about:blank", async () => {
      const { nav } = bench.run();
      assert.deepEqual(await nav.navigateToUrl("about:blank"), { url: "about:blank", title: "", status: null });
    });
  });

  it("g.nav.goBack and g.nav.goForward walk through the pages of the run", async () => {
    const { nav } = bench.run();
    await nav.navigateToUrl(site("/page/a"));
    await nav.navigateToUrl(site("/page/b"));
    assert.equal((await nav.goBack()).title, "Page a");
    assert.equal((await nav.goForward()).title, "Page b");
    await assert.rejects(nav.goForward(), isErrorWith("NavigationFailed", /no later page/));
  });

  it("g.nav.goBack also goes back within a page that changes its address itself", async () => {
    const { nav, dom } = bench.run();
    await nav.navigateToUrl(site("/route/start"));
    await dom.click("text=A");
    assert.equal(await nav.waitForUrl("/route/a"), site("/route/a"));
    assert.equal((await nav.goBack()).url, site("/route/start"));
  });

  it("g.nav.reloadPage loads the page anew", async () => {
    const { nav, dom } = bench.run();
    await nav.navigateToUrl(site("/page/a"));
    await dom.evaluate("document.title = 'changed'");
    assert.deepEqual(await nav.reloadPage(), { url: site("/page/a"), title: "Page a", status: 200 });
  });

  it("g.nav.getCurrentUrl and g.nav.getPageTitle tell what is there now", async () => {
    const { nav, dom } = bench.run();
    await nav.navigateToUrl(site("/route/start"));
    await dom.click("text=B");
    assert.equal(await nav.getCurrentUrl(), site("/route/b"));
    assert.equal(await nav.getPageTitle(), "Route /route/b");
  });

  it("g.nav.waitForUrl takes a part, or the whole with stars, and says where the page is instead", async () => {
    const { nav } = bench.run();
    await nav.navigateToUrl(site("/page/a"));
    assert.equal(await nav.waitForUrl("http://*/page/*"), site("/page/a"));
    await assert.rejects(
      nav.waitForUrl("http://*/page", { timeoutMs: 100 }),
      isErrorWith("Timeout", /has not become "http:\/\/\*\/page" within 0\.1 s; it is .*\/page\/a/),
    );
  });

  it("g.nav.waitForLoad throws where the state is not reached", async () => {
    const { nav } = bench.run();
    await nav.navigateToUrl(site("/neverload"), { waitUntil: "none" });
    await nav.waitForLoad("domReady");
    await assert.rejects(nav.waitForLoad("load", { timeoutMs: 200 }), isErrorWith("Timeout", /has not reached "load"/));
    await nav.navigateToUrl(site("/page/a"));
    await nav.waitForLoad("networkIdle");
  });

  it("calls before the first page say what to do", async () => {
    const { nav, dom } = bench.run();
    await assert.rejects(nav.getCurrentUrl(), isErrorWith("PageClosed", /No page is open yet/));
    await assert.rejects(dom.getText("h1"), isErrorWith("PageClosed", /No page is open yet/));
  });
});
