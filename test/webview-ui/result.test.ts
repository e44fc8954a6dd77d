import assert from "node:assert/strict";
import type { RunRecord } from "../../runtime/contract/control.ts";
import type { Json } from "../../runtime/contract/tools.ts";
import type { ResultState, ShownRun } from "../../webview-ui/result/protocol.ts";
import { panelBench, type PanelOptions, type PanelPage } from "./support.ts";
import { runArguments } from "../support/runArguments.ts";
import type { ThemeName } from "./themes.ts";

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const HOSTILE = '<img src=x onerror="document.title=1">';

function recordOf(more: Partial<RunRecord> = {}): RunRecord {
  return {
    id: "run-1",
    tool: "list_orders",
    origin: "User",
    client: "VS Code",
    args: runArguments({ limit: 3 }),
    startedAt: "2026-11-30T10:00:00.000Z",
    state: "ok",
    durationMs: 1234,
    progress: [],
    log: [],
    requests: [],
    ...more,
  };
}

describe("The view of a result", () => {
  const panels = panelBench("result");

  async function open(run: Partial<ShownRun>, options: PanelOptions = {}): Promise<PanelPage> {
    const panel = await panels.open({ width: 800, height: 700, ...options });
    await show(panel, run);
    return panel;
  }

  const show = (panel: PanelPage, run: Partial<ShownRun>): Promise<void> =>
    panel.send({ type: "run", key: { folder: "file:///shop", id: "run-1", tool: "list_orders" }, title: "List orders", run: { record: recordOf(), canRun: true, ...run } }); // prettier-ignore

  const openValue = (value: Json, options?: PanelOptions): Promise<PanelPage> =>
    open({ json: JSON.stringify(value) }, options);

  const click = (panel: PanelPage, name: string): Promise<void> =>
    panel.page.locator(`aria/${name}[role="button"]`).click();

  const copied = async (panel: PanelPage): Promise<string> => (await panel.posted<{ type: string; text: string }>("copy")).text; // prettier-ignore

  const cells = (panel: PanelPage): Promise<string[][]> =>
    panel.page.$$eval("tbody tr", (rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent ?? "")));

  const active = (panel: PanelPage): Promise<string> =>
    panel.page.evaluate(() => document.activeElement?.textContent ?? "");

  async function press(panel: PanelPage, ...keys: string[]): Promise<void> {
    for (const key of keys) {
      const [modifier, last] = key.includes("+") ? key.split("+") : [undefined, key];
      if (modifier) await panel.page.keyboard.down(modifier as "Control");
      await panel.page.keyboard.press((last ?? "") as "Enter");
      if (modifier) await panel.page.keyboard.up(modifier as "Control");
    }
  }

  it("says how the run ended, when, and how long it took", async () => {
    const panel = await openValue("hello");
    assert.match(await panel.text(".outcome-head"), /Done\s*1\.2 s[^]*VS Code/);
    assert.equal(await panel.page.$eval("time", (time) => time.dateTime), "2026-11-30T10:00:00.000Z");
    assert.equal(await panel.text("h1"), "List orders");
    assert.equal(await panel.text("pre.text"), "hello");
  });

  it("says that a tool gave no value", async () => {
    const panel = await open({ json: "" });
    assert.match(await panel.text(".outcome"), /The tool gave no value\./);
  });

  const names = (panel: PanelPage): Promise<(string | null)[]> =>
    panel.page.$$eval(".outcome-head button", (all) => all.map((one) => one.getAttribute("aria-label")));

  it("offers to repeat a run whose arguments are whole", async () => {
    const panel = await openValue("hello");
    assert.deepEqual(await names(panel), ["Run Again", "Edit Arguments", "Copy as Call"]);
    assert.equal((await panel.page.$$(".outcome > .notice")).length, 0);
  });

  for (const [what, more, why] of [
    ["were cut", { json: '{"a":', length: 70_000, whole: false }, /not kept whole, so this run cannot be repeated/],
    ["had something secret in them", { redacted: true }, /Something secret was taken out/],
    ["were no object", { json: "[1]" }, /were not an object/],
  ] as const)
    it(`says that a run cannot be repeated whose arguments ${what}, and offers the form`, async () => {
      const panel = await open({ record: recordOf({ args: runArguments({ a: 1 }, more) }), json: "1" });
      assert.deepEqual(await names(panel), []);
      assert.match(await panel.text(".outcome > .notice"), why);
      await click(panel, "Open Form");
      await panel.posted("editArguments");
      if ("length" in more)
        assert.match(await panel.page.$eval(".outcome", (node) => node.textContent ?? ""), /This is the beginning of 70000 characters\./); // prettier-ignore
    });

  it("keeps the run for when the window is reloaded, without a picture that would be too much, and no run that goes on", async () => {
    const panel = await open({ json: "[1]", screenshot: `data:image/png;base64,${PIXEL}` });
    const kept = async (): Promise<Partial<ShownRun> | undefined> => ((await panel.state()) as { run?: ShownRun }).run;
    assert.deepEqual([(await kept())?.json, (await kept())?.screenshot?.length], ["[1]", PIXEL.length + 22]);
    await show(panel, { json: "[1]", screenshot: "p".repeat(300_000) });
    assert.deepEqual([(await kept())?.json, (await kept())?.screenshot], ["[1]", undefined]);
    await show(panel, { json: JSON.stringify("r".repeat(300_000)) });
    assert.equal(await kept(), undefined);
    await show(panel, { json: "2" });
    await show(panel, { record: recordOf({ state: "running" }) });
    assert.equal(await kept(), undefined);
  });

  it("says that a run is from before the window was reloaded", async () => {
    const panel = await open({ json: '"hello"', before: true });
    assert.equal(await panel.text(".outcome > .notice"), "This run is from before the window was reloaded.");
    assert.equal(await panel.text("pre.text"), "hello");
    assert.deepEqual(await names(panel), ["Run Again", "Edit Arguments", "Copy as Call"]);
    assert.equal(await panel.page.$eval('[role="status"][aria-live]', (node) => node.textContent), "");
  });

  describe("shows flat rows as a table", () => {
    const rows = [
      { id: 10, name: "Zoë", note: null },
      { id: 9, name: "ada", extra: true },
      { id: 100, name: HOSTILE },
    ];

    it("with a column for each name, in the order in which they come", async () => {
      const panel = await openValue(rows);
      const heads = await panel.page.$$eval("th button", (all) => all.map((one) => one.textContent));
      assert.deepEqual(heads, ["id", "name", "note", "extra"]);
      assert.deepEqual(await cells(panel), [["10", "Zoë", "null", ""], ["9", "ada", "", "true"], ["100", HOSTILE, "", ""]]); // prettier-ignore
      assert.equal((await panel.page.$$("main img")).length, 0);
    });

    it("with what stands beside the rows above them", async () => {
      const panel = await openValue({ total: 70, next: "abc", items: rows });
      assert.match(await panel.text(".facts"), /total\s*70\s*next\s*abc/);
      assert.equal((await cells(panel)).length, 3);
    });

    it("sorted by a column, up, down, and as it came", async () => {
      const panel = await openValue(rows);
      const ids = async (): Promise<string[]> => (await cells(panel)).map(([id]) => id ?? "");
      await click(panel, "id");
      assert.deepEqual(await ids(), ["9", "10", "100"]);
      assert.equal(await panel.page.$eval("th", (head) => head.getAttribute("aria-sort")), "ascending");
      await click(panel, "id");
      assert.deepEqual(await ids(), ["100", "10", "9"]);
      await click(panel, "id");
      assert.deepEqual(await ids(), ["10", "9", "100"]);
    });

    it("filtered by a text, and copied as CSV as it is shown", async () => {
      const panel = await openValue([
        { name: "=HYPERLINK(1)", n: -5 },
        { name: 'a "b", c', n: 1 },
        { name: "gone", n: 2 },
      ]);
      await panel.page.locator("input[type=search]").fill("(1)");
      assert.equal(await panel.text('[role="status"].quiet'), "1 of 3 rows");
      await press(panel, "Control+a", "Backspace");
      await click(panel, "Copy as CSV");
      assert.equal(await copied(panel), 'name,n\r\n\'=HYPERLINK(1),-5\r\n"a ""b"", c",1\r\ngone,2');
    });

    it("walked through with the keyboard, a cell copied", async () => {
      const panel = await openValue(rows);
      await panel.page.focus("th button");
      await press(panel, "ArrowDown", "ArrowRight", "ArrowDown");
      assert.equal(await active(panel), "ada");
      await press(panel, "Control+c");
      assert.equal(await copied(panel), "ada");
      await press(panel, "End");
      assert.equal(await active(panel), "true");
      await press(panel, "Control+Home");
      assert.equal(await active(panel), "id");
      assert.equal((await panel.page.$$('table [tabindex="0"]')).length, 1);
    });

    it("of 5,000 rows in a short time", async () => {
      const many = Array.from({ length: 5000 }, (_, index) => ({ id: index, name: `Name ${index}`, mail: `n${index}@example.com`, price: index / 7, when: "2026-11-30", state: "open" })); // prettier-ignore
      const panel = await open({});
      const ms = await panel.page.evaluate((json) => {
        const from = performance.now();
        const record = { id: "run-2", tool: "t", origin: "User", client: "c", args: { json: "{}", length: 2, whole: true, redacted: false }, startedAt: "2026-11-30T10:00:00.000Z", state: "ok", progress: [], log: [], requests: [] }; // prettier-ignore
        window.dispatchEvent(new MessageEvent("message", { data: { type: "run", key: {}, title: "t", run: { record, json, canRun: true } } })); // prettier-ignore
        // Layout is a part of it.
        return document.querySelector("table")?.offsetHeight ? performance.now() - from : Number.NaN;
      }, JSON.stringify(many));
      assert.equal(await panel.page.$eval("table", (table) => table.ariaRowCount), "5001");
      assert.ok(ms < 1000, `it took ${ms} ms`);
      const sorted = await panel.page.evaluate(() => {
        const from = performance.now();
        document.querySelector<HTMLElement>("th button")?.click();
        document.querySelector<HTMLElement>("th button")?.click();
        return document.querySelector("table")?.offsetHeight ? performance.now() - from : Number.NaN;
      });
      assert.equal((await cells(panel))[0]?.[0], "4999");
      assert.ok(sorted < 1000, `sorting took ${sorted} ms`);
      await panel.page.$eval(".scroller", (scroller) => scroller.scrollTo(0, scroller.scrollHeight));
      await panel.page.waitForFunction(() => document.querySelectorAll("tbody tr").length === 5000);
      assert.equal((await cells(panel))[4999]?.[0], "0");
      if (process.env["GUIDON_SCREENSHOTS"]) process.stderr.write(`5,000 rows: ${ms} ms, sorted twice: ${sorted} ms\n`);
    });

    it("and says that there are more than it shows", async () => {
      const panel = await openValue(Array.from({ length: 5003 }, (_, id) => ({ id })));
      assert.match(await panel.text(".table .notice"), /The first 5000 of 5003 rows are shown here\./);
    });
  });

  describe("shows other JSON as a tree", () => {
    const value = { name: HOSTILE, list: [1, [2, 3]], deep: { a: { b: null } } };

    it("that opens and closes, with hostile texts as text", async () => {
      const panel = await openValue(value);
      assert.match(await panel.text('[role="tree"]'), /name\s*:\s*"<img src=x/);
      assert.equal((await panel.page.$$("main img")).length, 0);
      await click(panel, "Copy JSON");
      assert.deepEqual(JSON.parse(await copied(panel)), value);
      await click(panel, "Open as JSON");
      await panel.posted("openJson");
    });

    it("walked through with the keyboard", async () => {
      const panel = await openValue(value);
      await panel.page.focus('[role="treeitem"]');
      await press(panel, "ArrowDown", "ArrowDown", "ArrowDown");
      assert.equal(await active(panel), "1: [ 2 ]");
      await press(panel, "ArrowRight", "ArrowRight");
      assert.equal(await active(panel), "0: 2");
      await press(panel, "ArrowLeft", "ArrowLeft", "ArrowLeft");
      assert.match(await active(panel), /^list: \[ 2 \]/);
      assert.equal(await panel.page.evaluate(() => document.activeElement?.getAttribute("aria-expanded")), "true");
      await press(panel, "ArrowLeft");
      assert.equal(await panel.page.evaluate(() => document.activeElement?.getAttribute("aria-expanded")), "false");
      await press(panel, "End", "Control+c");
      assert.equal(await copied(panel), '{\n  "b": null\n}');
    });

    it("of which long branches come in pages", async () => {
      const panel = await openValue([...Array(450).keys()]);
      assert.equal((await panel.page.$$('[role="treeitem"]')).length, 201);
      await panel.page.focus('[role="treeitem"]');
      await press(panel, "End", "Enter");
      assert.equal(await active(panel), "200: 200");
      assert.equal((await panel.page.$$('[role="treeitem"]')).length, 401);
    });
  });

  it("shows a picture with its size", async () => {
    for (const value of [`data:image/png;base64,${PIXEL}`, { mimeType: "image/png", data: PIXEL }]) {
      const panel = await openValue(value);
      await panel.page.waitForFunction(() => document.querySelector("figcaption")?.textContent?.startsWith("1 × 1, image/png, 70 bytes")); // prettier-ignore
    }
  });

  it("shows other data: addresses as text", async () => {
    const text = "data:text/html;base64,PGI+";
    assert.equal(await (await openValue(text)).text("pre.text"), text);
  });

  it("opens and reveals a file", async () => {
    const panel = await openValue({ path: "/home/ada/report.pdf" });
    assert.match(await panel.text(".file"), /\/home\/ada\/report\.pdf/);
    await click(panel, "Open");
    assert.deepEqual(await panel.posted("openFile"), { type: "openFile", path: "/home/ada/report.pdf" });
    await click(panel, "Reveal");
    assert.deepEqual(await panel.posted("revealFile"), { type: "revealFile", path: "/home/ada/report.pdf" });
  });

  it("makes no links of addresses in a text", async () => {
    const panel = await openValue("See https://example.com/ now");
    assert.equal((await panel.page.$$("main a")).length, 0);
  });

  describe("of a run that failed", () => {
    const error = {
      name: "ToolError",
      code: "ElementNotFound",
      message: `No element fits "${HOSTILE}"`,
      hint: "Look at the page.",
      details: { selector: "#a" },
      stack: "at main (scripts/list orders.ts:3:7)\nat scripts/list.js:10",
      cause: { name: "Error", code: "Error", message: "inner" },
    };
    const failed = (more: Partial<ShownRun> = {}): Partial<ShownRun> => ({
      record: recordOf({ state: "failed", error, screenshot: "/home/ada/shots/1.png" }),
      ...more,
    });

    it("says what happened, what to do next, and where, with links to the lines", async () => {
      const panel = await open(failed());
      assert.match(
        await panel.text(".failure .notice"),
        /ElementNotFound No element fits "<img[^]*Next: Look at the page\./,
      );
      assert.equal((await panel.page.$$("main img")).length, 0);
      const links = await panel.page.$$(".stack button");
      await links[0]?.click();
      assert.deepEqual(await panel.posted("openScript"), { type: "openScript", file: "scripts/list orders.ts", line: 3, column: 7 }); // prettier-ignore
      await links[1]?.click();
      assert.deepEqual(await panel.posted("openScript"), { type: "openScript", file: "scripts/list.js", line: 10, column: 1 }); // prettier-ignore
    });

    it("shows the page as it was, and its file", async () => {
      const panel = await open(failed({ screenshot: `data:image/png;base64,${PIXEL}` }));
      await panel.text("figure img");
      await click(panel, "Open");
      assert.deepEqual(await panel.posted("openFile"), { type: "openFile", path: "/home/ada/shots/1.png" });
    });

    it("offers to set the secret that is missing", async () => {
      const panel = await open(failed({ missingSecret: "API_TOKEN" }));
      await click(panel, "Set API_TOKEN…");
      await panel.posted("setSecret");
    });
  });

  it("has log and progress below, closed at first", async () => {
    const record = recordOf({
      progress: [{ atMs: 50, message: "Halfway" }],
      log: [{ atMs: 10, level: "warn", text: HOSTILE }, { atMs: 90, level: "info", text: "end" }], // prettier-ignore
    });
    const panel = await open({ record, json: "1" });
    assert.equal(await panel.page.$eval("details", (details) => details.open), false);
    await panel.page.locator("summary").click();
    assert.match(await panel.text("details ol"), /10 ms[^]*<img[^]*50 ms\s*Halfway\s*90 ms\s*end/);
  });

  it("runs again, edits the arguments, and copies the call", async () => {
    const panel = await openValue(1);
    await click(panel, "Run Again");
    await panel.posted("runAgain");
    await click(panel, "Edit Arguments");
    await panel.posted("editArguments");
    await click(panel, "Copy as Call");
    await panel.posted("copyRunCall");
    await show(panel, { json: "1", canRun: false, notKept: "x" });
    assert.equal((await panel.page.$$('aria/Run Again[role="button"]')).length, 0);
  });

  it("follows a run until it is over, and can cancel it", async () => {
    const running = recordOf({ state: "running", progress: [{ atMs: 1, message: "Reading" }] });
    const panel = await open({ record: running });
    assert.match(await panel.text(".progress"), /Reading/);
    assert.equal(await panel.page.$eval('[role="progressbar"]', (bar) => bar.hasAttribute("aria-valuenow")), false);
    await click(panel, "Cancel");
    await panel.posted("cancel");
    await show(panel, { record: recordOf({ state: "canceled" }) });
    assert.match(await panel.text(".outcome"), /Canceled/);
  });

  it("shows the beginning of a result that is not kept whole", async () => {
    const record = recordOf({ result: { json: '{"begin', length: 10_000_000, whole: false } });
    const panel = await open({ record, notKept: "This is its beginning:" });
    assert.match(await panel.text(".outcome"), /This is its beginning:[^]*\{"begin/);
  });

  it("keeps which run it shows for after a reload", async () => {
    const panel = await openValue(1);
    const { key } = (await panel.state()) as ResultState;
    assert.deepEqual(key, { folder: "file:///shop", id: "run-1", tool: "list_orders" });
  });

  for (const theme of ["dark", "light", "highContrast", "highContrastLight"] satisfies ThemeName[]) {
    it(`is drawn in the ${theme} theme`, async () => {
      const rows = Array.from({ length: 12 }, (_, id) => ({ id: id * 7, name: `Order ${id}`, mail: "ada@example.com", price: id * 3.5, open: id % 2 === 0 })); // prettier-ignore
      const panel = await openValue({ total: 12, items: rows }, { theme });
      const head = await panel.page.$eval("th", (cell) => getComputedStyle(cell).backgroundColor);
      assert.doesNotMatch(head, /rgba\(.*, 0(?:\.\d+)?\)|transparent/, "rows would shine through the header");
      await panel.screenshot(`result-table-${theme}`);
      const error = { name: "ToolError", code: "Timeout", message: "The page did not load", hint: "Try again later.", stack: "at main (scripts/a.ts:3:7)" }; // prettier-ignore
      await show(panel, { record: recordOf({ id: "f", state: "failed", error, log: [{ atMs: 3, level: "warn", text: "slow" }] }) }); // prettier-ignore
      await panel.screenshot(`result-failed-${theme}`);
      await show(panel, { record: recordOf({ id: "t" }), json: JSON.stringify({ a: [1, { b: "text" }], ok: true, none: null }) }); // prettier-ignore
      await panel.screenshot(`result-tree-${theme}`);
      await show(panel, { record: recordOf({ id: "r", state: "running", startedAt: new Date().toISOString(), progress: [{ atMs: 1, message: "Reading", current: 3, total: 5 }] }) }); // prettier-ignore
      await panel.screenshot(`result-running-${theme}`);
    });
  }
});
