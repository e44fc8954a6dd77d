import assert from "node:assert/strict";
import type { RunRecord } from "../../runtime/contract/control.ts";
import type { RunRow } from "../../webview-ui/runs/protocol.ts";
import { runArguments } from "../support/runArguments.ts";
import { panelBench, type PanelOptions, type PanelPage } from "./support.ts";
import type { ThemeName } from "./themes.ts";

const today = (secondsAgo: number): string => new Date(Date.now() - secondsAgo * 1000).toISOString();

function row(id: string, more: Partial<RunRow> = {}): RunRow {
  return {
    id,
    folder: "shop",
    tool: "list_orders",
    client: "Claude Code 2.1",
    startedAt: today(60),
    state: "ok",
    durationMs: 1234,
    args: '{"state":"open"}',
    note: "",
    ...more,
  };
}

const rows: RunRow[] = [
  row("r1", { state: "running", tool: "export_invoices", note: "Page 3 of 12", part: 0.25, startedAt: today(5) }),
  row("r2", { state: "failed", tool: "place_order", note: "Nothing on the page has the text “Add to cart”", client: "Visual Studio Code 1.139" }), // prettier-ignore
  row("r3"),
  row("r4", { state: "canceled", tool: "a_tool_with_a_rather_long_name_that_goes_on", client: "guidon run", durationMs: 61_500 }), // prettier-ignore
  row("r5", { args: "{}", durationMs: 85, startedAt: "2026-01-02T03:04:05.000Z" }),
];

function record(id: string, more: Partial<RunRecord> = {}): RunRecord {
  return {
    id,
    tool: "list_orders",
    origin: "Mcp",
    client: "Claude Code 2.1",
    startedAt: today(60),
    state: "ok",
    args: runArguments({ state: "open", limit: 20 }),
    durationMs: 1234,
    progress: [],
    log: [],
    requests: [],
    ...more,
  };
}

const failed = record("r2", {
  tool: "place_order",
  state: "failed",
  error: { name: "ToolError", code: "NotFound", message: "Nothing on the page has the text “Add to cart”", hint: "Look at the screenshot: the shop may show a cookie dialog over the page.", stack: "at main (scripts/place_order.js:12:9)" }, // prettier-ignore
  progress: [
    { atMs: 20, message: "Opening the shop" },
    { atMs: 1200, message: "Looking for the product", current: 1, total: 3 },
  ],
  log: [
    { atMs: 40, level: "info", text: "cookie dialog seen" },
    { atMs: 1300, level: "warn", text: "the price is not what it was" },
    { atMs: 1400, level: "error", text: "no button" },
  ],
  requests: [
    { atMs: 100, method: "GET", url: "https://shop.example.com/api/products?query=lamp", status: 200, ms: 83 },
    { atMs: 220, method: "POST", url: "https://shop.example.com/api/cart/items/with/a/very/long/path", status: 404, ms: 41 }, // prettier-ignore
    { atMs: 400, method: "GET", url: "https://stats.example.com/", error: "connection refused" },
  ],
});
const running = record("r1", {
  tool: "export_invoices",
  state: "running",
  progress: [{ atMs: 900, message: "Page 3 of 12", current: 3, total: 12 }],
});
delete running.durationMs;
const done = record("r3", {
  result: { json: JSON.stringify([{ id: 17, customer: "Ada", total: 12.5 }]), length: 44, whole: true },
});
/** A red dot. */
const PICTURE =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/w38GIAXDIBKE0DHxgljNBAAO9TXL0Y4OHwAAAABJRU5ErkJggg=="; // prettier-ignore

describe("The Runs panel", () => {
  const panels = panelBench("runs");
  const open = async (options: PanelOptions = {}, all: RunRow[] = rows): Promise<PanelPage> => {
    const panel = await panels.open({ width: 1100, height: 420, place: "panel", ...options });
    await panel.send({ type: "runs", runs: all, severalFolders: false, whole: true });
    return panel;
  };
  const select = async (panel: PanelPage, run: RunRecord, screenshot?: string): Promise<void> => {
    await panel.page.click(`[data-id="${run.id}"]`);
    await panel.send({ type: "detail", run, ...(screenshot ? { screenshot } : {}) });
  };
  const ids = (panel: PanelPage): Promise<(string | undefined)[]> =>
    panel.page.$$eval("[role=option]", (all) => all.map((each) => (each as HTMLElement).dataset["id"]));
  const focusedId = (panel: PanelPage): Promise<string | undefined> =>
    panel.page.evaluate(() => (document.activeElement as HTMLElement).dataset["id"]);

  it("lists the runs with state, tool, client, duration and time", async () => {
    const panel = await open();
    assert.deepEqual(await ids(panel), ["r1", "r2", "r3", "r4", "r5"]);
    const texts = await panel.page.$$eval("[role=option]", (all) => all.map((each) => each.textContent));
    assert.match(texts[0] ?? "", /^Runningexport_invoicesPage 3 of 12.*Claude Code 2\.1/);
    assert.match(texts[1] ?? "", /^Failedplace_orderNothing on the page.*1\.2 s/);
    assert.match(texts[3] ?? "", /^Canceled.*1:02 min/);
    assert.match(texts[4] ?? "", /^Donelist_orders.*85 ms2?.*Jan/);
  });

  it("says what will be here while there is no run", async () => {
    const panel = await open({}, []);
    assert.match(await panel.text(".none"), /No tool has run yet/);
  });

  it("asks for the details of the run that is clicked at, and shows all of a failure", async () => {
    const panel = await open();
    await select(panel, failed, PICTURE);
    assert.deepEqual(await panel.posted("select"), { type: "select", id: "r2" });
    const text = await panel.text(".detail");
    for (const part of [
      /place_order[^]*Failed[^]*1\.2 s/, /Called by Claude Code 2\.1/, /NotFound[^]*Add to cart/, /Next: Look at the screenshot/,
      /scripts\/place_order\.js:12:9/, /"state": "open"/, /Looking for the product\s*1\/3/, /the price is not what it was/,
      /POST\s*https:\/\/shop\.example\.com\/api\/cart[^\s]*\s*404/, /connection refused/,
    ]) assert.match(text, part); // prettier-ignore
    assert.equal(await panel.page.$eval(".picture img", (image) => image.naturalWidth), 5);
  });

  it("shows the result, and opens it", async () => {
    const panel = await open();
    await select(panel, done);
    assert.match(await panel.text(".detail"), /Result[^]*"customer": "Ada"/);
    await panel.page.click('[data-focus="openResult"]');
    assert.deepEqual(await panel.posted("openResult"), { type: "openResult", id: "r3" });
  });

  it("says how much of a long result is shown", async () => {
    const panel = await open();
    await select(panel, record("r3", { result: { json: '[{"a":', length: 90_000, whole: false } }));
    assert.match(await panel.text(".detail"), /beginning of 90000 characters/);
  });

  it("posts what is to be done with a run", async () => {
    const panel = await open();
    await select(panel, failed);
    for (const type of ["rerun", "openTool"]) {
      await panel.page.click(`[data-focus="${type}"]`);
      assert.deepEqual(await panel.posted(type), { type, id: "r2" });
    }
    for (const what of ["error", "arguments"]) {
      await panel.page.click(`[data-focus="copy ${what}"]`);
      assert.deepEqual(await panel.posted("copy"), { type: "copy", id: "r2", what });
    }
    await select(panel, running);
    await panel.page.click('[data-focus="cancel"]');
    assert.deepEqual(await panel.posted("cancel"), { type: "cancel", id: "r1" });
  });

  it("shows the progress of a running one, and puts its end in the place of it", async () => {
    const panel = await open();
    await select(panel, running);
    assert.equal(await panel.page.$eval("progress", (bar) => bar.position), 0.25);
    assert.match(await panel.text(".running"), /Page 3 of 12/);
    const ended = { ...running, state: "ok" as const, durationMs: 2000, result: { json: '"12 files"', length: 10, whole: true } }; // prettier-ignore
    await panel.send({ type: "run", run: row("r1", { ...rows[0], state: "ok", durationMs: 2000, note: "" }) });
    await panel.send({ type: "detail", run: ended });
    assert.equal(await panel.page.$("progress"), null);
    assert.match(await panel.text(".detail"), /Done[^]*2\.0 s[^]*12 files/);
    assert.equal(await panel.page.$eval("[role=status][aria-live]", (region) => region.textContent), "export_invoices is done after 2.0 s."); // prettier-ignore
  });

  it("leaves marked text alone while a run goes on", async () => {
    const panel = await open();
    await select(panel, running);
    await panel.page.evaluate(() => {
      const pre = document.querySelector(".detail pre");
      if (pre) getSelection()?.selectAllChildren(pre);
    });
    const more = { ...running, progress: [...running.progress, { atMs: 1900, message: "Page 4 of 12", current: 4, total: 12 }] }; // prettier-ignore
    await panel.send({ type: "detail", run: more });
    assert.match(await panel.text(".running"), /Page 4/);
    assert.match(await panel.page.evaluate(() => String(getSelection())), /"state": "open"/);
  });

  it("puts a new run on top and keeps selection and focus", async () => {
    const panel = await open();
    await select(panel, done);
    await panel.send({ type: "run", run: row("r0", { state: "running" }) });
    assert.equal((await ids(panel))[0], "r0");
    assert.equal(await focusedId(panel), "r3");
    assert.equal(await panel.page.$eval('[aria-selected="true"]', (each) => (each as HTMLElement).dataset["id"]), "r3");
  });

  it("filters by words and by state, and says how many fit", async () => {
    const panel = await open();
    await panel.page.type("[type=search]", "orders claude");
    assert.deepEqual(await ids(panel), ["r3", "r5"]);
    assert.equal(await panel.text(".count"), "2 of 5");
    await panel.page.select("select", "failed");
    assert.deepEqual(await ids(panel), []);
    assert.match(await panel.text(".none"), /No run fits/);
    await panel.page.click(".none button");
    assert.equal((await ids(panel)).length, 5);
  });

  it("offers the form for a run that cannot be repeated, and says why", async () => {
    const panel = await open();
    const texts = (): Promise<string[]> => panel.page.$$eval(".actions button", (all) => all.map((one) => one.textContent ?? "")); // prettier-ignore
    await select(panel, done);
    assert.ok((await texts()).includes("Run Again…"));
    await select(panel, { ...done, args: runArguments({ p: "«secret»" }, { redacted: true }) });
    assert.ok(!(await texts()).includes("Run Again…"));
    assert.match(
      await panel.text('[aria-label="Arguments"]'),
      /«secret»[^]*Something secret was taken out of the arguments/,
    );
    await panel.page.locator('aria/Copy arguments[role="button"]').wait();
    await panel.page.locator('aria/Open Form[role="button"]').click();
    assert.deepEqual(await panel.posted("openForm"), { type: "openForm", id: "r3" });
    await select(panel, { ...done, args: { json: '{"a":', length: 70_000, whole: false, redacted: false } });
    assert.match(await panel.text('[aria-label="Arguments"]'), /beginning of 70000 characters[^]*not kept whole/);
    assert.equal((await panel.page.$$('[aria-label="Copy arguments"]')).length, 0);
  });

  it("keeps filter, selection and width of the list when the window is loaded again", async () => {
    const panel = await open();
    await panel.page.type("[type=search]", "place");
    await select(panel, failed);
    await panel.page.focus(".splitter");
    await panel.page.keyboard.press("ArrowLeft");
    await panel.reload();
    assert.deepEqual(await panel.posted("ready"), { type: "ready", selected: "r2" });
    await panel.send({ type: "runs", runs: rows, severalFolders: false, whole: true });
    assert.deepEqual(await ids(panel), ["r2"]);
    assert.equal(await panel.page.$eval('[aria-selected="true"]', (each) => (each as HTMLElement).dataset["id"]), "r2");
    assert.equal(await panel.page.$eval(".splitter", (bar) => bar.getAttribute("aria-valuenow")), "45");
  });

  it("keeps the places that list and details were scrolled to", async () => {
    const many = Array.from({ length: 200 }, (_, at) => row(`m${at}`));
    const long = record("m40", { args: runArguments({ lines: Array.from({ length: 200 }, (_, at) => `line ${at}`) }), log: Array.from({ length: 80 }, (_, atMs) => ({ atMs, level: "info", text: `log ${atMs}` })) }); // prettier-ignore
    const panel = await open({}, many);
    await panel.send({ type: "reveal", id: "m40" });
    await panel.send({ type: "detail", run: long });
    const scroll = (selector: string, top: number) =>
      panel.page.$eval(selector, (element, to) => new Promise<void>((resolve) => {
        element.addEventListener("scrollend", () => resolve(), { once: true });
        element.scrollTop = to;
      }), top); // prettier-ignore
    await scroll(".list", 600);
    await scroll(".detail", 300);
    await panel.reload();
    await panel.send({ type: "runs", runs: many, severalFolders: false, whole: true });
    await panel.send({ type: "detail", run: long });
    assert.equal(await panel.page.$eval(".list", (element) => element.scrollTop), 600);
    assert.equal(await panel.page.$eval(".detail", (element) => element.scrollTop), 300);
  });

  it("is one tab stop, and arrow keys select", async () => {
    const panel = await open();
    await panel.page.focus("[role=option]");
    const press = async (key: "ArrowDown" | "End" | "Home" | "ArrowUp", wanted: string): Promise<void> => {
      await panel.page.keyboard.press(key);
      assert.equal(await focusedId(panel), wanted);
      assert.deepEqual(await panel.posted("select"), { type: "select", id: wanted });
    };
    await press("ArrowDown", "r2");
    await press("End", "r5");
    await press("ArrowUp", "r4");
    await press("Home", "r1");
    assert.equal(await panel.page.$$eval('[role=option][tabindex="0"]', (all) => all.length), 1);
    await panel.send({ type: "detail", run: running });
    await panel.page.keyboard.press("Enter");
    assert.equal(await panel.page.evaluate(() => document.activeElement?.className), "detail");
    await panel.page.keyboard.press("Escape");
    assert.equal(await focusedId(panel), "r1");
  });

  it("reveals a run that the filter hides", async () => {
    const panel = await open({ state: { text: "nothing like it" } });
    await panel.send({ type: "reveal", id: "r4" });
    assert.equal(await panel.page.$eval('[aria-selected="true"]', (each) => (each as HTMLElement).dataset["id"]), "r4");
    assert.deepEqual(await panel.posted("select"), { type: "select", id: "r4" });
  });

  it("shows nothing of runs that were cleared", async () => {
    const panel = await open();
    await select(panel, failed);
    await panel.send({ type: "runs", runs: [], severalFolders: false, whole: true });
    assert.match(await panel.text(".none"), /No tool has run yet/);
    assert.match(await panel.text(".detail"), /Select a run/);
  });

  it("updates one of 1,000 rows in less than a frame or two", async () => {
    const many = Array.from({ length: 1000 }, (_, at) => row(`m${at}`, { args: `{"n":${at}}` }));
    const panel = await open({}, many);
    const ms = await panel.page.evaluate((first) => {
      const began = performance.now();
      for (let at = 0; at < 20; at++)
        window.dispatchEvent(new MessageEvent("message", { data: { type: "run", run: { ...first, note: `step ${at}` } } }));
      void document.body.offsetHeight;
      return (performance.now() - began) / 20;
    }, many[0]); // prettier-ignore
    if (process.env["GUIDON_SCREENSHOTS"]) console.log(`        ${ms.toFixed(1)} ms for each update`);
    assert.ok(ms < 40, `${ms} ms`);
  });

  it("shows hostile texts as texts", async () => {
    const panel = await open();
    const evil = '<img src=x onerror="document.title=1">';
    await panel.send({ type: "runs", runs: [row("r2", { tool: evil, client: evil, note: evil, args: evil })], severalFolders: true, whole: true }); // prettier-ignore
    await select(panel, record("r2", { tool: evil, args: runArguments(evil), error: { name: evil, code: evil, message: evil, hint: evil, stack: evil }, result: { json: JSON.stringify(evil), length: 1, whole: true }, log: [{ atMs: 1, level: "info", text: evil }], requests: [{ atMs: 1, method: evil, url: evil, error: evil }], progress: [{ atMs: 1, message: evil }] })); // prettier-ignore
    assert.match(await panel.text(".detail"), /<img src=x/);
    assert.equal(await panel.page.$("main img"), null);
  });

  for (const theme of ["dark", "light", "highContrast", "highContrastLight"] satisfies ThemeName[])
    it(`fits in the ${theme} theme`, async () => {
      const panel = await open({ theme });
      await select(panel, failed, PICTURE);
      await panel.screenshot(`runs-${theme}`);
      await panel.page.setViewport({ width: 1100, height: 1100 });
      await panel.screenshot(`runs-${theme}-tall`);
    });

  it("names the folder of each run where the window has several", async () => {
    const panel = await open({ width: 1400 });
    const runs = rows.map((each, at) => ({ ...each, folder: at % 2 ? "office" : "shop" }));
    assert.equal(await panel.page.$eval(".run .folder", (each) => getComputedStyle(each).display), "none");
    await panel.send({ type: "runs", runs, severalFolders: true, whole: true });
    assert.equal(await panel.page.$eval(".run .folder", (each) => getComputedStyle(each).display), "block");
    await select(panel, { ...running, progress: [] });
    await panel.screenshot("runs-folders");
  });

  it("keeps the selection while the journals are not read yet", async () => {
    const panel = await panels.open({ state: { selected: "r3" } });
    await panel.send({ type: "runs", runs: [row("r9")], severalFolders: false, whole: false });
    await panel.send({ type: "runs", runs: rows, severalFolders: false, whole: true });
    assert.equal(await panel.page.$eval('[aria-selected="true"]', (each) => (each as HTMLElement).dataset["id"]), "r3");
  });

  for (const width of [300, 500, 800])
    it(`fits into ${width} pixels`, async () => {
      const panel = await open({ width, height: 560 });
      await select(panel, running);
      await panel.screenshot(`runs-${width}`);
      const { scrollWidth } = await panel.page.evaluate(() => document.documentElement);
      assert.ok((scrollWidth ?? 0) <= width);
    });
});
