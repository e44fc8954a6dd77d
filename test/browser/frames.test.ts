import assert from "node:assert/strict";
import { browserBench, isErrorWith } from "./support.ts";

describe("frames", function () {
  this.timeout(30_000);
  const bench = browserBench();

  async function onFrames() {
    const run = bench.run();
    await run.nav.navigateToUrl(`${bench.pages.url}/frames.html`);
    return run;
  }

  it("are read and typed into by name: same origin, srcdoc, other origin", async () => {
    const { dom } = await onFrames();
    assert.equal(await dom.getText("#h", { frame: "same" }), "Inner frame");
    await dom.typeText("#q", "hey", { frame: "same" });
    await dom.click("#b", { frame: "same" });
    assert.equal(await dom.getText("#d", { frame: "doc" }), "Srcdoc text");
    assert.equal(await dom.getText("#msg"), "got hey");
    await dom.typeText("#q", "ho", { frame: "cross" });
    await dom.click("#b", { frame: "cross" });
    await dom.waitForText("got ho");
  });

  it("are found by a part of their address, by id, and frame in frame", async () => {
    const { dom } = await onFrames();
    assert.equal(await dom.getText("#h", { frame: "cross=1" }), "Inner frame (other origin)");
    assert.equal(await dom.getText("#n", { frame: ["same", "nested"] }), "Nested text");
    await dom.evaluate("document.querySelector('[name=doc]').id = 'byid'");
    assert.equal(await dom.getText("h2", { frame: "byid" }), "Srcdoc text");
    assert.equal(await dom.evaluate("document.querySelector('h2').id", [], { frame: "doc" }), "d");
  });

  it("are searched when the page itself has no match", async () => {
    const { dom } = await onFrames();
    await dom.waitForElement("#n");
    assert.equal(await dom.getText("#d"), "Srcdoc text");
    assert.equal(await dom.exists("#q"), true);
    assert.deepEqual(await dom.getTexts("#d"), ["Srcdoc text"]);
    await dom.click("#b");
    await dom.waitForText("Sent");
  });

  it("that do not exist are named, with those that do", async () => {
    const { dom } = await onFrames();
    await assert.rejects(
      dom.getText("#q", { frame: "nope", timeoutMs: 100 }),
      isErrorWith("NotFound", /There is no frame "nope"/),
    );
    await assert.rejects(dom.evaluate("1", [], { frame: "nope" }), isErrorWith("NotFound", /There is no frame "nope"/));
  });

  it("that are covered in the page around them are not clicked through", async () => {
    const { nav, dom } = bench.run();
    await nav.navigateToUrl(
      bench.pages.put(
        '<iframe srcdoc="<button id=b>b</button>"></iframe><div id=veil style="position:fixed;inset:0"></div>',
      ),
    );
    await assert.rejects(
      dom.click("#b", { timeoutMs: 200 }),
      isErrorWith("NotActionable", /its frame is covered by <div id="veil">/),
    );
  });

  it("that load without end do not delay an action in the page", async () => {
    const { nav, dom } = bench.run();
    await nav.navigateToUrl(
      bench.pages.put(`<button onclick="this.textContent='done';f.src='/stall'">x</button><iframe id=f></iframe>`),
    );
    const started = performance.now();
    await dom.click("button");
    assert.equal(await dom.getText("button"), "done");
    assert.ok(performance.now() - started < 6_000);
  });
});
