import assert from "node:assert/strict";
import { browserBench, isErrorWith } from "./support.ts";

describe("g.dom, acting", function () {
  this.timeout(30_000);
  const bench = browserBench();
  const site = (path: string) => bench.pages.url + path;

  async function on(body: string, timeoutMs?: number) {
    const run = bench.run(timeoutMs);
    await run.nav.navigateToUrl(bench.pages.put(body));
    return run;
  }

  describe("g.dom.click", () => {
    it("then reading gives the new page, ten of ten times", async () => {
      for (let i = 0; i < 10; i++) {
        const { nav, dom } = bench.run();
        await nav.navigateToUrl(site("/index.html"));
        await dom.click('a[href="/login.html"]');
        assert.equal(await dom.getText("button"), "Sign in");
        assert.equal(await nav.getCurrentUrl(), site("/login.html"));
      }
    });

    it("waits for a slow page that it leads to, so that nothing is read from the old one", async () => {
      const { dom } = await on('<h1>old</h1><a id=h href="/slow?ms=700">go</a>');
      await dom.click("#h");
      assert.equal(await dom.exists("text=Slow page"), true);
    });

    it("waits for what a script of the page starts a moment later", async () => {
      const { dom } = await on(
        `<h1>old</h1><button onclick="Promise.resolve().then(()=>setTimeout(()=>location.assign('/page/new')))">go</button>`,
      );
      await dom.click("button");
      assert.equal(await dom.getText("h1"), "Page new");
    });

    it("goes on after a link that is a download, and the log names the file", async () => {
      const { dom, logs } = await on('<h1>here</h1><a href="/download/report.csv">get</a>');
      await dom.click("a");
      assert.equal(await dom.getText("h1"), "here");
      assert.match(logs.map((line) => line.text).join(), /download of "report\.csv"/);
    });

    it("goes on after a link that opens a window", async () => {
      const { nav, dom } = bench.run();
      await nav.navigateToUrl(site("/popup.html"));
      await dom.click("#blank");
      await dom.click("#noop");
      assert.equal(await nav.getPageTitle(), "Popups");
    });

    it("answers a cookie banner and a dialog, then reaches the button below", async () => {
      const { nav, dom } = bench.run();
      await nav.navigateToUrl(site("/consent.html"));
      await dom.waitForElement("#yes");
      await dom.click("#yes");
      await dom.waitForElement("#shut");
      await dom.click("#shut");
      await dom.click("#go");
      assert.equal(await dom.getText("#out"), "Price: 19.90");
    });

    it("names what covers the element", async () => {
      const { nav, dom } = bench.run();
      await nav.navigateToUrl(site("/consent.html"));
      await dom.waitForElement("#yes");
      await assert.rejects(
        dom.click("#go", { timeoutMs: 200 }),
        isErrorWith(
          "NotActionable",
          /"#go" cannot be clicked: it is covered by <div id="veil"> \(1 match, waited 0\.\d s\)/,
        ),
      );
    });

    it("waits until the element is shown, enabled and at rest", async () => {
      const { dom } = await on(
        `<style>@keyframes go{from{margin-left:0}to{margin-left:300px}}button{animation:go .4s}</style><button id=b hidden disabled onclick="this.textContent='clicked'">x</button><script>setTimeout(()=>b.hidden=false,150);setTimeout(()=>b.disabled=false,300)</script>`,
      );
      await dom.click("#b");
      assert.equal(await dom.getText("#b"), "clicked");
    });

    it("says why an element cannot be clicked", async () => {
      const { dom } = await on(
        "<button id=a disabled>a</button><button id=b hidden>b</button><fieldset disabled><button id=c>c</button></fieldset>",
      );
      await assert.rejects(dom.click("#a", { timeoutMs: 100 }), isErrorWith("NotActionable", /it is disabled/));
      await assert.rejects(dom.click("#b", { timeoutMs: 100 }), isErrorWith("NotActionable", /it is not visible/));
      await assert.rejects(dom.click("#c", { timeoutMs: 100 }), isErrorWith("NotActionable", /it is disabled/));
      await assert.rejects(
        dom.click("#d", { timeoutMs: 100 }),
        isErrorWith("NotFound", /Nothing matches "#d" after 0\.1 s/),
      );
    });

    it("takes the visible one of several matches", async () => {
      const { dom } = await on(`<a class=m hidden>menu</a><a class=m onclick="this.textContent='open'">menu</a>`);
      await dom.click(".m");
      assert.deepEqual(await dom.getTexts(".m"), ["menu", "open"]);
    });

    it("scrolls to what is far down, and hits a link over two lines", async () => {
      const { dom } = await on(
        `<div style="height:5000px"></div><p style="width:140px">some words <a href="#x" id=a onclick="this.dataset.done=1">a link that breaks into lines</a></p><div style="height:3000px"></div>`,
      );
      await dom.click("#a");
      assert.equal(await dom.getAttribute("#a", "data-done"), "1");
    });

    it("clicks twice, with another button, with keys held", async () => {
      const { dom } = await on(
        `<button id=b>x</button><script>let seen=[];b.ondblclick=()=>seen.push('double');b.oncontextmenu=e=>{e.preventDefault();seen.push('right')};b.onclick=e=>{if(e.ctrlKey&&e.shiftKey)seen.push('held')}</script>`,
      );
      await dom.click("#b", { count: 2 });
      await dom.click("#b", { button: "right" });
      await dom.click("#b", { modifiers: ["Control", "Shift"] });
      assert.deepEqual(await dom.evaluate("seen"), ["double", "right", "held"]);
    });

    it("presses a button inside a shadow root", async () => {
      const { nav, dom } = bench.run();
      await nav.navigateToUrl(site("/shadow.html"));
      await dom.click(["x-inner button", "button"]);
      assert.equal(await dom.getText(".deep"), "Pressed");
    });

    it("is a real click, which pages can trust", async () => {
      const { dom } = await on("<button id=b onclick='this.textContent=event.isTrusted'>x</button>");
      await dom.click("#b");
      assert.equal(await dom.getText("#b"), "true");
    });
  });

  describe("fields", () => {
    it("every kind of control of a form is filled, and a button that is enabled late is clicked", async () => {
      const { nav, dom } = bench.run();
      await nav.navigateToUrl(site("/forms.html"));
      await dom.typeText("#name", "Ana Ruiz");
      await dom.selectOption("#plan", "pro");
      await dom.setChecked("#tos", true);
      await dom.setValue("#day", "2026-02-28");
      await dom.typeText("#n", "7");
      await dom.click("#send");
      assert.equal(await dom.getText("#out"), "Ana Ruiz|pro|2026-02-28|7|edit me");
    });

    it("g.dom.fillForm does the same in one call", async () => {
      const { nav, dom } = bench.run();
      await nav.navigateToUrl(site("/forms.html"));
      await dom.fillForm({
        "placeholder=Full name": "Ana Ruiz",
        "#plan": "Basic",
        "label=I agree": true,
        "#day": "2026-02-28",
        "#n": 7,
        "#ed": "new text",
      });
      await dom.click("role=button");
      assert.equal(await dom.getText("#out"), "Ana Ruiz|basic|2026-02-28|7|new text");
    });

    it("a sign-in keeps its session for the run", async () => {
      const { nav, dom } = bench.run();
      await nav.navigateToUrl(site("/account"));
      await dom.typeText("[name=user]", "maria");
      await dom.typeText("[name=pass]", "correct horse");
      await dom.click("button");
      assert.equal(await dom.getText("#h"), "Hello maria");
      await nav.navigateToUrl(site("/account"));
      assert.equal(await dom.getText("#h"), "Hello maria");
    });

    it("g.dom.typeText types at the end, or instead with clear, and can submit", async () => {
      const { dom, nav } = await on('<form action="/page/found"><input name=q value="old"></form>');
      await dom.typeText("[name=q]", " and new");
      assert.equal(await dom.getValue("[name=q]"), "old and new");
      await dom.typeText("[name=q]", "ñandú 中文 €", { clear: true });
      assert.equal(await dom.getValue("[name=q]"), "ñandú 中文 €");
      await dom.typeText("[name=q]", "lamp", { clear: true, submit: true });
      assert.equal(await nav.getCurrentUrl(), site("/page/found?q=lamp"));
    });

    it("g.dom.typeText gives the page real key events, and long text at once", async () => {
      const { dom } = await on(
        "<textarea id=t></textarea><div id=e contenteditable>a</div><script>var keys=0;t.onkeydown=()=>keys++</script>",
      );
      await dom.typeText("#t", "a\nb", { delayMs: 5 });
      assert.equal(await dom.getValue("#t"), "a\nb");
      assert.equal(await dom.evaluate("keys"), 3);
      await dom.typeText("#t", "x".repeat(5000), { clear: true });
      assert.equal((await dom.getValue("#t")).length, 5000);
      await dom.typeText("#e", "bc");
      assert.equal(await dom.getText("#e"), "abc");
    });

    it("g.dom.typeText says that an element is no field, or read-only", async () => {
      const { dom } = await on("<p id=p>p</p><input id=r readonly>");
      await assert.rejects(
        dom.typeText("#p", "x", { timeoutMs: 100 }),
        isErrorWith("NotActionable", /"#p" cannot be typed into: it is <p id="p">, which is not a field/),
      );
      await assert.rejects(
        dom.typeText("#r", "x", { timeoutMs: 100 }),
        isErrorWith("NotActionable", /it is read-only/),
      );
    });

    it("g.dom.setValue is seen by a page that watches the field as frameworks do", async () => {
      const { dom } = await on(
        `<input id=i><p id=out></p><script>const own=Object.getOwnPropertyDescriptor(HTMLInputElement.prototype,"value");let last="";Object.defineProperty(i,"value",{get(){return own.get.call(i)},set(v){last=v;own.set.call(i,v)}});i.addEventListener("input",()=>{if(i.value!==last)out.textContent=i.value})</script>`,
      );
      await dom.setValue("#i", "seen");
      assert.equal(await dom.getText("#out"), "seen");
    });

    it("g.dom.setValue says what a field does not take", async () => {
      const { dom } = await on(
        "<input type=date id=d><input type=checkbox id=c><input type=file id=f><select id=s><option>one</select>",
      );
      await assert.rejects(
        dom.setValue("#d", "28/02/2026"),
        isErrorWith("InvalidArgument", /"#d" is a date field and does not take "28\/02\/2026"/),
      );
      await assert.rejects(dom.setValue("#c", "x"), isErrorWith("InvalidArgument", /use g\.dom\.setChecked/));
      await assert.rejects(dom.setValue("#f", "x"), isErrorWith("InvalidArgument", /file field/));
      await assert.rejects(
        dom.setValue("#s", "two", { timeoutMs: 100 }),
        isErrorWith("NotActionable", /without the option two; it has one/),
      );
    });

    it("g.dom.selectOption takes values or labels, waits for late ones, and several where that is possible", async () => {
      const { dom } = await on(
        '<select id=s><option value=a>First</select><select id=m multiple><option>1<option>2<option>3</select><script>setTimeout(()=>s.append(new Option("Late one","z")),200)</script>',
      );
      assert.deepEqual(await dom.selectOption("#s", "Late one"), ["z"]);
      assert.deepEqual(await dom.selectOption("#s", "a"), ["a"]);
      assert.deepEqual(await dom.selectOption("#m", ["1", "3"]), ["1", "3"]);
      await assert.rejects(dom.selectOption("#s", ["a", "z"]), isErrorWith("InvalidArgument", /takes one option only/));
    });

    it("g.dom.setChecked does nothing where it is so already, clicks labels of hidden boxes, and knows switches", async () => {
      const { dom } = await on(
        `<input type=checkbox id=a checked onclick="this.dataset.n=1"><input type=checkbox id=b style="opacity:0;position:absolute;width:0"><label for=b>styled</label><div role=switch aria-checked=false id=s onclick="this.setAttribute('aria-checked', this.getAttribute('aria-checked')==='false')">s</div><input type=radio id=r name=x>`,
      );
      await dom.setChecked("#a");
      assert.equal(await dom.getAttribute("#a", "data-n"), null);
      await dom.setChecked("#b");
      assert.equal(await dom.getValue("#b"), true);
      await dom.setChecked("#s");
      assert.equal(await dom.getAttribute("#s", "aria-checked"), "true");
      await dom.setChecked("#r");
      await assert.rejects(dom.setChecked("#r", false), isErrorWith("InvalidArgument", /radio button/));
      await assert.rejects(dom.setChecked("label", true), isErrorWith("InvalidArgument", /cannot be checked/));
    });

    it("g.dom.setChecked says that the page undoes it", async () => {
      const { dom } = await on("<input type=checkbox id=a onclick='event.preventDefault()'>");
      await assert.rejects(dom.setChecked("#a"), isErrorWith("NotActionable", /"#a" stays unchecked/));
    });
  });

  it("g.dom.pressKey presses keys where the focus is, and together", async () => {
    const { dom, nav } = await on('<form action="/page/sent"><input id=i name=i value="abc"></form>');
    await dom.pressKey("Control+A", { selector: "#i" });
    await dom.pressKey("x");
    assert.equal(await dom.getValue("#i"), "x");
    await dom.pressKey("Enter");
    assert.equal(await nav.getCurrentUrl(), site("/page/sent?i=x"));
    await assert.rejects(dom.pressKey("Ctrl+Nope"), isErrorWith("InvalidArgument", /no key "Nope"/));
  });

  it("g.dom.scrollTo goes to an element or a position", async () => {
    const { dom } = await on('<div style="height:4000px"></div><p id=p>p</p><div style="height:4000px"></div>');
    await dom.scrollTo("#p");
    assert.ok((await dom.evaluate("scrollY")) > 3000);
    await dom.scrollTo({ top: 10 });
    assert.equal(await dom.evaluate("scrollY"), 10);
  });

  it("g.dom.scrollToEnd loads a list that grows, to its end or so many times", async () => {
    const { nav, dom } = bench.run();
    await nav.navigateToUrl(site("/infinite.html"));
    assert.equal(await dom.scrollToEnd({ maxScrolls: 1 }), 1);
    await dom.scrollToEnd({ maxScrolls: 30, waitMs: 1500 });
    assert.equal(await dom.count(".row"), 60);
    assert.equal(await dom.getText("#end"), "end of list");
  });
});
