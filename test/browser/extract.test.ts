import assert from "node:assert/strict";
import { browserBench, isErrorWith } from "./support.ts";

describe("g.dom, structured data", function () {
  this.timeout(30_000);
  const bench = browserBench();

  async function on(body: string) {
    const run = bench.run();
    await run.nav.navigateToUrl(bench.pages.put(body));
    return run;
  }

  describe("g.dom.extract", () => {
    it("reads a list of cards into objects, with whole addresses and null for what is missing", async () => {
      const { nav, dom } = bench.run();
      await nav.navigateToUrl(`${bench.pages.url}/rows?n=2`);
      const shape = {
        items: [
          ".card",
          { name: "h2", price: { select: ".price", as: "number" }, url: { select: "a", attr: "href" }, note: ".note" },
        ],
      };
      assert.deepEqual(await dom.extract(shape), {
        items: [
          { name: "Item 1", price: 1450.5, url: `${bench.pages.url}/page/p1`, note: null },
          { name: "Item 2", price: 2450.5, url: `${bench.pages.url}/page/p2`, note: null },
        ],
      });
    });

    it("reads texts, nested lists, the match itself, fallbacks and every kind of value", async () => {
      const { dom } = await on(
        "<ul><li data-id=1><b>a</b><i>x</i><i>y</i><li data-id=2><b>c</b></ul><p id=n> 12 pieces </p><p id=t>yes</p><p id=f>No</p><input type=checkbox id=c checked><div id=h><em>h</em></div><a id=u href='x/y'>u</a>",
      );
      assert.deepEqual(await dom.extract(["li b"]), ["a", "c"]);
      assert.deepEqual(
        await dom.extract(["li", { id: { attr: "data-id", as: "integer" }, inner: ["i"], own: { as: "text" } }]),
        [
          { id: 1, inner: ["x", "y"], own: "axy" },
          { id: 2, inner: [], own: "c" },
        ],
      );
      const values = {
        n: { select: ["#none", "#n"], as: "integer" },
        t: { select: "#t", as: "boolean" },
        f: { select: "#f", as: "boolean" },
        none: { select: "#none", as: "boolean" },
        c: { select: "#c", as: "boolean" },
        h: { select: "#h", as: "html" },
        u: { select: "#u", attr: "href" },
        title: "title",
      };
      assert.deepEqual(await dom.extract(values), {
        n: 12,
        t: true,
        f: false,
        none: false,
        c: true,
        h: "<em>h</em>",
        u: `${bench.pages.url}/given/x/y`,
        title: "Given",
      });
    });

    it("reads inside a root, waits for it, and looks into shadow roots there", async () => {
      const { dom } = await on(
        '<p>out</p><script>setTimeout(()=>{const d=document.createElement("div");d.id="root";d.attachShadow({mode:"open"}).innerHTML="<p>in</p>";document.body.append(d)},200)</script>',
      );
      assert.deepEqual(await dom.extract(["p"], { root: "#root" }), ["in"]);
      await assert.rejects(dom.extract("p", { root: "#none", timeoutMs: 100 }), isErrorWith("NotFound", /"#none"/));
    });

    it("names required values that are missing", async () => {
      const { dom } = await on("<div class=a><b>1</b></div><div class=a></div>");
      await assert.rejects(
        dom.extract({ list: [".a", { b: { select: "b", required: true } }] }),
        isErrorWith("NotFound", /Required values are missing on .*: list\[1\]\.b/),
      );
    });

    it("says where a shape or a selector in it is wrong", async () => {
      const { dom } = await on("");
      await assert.rejects(dom.extract({ a: 5 }), isErrorWith("InvalidArgument", /^shape\.a must be/));
      await assert.rejects(
        dom.extract({ a: "b:has(" }),
        isErrorWith("InvalidArgument", /"b:has\(" is not a valid selector/),
      );
    });

    for (const [text, value, lang] of [
      ["€ 3.450,50", 3450.5],
      ["1,204.5", 1204.5],
      ["1 204", 1204],
      ["12,00", 12],
      ["1,204", 1204],
      ["1.204", 1.204],
      ["1.204", 1204, "de"],
      ["1,204", 1.204, "fr"],
      ["0,125", 0.125],
      ["1.234.567", 1234567],
      ["CHF 1'204.50", 1204.5],
      ["-5 °C", -5],
      ["−5,5", -5.5],
      ["from 7 to 12", 7],
      ["$.99", 0.99],
      ["1 204 567,8 ₽", 1204567.8],
      ["none", null],
    ] as const) {
      it(`understands the number "${text}"${lang ? ` in ${lang}` : ""}`, async () => {
        const { dom } = await on(
          `<p id=p>${text}</p><script>document.documentElement.lang=${JSON.stringify(lang ?? "")}</script>`,
        );
        assert.equal(await dom.extract({ select: "#p", as: "number" }), value);
      });
    }

    it("takes the decimal mark that it is told", async () => {
      const { dom } = await on("<p>1.204</p>");
      assert.equal(await dom.extract({ select: "p", as: "number", decimal: "," }), 1204);
    });
  });

  describe("g.dom.extractTable", () => {
    it("repeats spans, joins two rows of headings, leaves out hidden rows and the foot", async () => {
      const { nav, dom } = bench.run();
      await nav.navigateToUrl(`${bench.pages.url}/table.html`);
      assert.deepEqual(await dom.extractTable("#t"), [
        { Region: "North", "Q1 Units": "1 204", "Q1 Revenue": "€ 3.450,50", Note: "" },
        { Region: "North", "Q1 Units": "7", "Q1 Revenue": "€ 12,00", Note: "late\ndelivery" },
        { Region: "South & East", "Q1 Units": "no data", "Q1 Revenue": "no data", Note: "in ner" },
      ]);
    });

    it("takes other names, fewer rows, and tables without headings", async () => {
      const { dom, logs } = await on("<div id=d><table><tr><td>1<td>2<tr><td>3<td>4</table></div>");
      assert.deepEqual(await dom.extractTable("#d", { headers: ["a"], maxRows: 1 }), [{ a: "1", "Column 2": "2" }]);
      assert.match(logs[0]?.text ?? "", /1 more row/);
      assert.deepEqual(await dom.extractTable("table", { headers: false }), [
        { "Column 1": "1", "Column 2": "2" },
        { "Column 1": "3", "Column 2": "4" },
      ]);
    });

    it("knows a first row of headings without a thead, and tells equal names apart", async () => {
      const { dom } = await on("<table><tr><th>A<th>A<tr><th>r<td>1</table>");
      assert.deepEqual(await dom.extractTable("table"), [{ A: "r", "A 2": "1" }]);
    });

    it("gives no rows for a table that has only its heading", async () => {
      const { dom } = await on("<table><tr><th>A<th>B</table>");
      assert.deepEqual(await dom.extractTable("table"), []);
    });

    it("is not upset by spans that go beyond the table", async () => {
      const { dom } = await on("<table><tr><td rowspan=99>a<td>b<tr><td colspan=3 rowspan=0>c</table>");
      assert.deepEqual(
        (await dom.extractTable("table", { headers: false })).map((row: object) => Object.values(row)),
        [
          ["a", "b", "", ""],
          ["a", "c", "c", "c"],
        ],
      );
    });

    it("says that an element is no table", async () => {
      const { dom } = await on("<p id=p>x</p>");
      await assert.rejects(
        dom.extractTable("#p"),
        isErrorWith("InvalidArgument", /"#p" is <p id="p"> and holds no <table>/),
      );
    });
  });
});
