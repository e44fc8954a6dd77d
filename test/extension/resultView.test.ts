import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ChannelError } from "../../runtime/channel.ts";
import { runArguments } from "../support/runArguments.ts";
import { record, row, runTest } from "./runSupport.ts";
import { until } from "./support.ts";

const TARGET = { folder: "file:///w/shop", tool: "greet" };
const noParameters = { parameters: { type: "object", properties: {} } };

describe("The result of a run", () => {
  let test: ReturnType<typeof runTest>;
  const begin = (...options: Parameters<typeof runTest>): void => void (test = runTest(...options));
  afterEach(() => test.dispose());

  async function openResult(id = "1") {
    await test.fake.run("guidon.openResult", { folder: "file:///w/shop", id });
    const panel = test.panel();
    panel.webview.receive({ type: "ready" });
    await test.message(panel, "run");
    return panel;
  }

  it("of a tool without parameters comes at once, without a form", async () => {
    begin({ rows: [row(noParameters)] });
    await test.run(TARGET);
    const panel = test.panel();
    assert.equal(panel.viewType, "guidon.result");
    assert.equal(panel.title, "Result of Greet");
    const { run, key } = await test.message(panel, "run", (message) => message.run.record.state === "ok");
    assert.equal(run.json, '"hello"');
    assert.deepEqual(key, { folder: "file:///w/shop", id: run.record.id, tool: "greet" });
    assert.deepEqual(test.posted(panel, "run")[0].run.record.state, "running");
  });

  it("of a run with arguments that are given comes at once, too", async () => {
    begin();
    await test.run({ ...TARGET, args: { name: "Ada" } });
    assert.deepEqual(test.askedFor("run/start")[0].args, { name: "Ada" });
    assert.equal(test.panel().viewType, "guidon.result");
  });

  it("of an earlier run is opened by its id, in the panel that the tool has", async () => {
    begin();
    test.answers["runs/list"] = () => [record({ id: "2", result: { json: "2", length: 1, whole: true } }), record()];
    await openResult("1");
    const panel = await openResult("2");
    await test.message(panel, "run", ({ run }) => run.json === "2");
    assert.equal(test.fake.shown.webviewPanels.length, 1);
    await test.fake.run("guidon.openResult", { folder: "file:///w/shop", id: "3" });
    assert.equal(test.fake.shown.messages.at(-1)?.text, "This run is not kept any more.");
  });

  it("follows a run that is under way", async () => {
    begin();
    test.answers["runs/list"] = () => [record({ state: "running" })];
    const panel = await openResult();
    test.fire("runs/changed", record({ state: "running", progress: [{ atMs: 1, message: "half" }] }));
    await test.message(panel, "run", ({ run }) => run.record.progress.length === 1);
    panel.webview.receive({ type: "cancel" });
    await until(() => test.askedFor("run/cancel").length === 1);
    test.fire("runs/changed", record());
    await test.message(panel, "run", ({ run }) => run.record.state === "ok");
    test.fire("runs/changed", record({ state: "running" }));
    assert.equal(test.posted(panel, "run").at(-1).run.record.state, "ok");
  });

  it("says that it is not kept whole any more", async () => {
    begin();
    test.answers["runs/list"] = () => [record({ result: { json: "[1", length: 1e8, whole: false } })];
    test.answers["runs/result"] = () =>
      Promise.reject(new ChannelError({ name: "ToolError", code: "NotFound", message: "gone" }));
    const panel = await openResult();
    const { run } = await test.message(panel, "run", (message) => message.run.notKept !== undefined);
    assert.match(run.notKept, /not kept any more/);
    assert.equal(run.json, undefined);
  });

  it("of a failure has the picture of the page, and the secret that is missing", async () => {
    const folder = mkdtempSync(join(tmpdir(), "guidon-result-"));
    const screenshot = join(folder, "page.png");
    writeFileSync(screenshot, Buffer.from([0x89, 0x50, 0x4e, 0x47]));
    begin();
    const error = { name: "ToolError", code: "SecretNotSet", message: 'Secret "API_TOKEN" is not set' };
    test.answers["runs/list"] = () => [record({ state: "failed", error, screenshot })];
    test.answers["secrets/list"] = () => ({ store: { kind: "keychain", ok: true }, rows: [{ name: "API_TOKEN", usedBy: ["greet"], hosts: [] }] }); // prettier-ignore
    const panel = await openResult();
    const { run } = await test.message(panel, "run", (message) => message.run.missingSecret !== undefined);
    assert.equal(run.screenshot, "data:image/png;base64,iVBORw==");
    assert.equal(run.missingSecret, "API_TOKEN");
    panel.webview.receive({ type: "setSecret" });
    await until(() => test.fake.executed.some(({ id }) => id === "guidon.setSecret"));
    panel.webview.receive({ type: "openFile", path: screenshot });
    await until(() => test.fake.executed.some(({ id, args }) => id === "vscode.open" && args[0].fsPath === screenshot));
    rmSync(folder, { recursive: true });
  });

  it("opens as JSON, and is copied", async () => {
    begin();
    test.answers["runs/list"] = () => [record({ args: runArguments({ name: "Ada" }), result: { json: '{"a":[1]}', length: 9, whole: true } })]; // prettier-ignore
    const panel = await openResult();
    await test.message(panel, "run", ({ run }) => run.json !== undefined);
    panel.webview.receive({ type: "openJson" });
    await until(() => test.fake.shown.editors.length === 1);
    assert.equal(test.fake.shown.editors[0]?.document.getText(), '{\n  "a": [\n    1\n  ]\n}');
    panel.webview.receive({ type: "copy", text: "[1]" });
    await until(() => test.fake.clipboard.text === "[1]");
    panel.webview.receive({ type: "copyRunCall" });
    await until(() => test.fake.clipboard.text === '{"name":"greet","parameters":{"name":"Ada"}}');
  });

  it("opens only files that the run names, and scripts of the folder", async () => {
    begin();
    test.answers["runs/list"] = () => [record({ result: { json: '"/w/out/report.pdf"', length: 19, whole: true } })];
    const panel = await openResult();
    await test.message(panel, "run", ({ run }) => run.json !== undefined);
    panel.webview.receive({ type: "openFile", path: "/etc/passwd" });
    panel.webview.receive({ type: "openScript", file: "../../etc/passwd.js", line: 1, column: 1 });
    panel.webview.receive({ type: "openFile", path: "/w/out/report.pdf" });
    await until(() => test.fake.executed.some(({ id }) => id === "vscode.open"));
    assert.deepEqual(test.fake.executed.filter(({ id }) => id === "vscode.open").map(({ args }) => args[0].fsPath), ["/w/out/report.pdf"]); // prettier-ignore
    assert.deepEqual(test.fake.shown.editors, []);
  });

  it("runs again with the same arguments, and opens the form with them", async () => {
    begin();
    test.answers["runs/list"] = () => [record({ args: runArguments({ name: "Ada" }) })];
    const panel = await openResult();
    panel.webview.receive({ type: "runAgain" });
    await until(() => test.askedFor("run/start").length === 1);
    assert.deepEqual(test.askedFor("run/start")[0].args, { name: "Ada" });
    panel.webview.receive({ type: "editArguments" });
    await until(() => test.panel().viewType === "guidon.runForm");
    test.panel().webview.receive({ type: "ready" });
    const form = await test.message(test.panel(), "form");
    assert.deepEqual(form.args, { name: "Ada" });
    assert.equal(form.replace, true);
  });

  it("is there again after the window was reloaded, or says that it is not kept", async () => {
    begin();
    test.answers["runs/list"] = () => [record()];
    const restore = test.fake.shown.panelSerializers.get("guidon.result");
    const panel = test.fake.vscode.window.createWebviewPanel("guidon.result", "", 1) as any;
    await restore.deserializeWebviewPanel(panel, { key: { folder: "file:///w/shop", tool: "greet", id: "1" } });
    panel.webview.receive({ type: "ready" });
    await test.message(panel, "run", ({ run }) => run.json === '"hello"');
    panel.dispose();
    const other = test.fake.vscode.window.createWebviewPanel("guidon.result", "", 1) as any;
    await restore.deserializeWebviewPanel(other, { key: { folder: "file:///w/shop", tool: "greet", id: "9" } });
    assert.equal((await test.message(other, "gone")).why, "This run is not kept any more.");
  });

  it("is shown as it was after the window was reloaded, where no runtime knows the run any more", async () => {
    begin();
    test.answers["runs/list"] = () => [];
    const restore = test.fake.shown.panelSerializers.get("guidon.result");
    const panel = test.fake.vscode.window.createWebviewPanel("guidon.result", "", 1) as any;
    const run = { record: record({ args: runArguments({ name: "Ada" }) }), json: '"hello"', canRun: true };
    await restore.deserializeWebviewPanel(panel, { key: { ...TARGET, id: "1" }, run });
    panel.webview.receive({ type: "ready" });
    const message = await test.message(panel, "run", ({ title }) => title === "Greet");
    assert.deepEqual(message.run, { ...run, before: true });
    assert.deepEqual(test.posted(panel, "gone"), []);
    panel.webview.receive({ type: "openJson" });
    await until(() => test.fake.shown.editors.length === 1);
    panel.webview.receive({ type: "runAgain" });
    await until(() => test.askedFor("run/start").length === 1);
    assert.deepEqual(test.askedFor("run/start")[0].args, { name: "Ada" });
  });

  it("is the runtime's after the window was reloaded, where that still has the run", async () => {
    begin();
    test.answers["runs/list"] = () => [record()];
    const restore = test.fake.shown.panelSerializers.get("guidon.result");
    const panel = test.fake.vscode.window.createWebviewPanel("guidon.result", "", 1) as any;
    await restore.deserializeWebviewPanel(panel, { key: { ...TARGET, id: "1" }, run: { record: record(), json: "0", canRun: true } }); // prettier-ignore
    panel.webview.receive({ type: "ready" });
    const { run } = await test.message(panel, "run", (message) => message.run.json === '"hello"');
    assert.equal(run.before, undefined);
  });

  for (const [what, more] of [
    ["were cut", { json: '{"name":"A', whole: false }],
    ["had something secret in them", { redacted: true }],
  ] as const)
    it(`is not repeated with arguments that ${what}; the form opens with its own`, async () => {
      begin();
      test.answers["runs/list"] = () => [record({ args: runArguments({ name: "«secret»" }, more) })];
      const panel = await openResult();
      for (const type of ["runAgain", "copyRunCall", "editArguments"]) panel.webview.receive({ type });
      await until(() => test.panel().viewType === "guidon.runForm");
      test.panel().webview.receive({ type: "ready" });
      const form = await test.message(test.panel(), "form");
      assert.deepEqual([form.args, form.replace], [{ name: "example" }, false]);
      assert.deepEqual(test.askedFor("run/start"), []);
      assert.equal(test.fake.clipboard.text, "");
    });

  it("says nothing of the arguments of a run that the runtime did not take", async () => {
    begin();
    const data = { name: "ToolError", code: "Unavailable", message: "The runtime ended" };
    test.answers["run/start"] = () => Promise.reject(new ChannelError(data));
    await test.run({ ...TARGET, args: { password: "hunter2" } });
    await test.message(test.panel(), "run", ({ run }) => run.record.state === "failed");
    assert.doesNotMatch(JSON.stringify(test.panel().webview.posted), /hunter2/);
  });

  it("works on when its folder left the window and came back", async () => {
    begin();
    test.answers["runs/list"] = () => [record({ args: runArguments({ name: "Ada" }) })];
    const panel = await openResult();
    const comeBack = test.leave();
    panel.webview.receive({ type: "copyRunCall" });
    await until(() => test.fake.shown.messages.at(-1)?.text === "This folder is not open any more.");
    comeBack();
    panel.webview.receive({ type: "copyRunCall" });
    await until(() => test.fake.clipboard.text !== "");
    test.answers["runs/list"] = () => [record({ id: "2", state: "running" })];
    await openResult("2");
    test.fire("runs/changed", record({ id: "2", state: "running", progress: [{ atMs: 1, message: "half" }] }));
    await test.message(panel, "run", ({ run }) => run.record.progress.length === 1);
  });
});
