import assert from "node:assert/strict";
import { ChannelError } from "../../runtime/channel.ts";
import type { RunRecord, ToolApproval } from "../../runtime/contract/control.ts";
import { record, row, runTest } from "./runSupport.ts";
import { until } from "./support.ts";

const TARGET = { folder: "file:///w/shop", tool: "greet" };

describe("Running a tool by hand", () => {
  let test: ReturnType<typeof runTest>;
  const begin = (...options: Parameters<typeof runTest>): void => void (test = runTest(...options));
  afterEach(() => test.dispose());

  /** Opens the form and waits until it is filled in. */
  async function openForm(argument: unknown = TARGET) {
    await test.run(argument);
    const panel = test.panel();
    panel.webview.receive({ type: "ready" });
    await test.message(panel, "form");
    return panel;
  }

  const approval = (more: Partial<ToolApproval> = {}): ToolApproval => ({
    tool: "greet",
    token: "as shown",
    description: "Says hello.",
    state: "new",
    permissions: ["sends the secret API_TOKEN to api.example.com"],
    ...more,
  });

  it("opens a form with the example, and one for each tool", async () => {
    begin();
    const panel = await openForm();
    const [form] = test.posted(panel, "form");
    assert.equal(form.title, "Greet");
    assert.deepEqual(form.args, { name: "example" });
    assert.deepEqual(form.initial, { name: "example" });
    assert.equal(panel.title, "Run Greet");
    await test.run(TARGET);
    assert.equal(test.fake.shown.webviewPanels.length, 1);
    assert.equal(panel.revealed, 1);
  });

  it("asks which tool when none is named", async () => {
    begin({ folders: ["/w/shop", "/w/desk"] });
    test.fake.answers.quickPick = (items) => items[1];
    await test.run();
    const [{ items } = { items: [] }] = test.fake.shown.quickPicks;
    assert.deepEqual(items.map(({ label }: { label: string }) => label), ["Greet", "Greet"]); // prettier-ignore
    test.panel().webview.receive({ type: "ready" });
    const form = await test.message(test.panel(), "form");
    assert.equal(form.key.folder, "file:///w/desk");
  });

  it("knows the tool of a script, and asks where several share it", async () => {
    begin({
      rows: [
        row(),
        row({ name: "other", script: ".\\scripts\\b.js", file: "scripts/b.js" }),
        row({ name: "shout", title: "Shout" }),
      ],
    });
    const { Uri } = test.fake.vscode;
    await test.run(Uri.file("/w/shop/scripts/b.js"));
    assert.equal(test.fake.shown.quickPicks.length, 0);
    test.fake.answers.quickPick = (items) => items[1];
    await test.run(Uri.file("/w/shop/scripts/greet.js"));
    assert.equal(test.fake.shown.quickPicks.length, 1);
    test.panel().webview.receive({ type: "ready" });
    assert.equal((await test.message(test.panel(), "form")).title, "Shout");
  });

  it("passes on what the runtime says about the arguments", async () => {
    begin();
    const panel = await openForm();
    test.answers["tools/checkArguments"] = () => ({ problems: [{ pointer: "/name", message: "too short" }] });
    panel.webview.receive({ type: "check", serial: 7, args: { name: "" } });
    const message = await test.message(panel, "problems");
    assert.deepEqual(message, { type: "problems", serial: 7, problems: [{ pointer: "/name", message: "too short" }] });
  });

  it("does not run with wrong arguments", async () => {
    begin();
    const panel = await openForm();
    test.answers["tools/checkArguments"] = () => ({ problems: [{ pointer: "", message: "no" }] });
    panel.webview.receive({ type: "start", args: {}, remember: {} });
    assert.deepEqual((await test.message(panel, "notRun")).problems, [{ pointer: "", message: "no" }]);
    assert.deepEqual(test.askedFor("run/start"), []);
  });

  it("runs, shows the progress as it comes, and then the whole result", async () => {
    begin();
    const panel = await openForm();
    const done = Promise.withResolvers<RunRecord>();
    test.answers["run/start"] = () => done.promise;
    test.answers["runs/result"] = () => ({ json: '["whole"]' });
    panel.webview.receive({ type: "start", args: { name: "Ada" }, remember: { name: "Ada" } });
    const first = await test.message(panel, "run");
    assert.equal(first.run.record.state, "running");
    const { id } = test.askedFor("run/start")[0];
    assert.match(id, /^[\da-f-]{36}$/);
    test.fire("runs/changed", record({ id, state: "running", progress: [{ atMs: 1, message: "half", current: 1, total: 2 }] })); // prettier-ignore
    await test.message(panel, "run", ({ run }) => run.record.progress[0]?.message === "half");
    done.resolve(record({ id, result: { json: '["wh', length: 9, whole: false } }));
    const last = await test.message(panel, "run", ({ run }) => run.record.state === "ok");
    assert.equal(last.run.json, '["whole"]');
  });

  it("shows a notification only for a run that takes longer, and cancels from there", async () => {
    begin();
    const panel = await openForm();
    panel.webview.receive({ type: "start", args: {}, remember: {} });
    await test.message(panel, "run", ({ run }) => run.record.state === "ok");
    assert.equal(test.fake.shown.progress.length, 0);
    const done = Promise.withResolvers<RunRecord>();
    test.answers["run/start"] = () => done.promise;
    panel.webview.receive({ type: "start", args: {}, remember: {} });
    await until(() => test.fake.shown.progress.length === 1);
    const [notification] = test.fake.shown.progress;
    assert.equal(notification?.title, "Running Greet");
    const { id } = test.askedFor("run/start")[1];
    test.fire("runs/changed", record({ id, state: "running", progress: [{ atMs: 1, message: "a", current: 1, total: 4 }] })); // prettier-ignore
    assert.deepEqual(notification?.reports, [{ message: "a", increment: 25 }]);
    notification?.cancel();
    await until(() => test.askedFor("run/cancel").length === 1);
    assert.deepEqual(test.askedFor("run/cancel"), [{ id }]);
    done.resolve(record({ id, state: "canceled" }));
    await test.message(panel, "run", ({ run }) => run.record.state === "canceled");
  });

  it("cancels from the form, and lets no second run begin meanwhile", async () => {
    begin();
    const panel = await openForm();
    const done = Promise.withResolvers<RunRecord>();
    test.answers["run/start"] = () => done.promise;
    panel.webview.receive({ type: "start", args: {}, remember: {} });
    await test.message(panel, "run");
    panel.webview.receive({ type: "start", args: {}, remember: {} });
    panel.webview.receive({ type: "cancel" });
    await until(() => test.askedFor("run/cancel").length === 1);
    done.resolve(record({ state: "canceled" }));
    await test.message(panel, "run", ({ run }) => run.record.state === "canceled");
    assert.equal(test.askedFor("run/start").length, 1);
    assert.deepEqual(test.posted(panel, "notRun"), []);
  });

  it("shows a run that the runtime refused, or that ended with the runtime, as one that failed", async () => {
    begin();
    const panel = await openForm();
    const data = { name: "ToolError", code: "Unavailable", message: "The runtime ended" };
    test.answers["run/start"] = () => Promise.reject(new ChannelError(data));
    panel.webview.receive({ type: "start", args: {}, remember: {} });
    const { run } = await test.message(panel, "run", (message) => message.run.record.state === "failed");
    assert.deepEqual(run.record.error, data);
  });

  it("remembers the values of a run for the next time, as the form cleaned them", async () => {
    begin();
    const panel = await openForm();
    panel.webview.receive({ type: "start", args: { name: "Ada", word: "sesame" }, remember: { name: "Ada" } });
    await test.message(panel, "run", ({ run }) => run.record.state === "ok");
    panel.dispose();
    const again = await openForm();
    assert.notEqual(again, panel);
    assert.deepEqual(test.posted(again, "form")[0].args, { name: "Ada" });
    const { workspaceState } = test.fake.context;
    assert.doesNotMatch(JSON.stringify(workspaceState.keys().map((key) => workspaceState.get(key))), /sesame/);
  });

  it("sends the form again when its page was hidden, and when the tools change", async () => {
    begin();
    const panel = await openForm();
    panel.webview.receive({ type: "start", args: {}, remember: {} });
    await test.message(panel, "run", ({ run }) => run.record.state === "ok");
    panel.webview.posted.length = 0;
    panel.webview.receive({ type: "ready" });
    await test.message(panel, "run", ({ run }) => run.json === '"hello"');
    test.tools.rows = [row({ title: "Welcome" })];
    test.fire("tools/changed", { revision: "2" });
    await test.message(panel, "form", ({ title }) => title === "Welcome");
    test.tools.rows = [];
    test.fire("tools/changed", { revision: "3" });
    assert.match((await test.message(panel, "unavailable")).why, /not in tools\.json any more/);
  });

  it("tells the page when the person opened the form, once for each time", async () => {
    begin();
    const panel = await openForm();
    const told = (): boolean[] => test.posted(panel, "form").map(({ opened }) => opened);
    const formAfter = async (act: () => unknown): Promise<void> => {
      const before = told().length;
      await act();
      await until(() => told().length > before);
    };
    assert.deepEqual(told(), [true]);
    // The page is made anew each time it comes into sight.
    await formAfter(() => panel.webview.receive({ type: "ready", key: TARGET }));
    await formAfter(() => test.fire("tools/changed", { revision: "2" }));
    assert.deepEqual(told(), [true, false, false]);
    await formAfter(() => test.run(TARGET));
    await formAfter(() => test.run({ ...TARGET, args: { name: "Ada" }, edit: true }));
    assert.deepEqual(told().slice(3), [true, true]);
  });

  it("opens beside the editor, and where another form or result is already", async () => {
    begin({ rows: [row(), row({ name: "shout" })] });
    const { vscode, shown } = test.fake;
    const { Beside } = vscode.ViewColumn;
    const tab = (view: string) => ({ input: new vscode.TabInputWebview(view) });
    const script = { input: {} };
    const ours = tab("mainThreadWebview-guidon.result");
    const show = (...all: unknown[]): void => void Object.assign(vscode.window.tabGroups, { all });
    const columnOfNext = async (): Promise<unknown> => {
      await test.run(TARGET);
      const panel = shown.webviewPanels.at(-1);
      panel?.dispose();
      return panel?.column;
    };
    const other = tab("mainThreadWebview-markdown.preview");
    show({ viewColumn: 1, activeTab: script, tabs: [script] }, { viewColumn: 2, activeTab: other, tabs: [other] });
    assert.equal(await columnOfNext(), Beside);
    show({ viewColumn: 1, activeTab: script, tabs: [script] }, { viewColumn: 2, activeTab: script, tabs: [script, ours] }); // prettier-ignore
    assert.equal(await columnOfNext(), 2);
    show({ viewColumn: 1, activeTab: script, tabs: [ours, script] }, { viewColumn: 3, activeTab: ours, tabs: [ours] });
    assert.equal(await columnOfNext(), 3, "one in sight before one that is not");
  });

  it("says of a tool that was disabled meanwhile that it is", async () => {
    begin();
    const panel = await openForm();
    test.tools.rows = [row({ state: "disabled" })];
    test.fire("tools/changed", { revision: "2" });
    const form = await test.message(panel, "form", ({ why }) => why !== undefined);
    assert.equal(form.why, "“Greet” is disabled in tools.json.");
  });

  it("is there again after the window was reloaded", async () => {
    begin();
    const { panelSerializers } = test.fake.shown;
    const panel = test.fake.vscode.window.createWebviewPanel("guidon.runForm", "", 1) as any;
    await panelSerializers.get("guidon.runForm").deserializeWebviewPanel(panel, { key: TARGET });
    panel.webview.receive({ type: "ready", key: TARGET });
    assert.equal((await test.message(panel, "form")).opened, false);
    await test.run(TARGET);
    assert.equal(panel.revealed, 1);
    const lost = test.fake.vscode.window.createWebviewPanel("guidon.runForm", "", 1) as any;
    let gone = false;
    lost.onDidDispose(() => (gone = true));
    await panelSerializers.get("guidon.runForm").deserializeWebviewPanel(lost, { key: { folder: "file:///else", tool: "greet" } }); // prettier-ignore
    assert.ok(gone);
  });

  it("has its result again after the window was reloaded", async () => {
    begin();
    const { panelSerializers } = test.fake.shown;
    const restore = async (run: unknown) => {
      const panel = test.fake.vscode.window.createWebviewPanel("guidon.runForm", "", 1) as any;
      await panelSerializers.get("guidon.runForm").deserializeWebviewPanel(panel, { key: TARGET, run });
      panel.webview.receive({ type: "ready", key: TARGET });
      await test.message(panel, "form");
      return panel;
    };
    const panel = await restore({ record: record(), json: '"hello"', canRun: false });
    const { run } = await test.message(panel, "run");
    assert.deepEqual([run.json, run.before, run.canRun], ['"hello"', true, true]);
    panel.dispose();
    for (const other of [
      "x",
      null,
      { record: null },
      { record: { ...record(), args: { old: 1 } } },
      { record: record({ tool: "other" }) },
    ]) {
      const without = await restore(other);
      await Promise.resolve();
      assert.deepEqual(test.posted(without, "run"), []);
      without.dispose();
    }
  });

  it("says that its folder is not open any more, and works on when it is back", async () => {
    begin();
    const panel = await openForm();
    const comeBack = test.leave();
    assert.equal((await test.message(panel, "unavailable")).why, "This folder is not open any more.");
    panel.webview.receive({ type: "start", args: {}, remember: {} });
    await test.message(panel, "notRun");
    assert.deepEqual(test.askedFor("run/start"), []);
    await until(() => test.fake.shown.messages.at(-1)?.text === "This folder is not open any more.");
    const forms = test.posted(panel, "form").length;
    comeBack();
    await until(() => test.posted(panel, "form").length > forms);
    panel.webview.receive({ type: "start", args: { name: "Ada" }, remember: {} });
    await test.message(panel, "run", ({ run }) => run.record.state === "ok");
    assert.deepEqual(test.askedFor("run/start")[0].args, { name: "Ada" });
    test.tools.rows = [row({ title: "Welcome" })];
    test.fire("tools/changed", { revision: "2" });
    await test.message(panel, "form", ({ title }) => title === "Welcome");
  });

  it("copies the call with the arguments of the form", async () => {
    begin();
    const panel = await openForm();
    panel.webview.receive({ type: "copyCall", args: { name: "Bo" } });
    await until(() => test.fake.clipboard.text !== "");
    assert.equal(test.fake.clipboard.text, '{"name":"greet","parameters":{"name":"Bo"}}');
  });

  describe("a tool that waits for approval", () => {
    const start = async () => {
      begin({ rows: [row({ state: "approval" })] });
      test.answers["tools/approvals"] = () => [approval()];
      test.answers["tools/approve"] = () => {
        test.tools.rows = [row()];
        return {};
      };
      const panel = await openForm();
      return () => panel.webview.receive({ type: "start", args: {}, remember: {} });
    };

    it("is approved and run", async () => {
      const run = await start();
      test.fake.answers.message = () => "Approve and Run";
      run();
      await test.message(test.panel(), "run", (message) => message.run.record.state === "ok");
      const [question] = test.fake.shown.messages;
      assert.ok(question?.modal);
      assert.match(question.detail ?? "", /What it may do:\n• sends the secret API_TOKEN to api\.example\.com/);
      assert.deepEqual(question.buttons, ["Approve and Run", "Run Once"]);
      assert.deepEqual(test.askedFor("tools/approve"), [{ tokens: ["as shown"] }]);
      assert.equal(test.askedFor("run/start")[0].once, undefined);
    });

    it("is run once without being approved", async () => {
      const run = await start();
      test.fake.answers.message = () => "Run Once";
      run();
      await test.message(test.panel(), "run", (message) => message.run.record.state === "ok");
      assert.deepEqual(test.askedFor("tools/approve"), []);
      assert.equal(test.askedFor("run/start")[0].once, "as shown");
    });

    it("is not run when the person does not want it", async () => {
      const run = await start();
      run();
      await test.message(test.panel(), "notRun");
      assert.deepEqual(test.askedFor("run/start"), []);
    });

    it("says why when it cannot be approved", async () => {
      const run = await start();
      test.answers["tools/approvals"] = () => [approval({ state: "unusable", permissions: ["its script is missing"] })];
      run();
      await test.message(test.panel(), "notRun");
      assert.match(test.fake.shown.messages[0]?.text ?? "", /“Greet” cannot run: its script is missing/);
    });
  });

  it("offers to set a secret that is missing, and goes on when it is set", async () => {
    begin({ rows: [row({ state: "secret" })] });
    let set = false;
    test.answers["secrets/list"] = () => ({ store: { kind: "keychain", ok: true }, rows: [{ name: "API_TOKEN", usedBy: ["greet"], hosts: [], ...(set ? { from: "workspace" } : {}) }] }); // prettier-ignore
    const panel = await openForm();
    panel.webview.receive({ type: "start", args: {}, remember: {} });
    await test.message(panel, "notRun");
    assert.deepEqual(test.askedFor("run/start"), []);
    test.fake.answers.message = () => "Set Secret…";
    test.fake.commands.set("guidon.setSecret", () => (set = true));
    panel.webview.receive({ type: "start", args: {}, remember: {} });
    await test.message(panel, "run", ({ run }) => run.record.state === "ok");
    assert.deepEqual(test.fake.executed.find(({ id }) => id === "guidon.setSecret")?.args, [{ folder: "file:///w/shop", name: "API_TOKEN" }]); // prettier-ignore
  });

  it("asks for a yes to each run of a tool that wants one", async () => {
    for (const wants of [
      row({ confirm: "always" }),
      row({ confirm: "destructive", annotations: { destructive: true } }),
    ]) {
      begin({ rows: [wants] });
      const panel = await openForm();
      panel.webview.receive({ type: "start", args: {}, remember: {} });
      await test.message(panel, "notRun");
      test.fake.answers.message = () => "Run";
      panel.webview.receive({ type: "start", args: {}, remember: {} });
      await test.message(panel, "run", ({ run }) => run.record.state === "ok");
      assert.equal(test.askedFor("run/start").length, 1);
      assert.equal(test.askedFor("run/start")[0].confirmed, true);
    }
  });

  it("says that a tool is disabled, broken or gone, and shows no form", async () => {
    begin({ rows: [row({ state: "disabled" })] });
    await test.run(TARGET);
    test.tools.rows = [row({ state: "problem", why: "Its script is missing." })];
    await test.run(TARGET);
    test.tools.rows = [];
    await test.run(TARGET);
    assert.deepEqual(test.fake.shown.messages.map(({ text }) => text), [
      "“Greet” is disabled in tools.json.",
      "Its script is missing.",
      "There is no tool “greet” in tools.json any more.",
    ]); // prettier-ignore
    assert.equal(test.fake.shown.webviewPanels.length, 0);
  });
});
