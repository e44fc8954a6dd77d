import assert from "node:assert/strict";
import { browserBench, isErrorWith } from "./support.ts";

describe("dialogs of a page", function () {
  this.timeout(30_000);
  const bench = browserBench();

  async function onDialogs(query = "", timeoutMs?: number) {
    const run = bench.run(timeoutMs);
    await run.nav.navigateToUrl(`${bench.pages.url}/dialogs.html${query}`);
    return run;
  }

  it("an alert is accepted, and the log has its text", async () => {
    const { dom, logs } = await onDialogs();
    await dom.click("#a");
    assert.equal(await dom.getText("#out"), "alerted");
    assert.deepEqual(logs, [{ level: "info", text: 'The page showed an alert: "Saved!"; it was accepted.' }]);
  });

  it("an alert while the page loads does not hold it", async () => {
    const { dom } = await onDialogs("?onload=1");
    assert.equal(await dom.getText("#out"), "ready");
  });

  it("confirm and prompt are dismissed when nobody decided, two alerts in a row are accepted", async () => {
    const { dom, logs } = await onDialogs();
    await dom.click("#c");
    assert.equal(await dom.getText("#out"), "kept");
    await dom.click("#p");
    assert.equal(await dom.getText("#out"), "name=null");
    await dom.click("#two");
    assert.equal(await dom.getText("#out"), "both");
    assert.equal(logs.filter((line) => line.level === "warn").length, 2);
  });

  it("g.page.handleNextDialog decides, types, and gives the message", async () => {
    const { dom, page, logs } = await onDialogs();
    const first = page.handleNextDialog("accept");
    await dom.click("#c");
    assert.deepEqual(await first, { type: "confirm", message: "Delete 3 files?" });
    assert.equal(await dom.getText("#out"), "deleted");
    const second = page.handleNextDialog("dismiss");
    await dom.click("#c");
    await second;
    assert.equal(await dom.getText("#out"), "kept");
    const third = page.handleNextDialog("accept", { text: "Ana" });
    await dom.click("#p");
    assert.deepEqual(await third, { type: "prompt", message: "Your name?" });
    assert.equal(await dom.getText("#out"), "name=Ana");
    assert.deepEqual(logs, []);
  });

  it("g.page.handleNextDialog accepts a prompt with the text that stands in it", async () => {
    const { dom, page } = await onDialogs();
    const shown = page.handleNextDialog("accept");
    await dom.click("#p");
    await shown;
    assert.equal(await dom.getText("#out"), "name=anon");
  });

  it("g.page.handleNextDialog can be called before any page is open, and for a dialog that comes later", async () => {
    const run = bench.run();
    const welcome = run.page.handleNextDialog("accept");
    await run.nav.navigateToUrl(`${bench.pages.url}/dialogs.html?onload=1`);
    assert.deepEqual(await welcome, { type: "alert", message: "Welcome" });
    const late = run.page.handleNextDialog("accept");
    await run.dom.click("#late");
    assert.deepEqual(await late, { type: "confirm", message: "Still there?" });
    await run.dom.waitForText("yes");
  });

  it("g.page.handleNextDialog fails when no dialog comes, and then leaves the next one alone", async () => {
    const { dom, page } = await onDialogs();
    await assert.rejects(
      page.handleNextDialog("accept", { timeoutMs: 50 }),
      isErrorWith("Timeout", /No dialog came within 0\.1 s|0\.0 s/),
    );
    await dom.click("#c");
    assert.equal(await dom.getText("#out"), "kept");
  });

  it("g.page.handleNextDialog ends with the run", async () => {
    const run = await onDialogs();
    const waiting = run.page.handleNextDialog("accept");
    run.cancel();
    await assert.rejects(waiting, isErrorWith("Canceled"));
  });

  it("a page with unsaved changes can be left", async () => {
    const { nav, dom } = await onDialogs();
    await dom.click("#dirty");
    await nav.navigateToUrl(`${bench.pages.url}/go/3`);
    assert.equal(await dom.getText("#h"), "Arrived");
  });

  it("a dialog in a window that the page opens holds nothing up", async () => {
    const { nav, dom } = bench.run();
    await nav.navigateToUrl(bench.pages.put(`<button onclick="window.open('/dialogs.html?onload=1')">open</button>`));
    await dom.click("button");
    await dom.evaluate("new Promise(r => setTimeout(r, 200))");
    assert.equal(await nav.getPageTitle(), "Given");
  });

  it("print() and questions for permissions hold nothing up", async () => {
    const { dom } = await onDialogs();
    await dom.evaluate(
      "print(); navigator.geolocation.getCurrentPosition(() => {}, () => {}); Notification.requestPermission(); 1",
    );
    assert.equal(await dom.getText("#out"), "ready");
  });
});
