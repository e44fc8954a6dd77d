import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRunsPanel, runsCommands } from "../../extension/runsPanel.ts";
import type { RunRecord } from "../../runtime/contract/control.ts";
import { createFakeRuntimes, type FakeRuntime, type FakeRuntimes } from "../support/fakeRuntimes.ts";
import { createFakeVscode, type FakeOptions, type FakeVscode } from "../support/fakeVscode.ts";
import { runArguments } from "../support/runArguments.ts";
import type { FakeWebviewHolder } from "../support/fakeVscode/window.ts";

function record(id: string, more: Partial<RunRecord> = {}): RunRecord {
  return {
    id,
    tool: "list_orders",
    origin: "Mcp",
    client: "Claude Code 2.1",
    args: runArguments({ state: "open" }),
    startedAt: `2026-01-01T00:00:${id.replace(/\D/g, "").padStart(2, "0")}.000Z`,
    state: "ok",
    durationMs: 10,
    progress: [],
    log: [],
    requests: [],
    ...more,
  };
}

const running = (id: string, more: Partial<RunRecord> = {}): RunRecord => {
  const made = record(id, { state: "running", ...more });
  delete made.durationMs;
  return made;
};

interface Bench {
  fake: FakeVscode;
  runtimes: FakeRuntimes;
  shop: FakeRuntime;
  open(selected?: string): Promise<FakeWebviewHolder>;
}

const disposables: { dispose(): unknown }[] = [];

function bench(journal: RunRecord[] = [], options: FakeOptions = {}): Bench {
  const fake = createFakeVscode({ folders: ["/home/me/shop"], ...options });
  const runtimes = createFakeRuntimes(fake, {
    "runs/list": () => journal,
    "runs/clear": () => ({}),
    "run/cancel": () => ({ canceled: true }),
  });
  const [shop] = runtimes.all;
  if (!shop) throw new Error("A folder was opened");
  const deps = fake.deps(runtimes);
  disposables.push(createRunsPanel(deps));
  for (const { id, run } of runsCommands) fake.vscode.commands.registerCommand(id, (...args) => run(deps, ...args));
  return {
    fake,
    runtimes,
    shop,
    async open(selected) {
      const view = await fake.resolveWebviewView("guidon.runs");
      view.webview.receive({ type: "ready", ...(selected ? { selected } : {}) });
      await eventually(() => of(view, "runs").length >= 2);
      return view;
    },
  };
}

const of = (view: FakeWebviewHolder, type: string): any[] => view.webview.posted.filter((each) => each.type === type);
const ids = (view: FakeWebviewHolder): string[] =>
  of(view, "runs")
    .at(-1)
    .runs.map(({ id }: { id: string }) => id);

async function eventually(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 200 && !holds(); tries++) await new Promise((resolve) => setTimeout(resolve, 5));
  assert.ok(holds());
}

describe("Runs in the extension", () => {
  let folder: string;
  before(() => (folder = mkdtempSync(join(tmpdir(), "guidon-runs-"))));
  after(() => rmSync(folder, { recursive: true, force: true }));
  afterEach(() => disposables.splice(0).forEach((each) => each.dispose()));

  it("shows the journals of all folders, newest first", async () => {
    const { runtimes, open } = bench([record("r1"), record("r3")], { folders: ["/home/me/shop", "/home/me/office"] });
    const office = runtimes.all[1];
    if (office) office.answers["runs/list"] = () => [record("r2")];
    const view = await open();
    assert.deepEqual(ids(view), ["r3", "r2", "r1"]);
    assert.equal(of(view, "runs").at(-1).severalFolders, true);
    assert.equal(of(view, "runs").at(-1).runs[1].folder, "office");
  });

  it("shows a row without logs and results, which come with the run that is selected", async () => {
    const log = [{ atMs: 1, level: "info" as const, text: "a line" }];
    const result = { json: "[1]", length: 3, whole: true };
    const { open } = bench([record("r1", { log, result })]);
    const view = await open();
    assert.doesNotMatch(JSON.stringify(of(view, "runs")), /a line|\[1\]/);
    view.webview.receive({ type: "select", id: "r1" });
    await eventually(() => of(view, "detail").length === 1);
    assert.deepEqual(of(view, "detail")[0].run.log, log);
  });

  it("tells of each change while a run goes on, and of details of the selected one only", async () => {
    const { runtimes, shop, open } = bench();
    const view = await open();
    runtimes.fire(shop, "runs/changed", running("r1"));
    runtimes.fire(shop, "runs/changed", running("r1", { progress: [{ atMs: 5, message: "half", current: 1, total: 2 }] })); // prettier-ignore
    assert.deepEqual(of(view, "run").map(({ run }) => [run.state, run.note, run.part]), [["running", "", undefined], ["running", "half", 0.5]]); // prettier-ignore
    assert.deepEqual(of(view, "detail"), []);
    view.webview.receive({ type: "select", id: "r1" });
    await eventually(() => of(view, "detail").length === 1);
    runtimes.fire(shop, "runs/changed", record("r1"));
    await eventually(() => of(view, "detail").length === 2);
    assert.equal(of(view, "detail")[1].run.state, "ok");
  });

  it("has the number of running ones as its badge", async () => {
    const { runtimes, shop, open } = bench([running("r1")]);
    const view = await open();
    assert.equal((view.badge as any).value, 1);
    runtimes.fire(shop, "runs/changed", running("r2"));
    assert.equal((view.badge as any).value, 2);
    runtimes.fire(shop, "runs/changed", record("r1"));
    runtimes.fire(shop, "runs/changed", record("r2"));
    assert.equal(view.badge, undefined);
  });

  it("shows the error in the row of a run that failed", async () => {
    const error = { name: "ToolError", code: "NotFound", message: "No such button" };
    const { open } = bench([record("r1", { state: "failed", error, progress: [{ atMs: 1, message: "x" }] })]);
    assert.equal(of(await open(), "runs").at(-1).runs[0].note, "No such button");
  });

  it("sends the screenshot of a failure as a data address", async () => {
    const screenshot = join(folder, "page.png");
    writeFileSync(screenshot, "picture");
    const { open } = bench([record("r1", { state: "failed", screenshot })]);
    const view = await open("r1");
    await eventually(() => of(view, "detail").length > 0);
    assert.equal(of(view, "detail").at(-1).screenshot, `data:image/png;base64,${btoa("picture")}`);
  });

  it("shows a run whose screenshot is gone without it", async () => {
    const { open } = bench([record("r1", { state: "failed", screenshot: join(folder, "none.png") })]);
    const view = await open("r1");
    await eventually(() => of(view, "detail").length > 0);
    assert.equal("screenshot" in of(view, "detail").at(-1), false);
  });

  it("runs again with the same arguments, opens the result, and cancels", async () => {
    const { fake, shop, open } = bench([record("r1")]);
    const view = await open();
    const address = shop.folder.uri.toString();
    for (const type of ["rerun", "openResult", "cancel"]) view.webview.receive({ type, id: "r1" });
    assert.deepEqual(
      fake.executed.map(({ id, args }) => [id, ...args]),
      [
        ["guidon.runTool", { folder: address, tool: "list_orders", args: { state: "open" } }],
        ["guidon.openResult", { folder: address, id: "r1" }],
      ],
    );
    assert.deepEqual(shop.asked.at(-1), { method: "run/cancel", params: { id: "r1" } });
  });

  it("opens the form for a run that cannot be repeated as it was", async () => {
    const { fake, shop, open } = bench([record("r1", { args: runArguments({ p: "«secret»" }, { redacted: true }) })]);
    const view = await open();
    for (const type of ["rerun", "openForm"]) view.webview.receive({ type, id: "r1" });
    assert.deepEqual(fake.executed.map(({ id, args }) => [id, ...args]), [["guidon.runTool", { folder: shop.folder.uri.toString(), tool: "list_orders", edit: true }]]); // prettier-ignore
  });

  it("copies arguments, error, and the whole of a long result", async () => {
    const error = {
      name: "ToolError",
      code: "NotFound",
      message: "No button",
      hint: "Look.",
      stack: "at main (a.js:1:2)",
    };
    const result = { json: '{"a":[1,', length: 4000, whole: false };
    const { fake, shop, open } = bench([record("r1", { error, result })]);
    shop.answers["runs/result"] = () => ({ json: '{"a":[1,2]}' });
    const view = await open();
    const copied = async (what: string): Promise<string> => {
      fake.clipboard.text = "";
      view.webview.receive({ type: "copy", id: "r1", what });
      await eventually(() => fake.clipboard.text !== "");
      return fake.clipboard.text;
    };
    assert.equal(await copied("arguments"), '{\n  "state": "open"\n}');
    assert.equal(await copied("error"), "NotFound: No button\nLook.\nat main (a.js:1:2)");
    assert.deepEqual(JSON.parse(await copied("result")), { a: [1, 2] });
  });

  it("keeps what it knew when the runtime came back with an empty journal, and ends what was running", async () => {
    const journal = [record("r1"), running("r2")];
    const { runtimes, shop, open } = bench(journal);
    runtimes.start(shop);
    const view = await open();
    journal.splice(0);
    runtimes.start(shop);
    await eventually(() => of(view, "runs").at(-1).runs[0].state === "failed");
    assert.deepEqual(ids(view), ["r2", "r1"]);
    assert.match(of(view, "runs").at(-1).runs[0].note, /runtime ended while/);
  });

  it("ends what was running when the runtime was given up", async () => {
    const { runtimes, shop, open } = bench([running("r1")]);
    const view = await open();
    shop.state = "failed";
    runtimes.change();
    assert.equal(of(view, "runs").at(-1).runs[0].state, "failed");
    assert.equal(view.badge, undefined);
  });

  it("keeps no more runs than the setting says, and all that are running", async () => {
    const { runtimes, shop, open } = bench([], { settings: { "guidon.keepRuns": 10 } });
    const view = await open();
    runtimes.fire(shop, "runs/changed", running("r1"));
    for (let at = 2; at < 30; at++) runtimes.fire(shop, "runs/changed", record(`r${at}`));
    view.webview.receive({ type: "ready" });
    const shown = ids(view);
    assert.equal(shown.length, 11);
    assert.deepEqual([shown[0], shown.at(-1)], ["r29", "r1"]);
  });

  it("shows the run that Show Runs names, in a view that is open or that opens for it", async () => {
    const { fake, open } = bench([record("r1")]);
    await fake.run("guidon.showRuns", { id: "r1" });
    assert.equal(fake.executed.at(-1)?.id, "guidon.runs.focus");
    const view = await open();
    assert.deepEqual(of(view, "reveal"), [{ type: "reveal", id: "r1" }]);
    await fake.run("guidon.showRuns", { id: "r2" });
    assert.deepEqual(of(view, "reveal").at(-1), { type: "reveal", id: "r2" });
  });

  it("clears the runs that are over when the person says yes", async () => {
    const { fake, shop, open } = bench([record("r1"), running("r2")]);
    const view = await open();
    await fake.run("guidon.clearRuns");
    assert.deepEqual(ids(view), ["r2", "r1"]);
    fake.answers.message = ({ buttons }) => buttons[0];
    await fake.run("guidon.clearRuns");
    assert.deepEqual(ids(view), ["r2"]);
    assert.ok(shop.asked.some(({ method }) => method === "runs/clear"));
  });

  it("clears the runs of a panel that was not looked at yet, and says when there are none", async () => {
    const journal = [record("r1")];
    const { fake, shop } = bench(journal);
    fake.answers.message = ({ buttons }) => buttons[0];
    await fake.run("guidon.clearRuns");
    assert.ok(shop.asked.some(({ method }) => method === "runs/clear"));
    journal.length = 0;
    await fake.run("guidon.clearRuns");
    assert.deepEqual(fake.shown.statusMessages, ["There are no runs to clear."]);
  });

  it("starts no runtime for a folder in which nothing is used", async () => {
    const folders = ["/home/me/shop", "/home/me/office"];
    const { runtimes, open } = bench([record("r1")], { folders, unused: ["/home/me/office"] });
    const view = await open();
    assert.deepEqual(ids(view), ["r1"]);
    assert.deepEqual(runtimes.all[1]?.asked, []);
  });

  it("forgets what another window has cleared, and nothing else", async () => {
    const journal = [running("r4"), record("r3"), record("r2")];
    const { runtimes, shop, open } = bench(journal, { folders: ["/home/me/shop", "/home/me/office"] });
    const office = runtimes.all[1];
    if (office) office.answers["runs/list"] = () => [record("r1")];
    const view = await open();
    journal.splice(1, 1);
    runtimes.fire(shop, "runs/cleared", {});
    await eventually(() => ids(view).length === 3);
    assert.deepEqual(ids(view), ["r4", "r2", "r1"]);
  });

  it("forgets the runs of a folder that left the window", async () => {
    const { runtimes, open } = bench([record("r1")]);
    const view = await open();
    runtimes.all.splice(0);
    runtimes.change();
    assert.deepEqual(ids(view), []);
  });
});
