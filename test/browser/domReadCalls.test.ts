import assert from "node:assert/strict";
import { ToolError } from "../../runtime/errors.ts";
import { browserBench, isErrorWith } from "./support.ts";

describe("g.dom, waiting and reading", function () {
  this.timeout(30_000);
  const bench = browserBench();
  const site = (path: string) => bench.pages.url + path;

  /** A run on a page with this body. */
  async function on(body: string, timeoutMs?: number) {
    const run = bench.run(timeoutMs);
    await run.nav.navigateToUrl(bench.pages.put(body));
    return run;
  }

  it("g.dom.waitForElement and g.dom.getTexts read what comes late", async () => {
    const { nav, dom } = bench.run();
    await nav.navigateToUrl(site("/spa.html"));
    await dom.waitForElement("#app li");
    assert.deepEqual(await dom.getTexts("#app li b"), ["Lamp", "Chair", "Rug"]);
  });

  it("g.dom.waitForElement waits for hidden, attached and detached too", async () => {
    const { dom } = await on(
      "<p id=a>a</p><p id=b hidden>b</p><script>setTimeout(()=>a.hidden=true,100);setTimeout(()=>a.remove(),250)</script>",
    );
    await dom.waitForElement("#b", { state: "attached" });
    await dom.waitForElement("#a", { state: "hidden" });
    await dom.waitForElement("#a", { state: "detached" });
    await assert.rejects(
      dom.waitForElement("#b", { timeoutMs: 100 }),
      isErrorWith("Timeout", /"#b" is not visible after 0\.1 s \(1 match\)/),
    );
    await assert.rejects(
      dom.waitForElement("#c", { timeoutMs: 100 }),
      isErrorWith("Timeout", /Nothing matches "#c" after 0\.1 s/),
    );
    await assert.rejects(
      dom.waitForElement("#b", { state: "detached", timeoutMs: 100 }),
      isErrorWith("Timeout", /"#b" is still there/),
    );
  });

  it("g.dom.waitForElement says of an empty list that it has no size, and what waits for it", async () => {
    const { dom } = await on("<ul id=results></ul>");
    await assert.rejects(dom.waitForElement("#results", { timeoutMs: 100 }), (error: unknown) => {
      assert.ok(error instanceof ToolError);
      assert.match(error.message, /"#results" is there but has no size after 0\.1 s \(1 match\)/);
      assert.match(error.hint ?? "", /empty.*\{ state: "attached" \}/);
      return true;
    });
    await dom.waitForElement("#results", { state: "attached" });
  });

  it("g.dom.waitForElement sees into a shadow root that is attached later", async () => {
    const { nav, dom } = bench.run();
    await nav.navigateToUrl(site("/shadow.html"));
    await dom.waitForElement(".late");
    assert.equal(await dom.getText(".late"), "Late text");
  });

  it("g.dom.waitForText works where the network is never idle, and for text that goes", async () => {
    const { nav, dom } = bench.run();
    await nav.navigateToUrl(site("/spa.html"));
    await dom.waitForText("total: 135");
    assert.equal(await dom.getText("#total"), "Total: 135");
    await dom.waitForText("Loading…", { gone: true });
    await assert.rejects(
      dom.waitForText("nowhere", { timeoutMs: 100 }),
      isErrorWith("Timeout", /"nowhere" is not on .* after 0\.1 s/),
    );
  });

  it("g.dom.waitForText sees text in shadow roots and frames", async () => {
    const { dom } = await on(
      '<x-a></x-a><iframe srcdoc="<p>in the frame</p>"></iframe><script>customElements.define("x-a",class extends HTMLElement{connectedCallback(){this.attachShadow({mode:"open"}).innerHTML="<p>in the shadow</p>"}})</script>',
    );
    await dom.waitForText("in the shadow");
    await dom.waitForText("in the frame");
  });

  it("g.dom.exists, g.dom.isVisible and g.dom.count tell what is there now", async () => {
    const { dom } = await on("<p>1</p><p>2</p><p hidden>3</p><div hidden></div>");
    assert.equal(await dom.exists("p"), true);
    assert.equal(await dom.exists("section"), false);
    assert.equal(await dom.count("p"), 3);
    assert.equal(await dom.count("section"), 0);
    assert.equal(await dom.isVisible("p"), true);
    assert.equal(await dom.isVisible("div"), false);
  });

  it("g.dom.getText gives text as it is read: one blank, line breaks, nothing hidden", async () => {
    const { dom } = await on("<p id=p>a &nbsp; b<br>c<span hidden>d</span><script>x=1</script></p>");
    assert.equal(await dom.getText("#p"), "a b\nc");
  });

  it("g.dom.getText uses the first match, and the log says how many there were", async () => {
    const { dom, logs } = await on("<p>1</p><p>2</p>");
    assert.equal(await dom.getText("p"), "1");
    assert.deepEqual(logs, [{ level: "debug", text: '"p" matches 2 elements; the first is used.' }]);
  });

  it("g.dom.getText names the selector, the time and the page when nothing matches", async () => {
    const { nav, dom } = bench.run(1_500);
    await nav.navigateToUrl(site("/table.html"));
    await assert.rejects(
      dom.getText("#absent"),
      isErrorWith("NotFound", /Nothing matches "#absent" after [\d.]+ s on .*\/table\.html/),
    );
    await assert.rejects(
      dom.getText(["#a", "text=nowhere"], { timeoutMs: 0 }),
      isErrorWith("NotFound", /Nothing matches "#a" or "text=nowhere" on/),
    );
  });

  it("g.dom.getText tells an invalid selector at once", async () => {
    const { nav, dom } = bench.run();
    await nav.navigateToUrl(site("/table.html"));
    const started = performance.now();
    await assert.rejects(dom.getText("td:has("), isErrorWith("InvalidArgument", /"td:has\(" is not a valid selector/));
    await assert.rejects(dom.getText("//td"), isErrorWith("InvalidArgument", /"\/\/td" is not a valid selector/));
    await assert.rejects(
      dom.getText("xpath=//td["),
      isErrorWith("InvalidArgument", /"xpath=\/\/td\[" is not a valid selector/),
    );
    assert.ok(performance.now() - started < 2_000);
  });

  it("g.dom.getAttribute and g.dom.getValue read the first match", async () => {
    const { dom } = await on(
      '<a id=a href="/x" data-n=5>a</a><input id=i value=v><input type=checkbox id=c checked><select id=s multiple><option selected>1<option selected>2</select><div id=e contenteditable>text</div>',
    );
    assert.equal(await dom.getAttribute("#a", "href"), "/x");
    assert.equal(await dom.getAttribute("#a", "title"), null);
    assert.equal(await dom.getValue("#i"), "v");
    assert.equal(await dom.getValue("#c"), true);
    assert.deepEqual(await dom.getValue("#s"), ["1", "2"]);
    assert.equal(await dom.getValue("#e"), "text");
    assert.equal(await dom.getValue("#a"), null);
  });

  describe("selectors", () => {
    it("pierce open shadow roots, nested ones too", async () => {
      const { nav, dom } = bench.run();
      await nav.navigateToUrl(site("/shadow.html"));
      assert.equal(await dom.getText(".deep"), "Deep text 42");
      assert.equal(await dom.getText("x-card >> x-inner >> .deep"), "Deep text 42");
      assert.equal(await dom.count(".hidden-deep"), 0);
    });

    it("find by text, role, label, placeholder, test id and XPath", async () => {
      const { dom } = await on(
        '<div><button id=one>Save <b>all</b></button></div><button aria-label="Close it" id=two>x</button><label>Your name<input id=three></label><label for=four>Mail</label><input id=four placeholder="Your mail"><p data-testid=hint id=five>Save all</p><input type=submit value=Send id=six>',
      );
      const id = (selector: string) => dom.getAttribute(selector, "id", { timeoutMs: 0 });
      assert.equal(await id("text=save ALL"), "one");
      assert.equal(await id('p >> text="Save all"').catch(() => "none"), "none");
      assert.equal(await id('div >> text="all"').catch(() => null), null);
      assert.equal(await id('role=button[name="close it"]'), "two");
      assert.equal(await id("role=textbox"), "three");
      assert.equal(await id("label=your name"), "three");
      assert.equal(await id('label="Mail"'), "four");
      assert.equal(await id("placeholder=mail"), "four");
      assert.equal(await id("testid=hint"), "five");
      assert.equal(await id("text=Send"), "six");
      assert.equal(await id("xpath=//p"), "five");
      assert.equal(await dom.count("role=button"), 3);
    });

    it("fall back in order, each tried before the next", async () => {
      const { dom } = await on("<p id=b>b</p><p id=c>c</p>");
      assert.equal(await dom.getText(["#a", "#c", "#b"]), "c");
    });
  });

  describe("strict pages", () => {
    it("reading, waiting, clicking and evaluating work where the page forbids eval", async () => {
      const { nav, dom } = bench.run();
      await nav.navigateToUrl(site("/csp.html"));
      await dom.waitForText("late ok");
      await dom.click("#b");
      assert.deepEqual(
        [await dom.getText("#h"), await dom.getText("#late"), await dom.getText("#b")],
        ["Strict page", "late ok", "Pressed"],
      );
      assert.equal(await dom.evaluate("document.title"), "CSP");
    });

    it("a page that replaces the DOM's functions does not falsify what is read", async () => {
      const { dom } = await on(
        '<p>true text</p><script>document.querySelectorAll=document.querySelector=()=>null;JSON.stringify=()=>"{}";Array.prototype.map=()=>["false"];Array.prototype.filter=()=>[];Promise.prototype.then=()=>{}</script>',
      );
      assert.equal(await dom.getText("p"), "true text");
      assert.deepEqual(await dom.getTexts("p"), ["true text"]);
    });
  });

  describe("g.dom.evaluate", () => {
    it("takes an expression, a function with arguments, statements, and promises", async () => {
      const { dom } = await on("<script>var mine={a:[1,2]}</script>");
      assert.deepEqual(await dom.evaluate("mine"), { a: [1, 2] });
      assert.equal(await dom.evaluate("(a, b) => a + b.c", [1, { c: 2 }]), 3);
      assert.equal(await dom.evaluate("function (a) { return a }", ["x"]), "x");
      assert.equal(await dom.evaluate("const a = 1; a + 2"), 3);
      assert.equal(await dom.evaluate("const a = 1; return a + 3;"), 4);
      assert.equal(await dom.evaluate("await Promise.resolve(5)"), 5);
      assert.equal(await dom.evaluate("async () => 6 // six"), 6);
      assert.equal(await dom.evaluate("undefined"), undefined);
    });

    it("gives the page's own error", async () => {
      const { dom } = await on("");
      await assert.rejects(dom.evaluate("noSuchThing.x"), isErrorWith("ScriptError", /noSuchThing is not defined/));
      await assert.rejects(dom.evaluate("let ="), isErrorWith("ScriptError", /SyntaxError/));
      await assert.rejects(
        dom.evaluate("() => { const a = {}; a.a = a; return a }"),
        isErrorWith("ScriptError", /circular/),
      );
    });

    it("ends a loop without end, and the run's other calls go on", async () => {
      const { nav, dom } = await on("");
      await assert.rejects(
        dom.evaluate("while(true){}", undefined, { timeoutMs: 300 }),
        isErrorWith("Timeout", /within 0\.3 s/),
      );
      assert.equal((await nav.navigateToUrl(bench.pages.otherUrl + "/go/1")).title, "Arrived");
    });

    it("refuses a result that would fill the memory", async () => {
      const { dom } = await on("");
      await assert.rejects(dom.evaluate("'x'.repeat(9e6)"), isErrorWith("ResultTooLarge", /9000002 characters/));
    });

    it("waits for the page that it leads to", async () => {
      const { dom } = await on("<h1>old</h1>");
      await dom.evaluate(`void (location.href = ${JSON.stringify(site("/page/new"))})`);
      assert.equal(await dom.getText("h1"), "Page new");
    });
  });

  it("refuses to read what would fill the memory", async () => {
    const { dom } = await on("<pre id=p></pre><script>p.textContent='x'.repeat(9e6)</script>");
    await assert.rejects(dom.getText("#p"), isErrorWith("ResultTooLarge", /characters/));
  });
});
