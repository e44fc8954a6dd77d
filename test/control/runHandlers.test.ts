/** A person's own runs and the journal, asked for over the channel that an editor has. */
import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { ChannelError, openChannel, serveChannel, type Channel, type Handlers } from "../../runtime/channel.ts";
import type { Attention, ControlEvents, ControlRequests, RunRecord } from "../../runtime/contract/control.ts";
import { approvalHash, createApprovals } from "../../runtime/consent/approvals.ts";
import type { ControlDeps } from "../../runtime/control/deps.ts";
import { runHandlers } from "../../runtime/control/runHandlers.ts";
import { errorData } from "../../runtime/errors.ts";
import { silentLog } from "../../runtime/log.ts";
import { createRuntime, type Runtime } from "../../runtime/runtime.ts";
import type { WorkspaceTool } from "../../runtime/contract/tools.ts";
import { loadSettings } from "../../runtime/settings.ts";
import { loadScript } from "../../runtime/tools/script.ts";
import { eventually } from "../support/processes.ts";
import { createWorkspace, entry, type TestWorkspace } from "../support/workspace.ts";

type Asked = Pick<ControlRequests, "run/start" | "run/cancel" | "runs/list" | "runs/result" | "runs/clear">;
type Told = Pick<ControlEvents, "runs/changed" | "runs/cleared" | "attention">;

describe("Runs over the control channel", () => {
  let workspace: TestWorkspace;
  let runtime: Runtime;
  let channel: Channel<Asked, Told>;
  const changes: RunRecord[] = [];
  const raised: Attention[] = [];
  const shown: ControlDeps["shown"] = new Map();
  let nextId = 0;
  let cleared = 0;

  before(async () => {
    workspace = createWorkspace({
      "tools.json": {
        tools: [
          entry("add", {
            parameters: {
              type: "object",
              properties: { a: { type: "number" }, b: { type: "number" } },
              required: ["a", "b"],
            },
          }),
          entry("endless", { timeout: 60 }),
          entry("careful", { script: "scripts/add.js", confirm: "always" }),
          entry("unapproved"),
        ],
      },
      "scripts/add.js": "async function main() { return (g.tool.args.a ?? 0) + (g.tool.args.b ?? 0); }",
      "scripts/unapproved.js": "async function main() { return 'as shown'; }",
      "scripts/endless.js":
        "async function main() { await g.tool.reportProgress('started'); await new Promise(() => {}); }",
    });
    const { folder } = workspace;
    const environment = workspace.environment();
    const dataDir = environment["GUIDON_HOME"] ?? "";
    runtime = createRuntime({
      folders: [folder],
      trust: false,
      environment,
      environmentSecrets: new Map(),
      dataDir,
      settings: loadSettings(environment),
      log: silentLog,
    });
    const { registry } = runtime.workspace(undefined);
    const asShown = async (tool: WorkspaceTool) => ({ tool, scriptHash: (await loadScript(folder, tool.script)).hash });
    const all = await Promise.all(registry.current().tools.map(asShown));
    await createApprovals(dataDir).approve(
      folder,
      all.filter(({ tool }) => tool.name !== "unapproved"),
    );
    for (const each of all) shown.set(approvalHash(each.tool, each.scriptHash), each);
    const shared = await runtime.shared(folder);
    const [there, back] = [new PassThrough(), new PassThrough()];
    const handlers: Handlers<Asked> = runHandlers(
      {
        folder,
        registry,
        runtime,
        dataDir,
        environment,
        shown,
        log: silentLog,
        notify: (event, params) => served.notify(event as keyof Told, params as Told[keyof Told]),
      },
      shared.runs,
      () => "Some Editor 1.101",
    );
    const served = serveChannel<Asked, Told>(there, back, handlers, (error) => errorData(error, "Internal"));
    channel = openChannel<Asked, Told>(back, there);
    channel.on("runs/changed", (record) => changes.push(record));
    channel.on("runs/cleared", () => cleared++);
    channel.on("attention", (attention) => raised.push(attention));
  });
  after(async () => {
    channel.close();
    await runtime.dispose();
    workspace.dispose();
  });

  const start = (tool: string, more: Partial<Asked["run/start"][0]> = {}, signal?: AbortSignal): Promise<RunRecord> =>
    channel.request("run/start", { id: `id-${nextId++}`, tool, args: {}, ...more }, signal);
  const refusal = async (work: Promise<unknown>): Promise<ChannelError["data"]> => {
    const error: unknown = await work.then(
      () => assert.fail("was not refused"),
      (thrown: unknown) => thrown,
    );
    assert.ok(error instanceof ChannelError, String(error));
    return error.data;
  };

  it("run a tool, and answer with the record when it is over", async () => {
    const record = await start("add", { id: "mine", args: { a: 2, b: 3 } });
    const { id, tool, origin, client, args, state, result } = record;
    assert.deepEqual(
      { id, tool, origin, client, args, state, result },
      {
        id: "mine",
        tool: "add",
        origin: "User",
        client: "Some Editor 1.101",
        args: { json: `{"a":2,"b":3}`, length: 13, whole: true, redacted: false },
        state: "ok",
        result: { json: "5", length: 1, whole: true },
      },
    );
    assert.deepEqual(await channel.request("runs/result", { id: "mine" }), { json: "5" });
    await eventually("the change is told", () => changes.some((one) => one.id === "mine" && one.state === "ok"));
  });

  it("answer with the record of a run that failed, too", async () => {
    const record = await start("add", { args: { a: 1 } });
    assert.equal(record.state, "failed");
    assert.equal(record.error?.code, "InvalidArgument");
    assert.equal((await refusal(channel.request("runs/result", { id: record.id }))).code, "NotFound");
  });

  it("want an approval or a word for this once, and a yes where tools.json wants one", async () => {
    const code = async (tool: string, more: Partial<Asked["run/start"][0]>): Promise<string> =>
      (await start(tool, more)).error?.code ?? "ok";
    const tokenOf = (tool: string): string => [...shown].find(([, each]) => each.tool.name === tool)?.[0] ?? "";
    assert.equal(await code("unapproved", {}), "NotApproved");
    assert.equal(await code("unapproved", { once: "made up" }), "NotApproved");
    assert.equal(await code("unapproved", { once: tokenOf("add") }), "NotApproved");
    assert.equal(await code("unapproved", { once: tokenOf("unapproved") }), "ok");
    // While the question was open, the script became another one.
    workspace.write("scripts/unapproved.js", "async function main() { return 'not what was shown'; }");
    assert.equal(await code("unapproved", { once: tokenOf("unapproved") }), "NotApproved");
    assert.equal(await code("careful", {}), "HumanUnavailable");
    assert.equal(await code("careful", { confirmed: true }), "ok");
    assert.deepEqual(raised, []);
  });

  it("show progress while they go on, and end when they are canceled", async () => {
    const running = start("endless", { id: "endless" });
    await eventually("progress is told", () =>
      changes.some(({ id, progress }) => id === "endless" && progress.length > 0),
    );
    assert.deepEqual(await channel.request("run/cancel", { id: "endless" }), { canceled: true });
    assert.equal((await running).state, "canceled");
    assert.deepEqual(await channel.request("run/cancel", { id: "endless" }), { canceled: false });
  });

  it("end when the editor does not want the answer any more", async () => {
    const stop = new AbortController();
    const running = start("endless", { id: "unwanted" }, stop.signal);
    await eventually("it goes on", () => changes.some(({ id }) => id === "unwanted"));
    stop.abort();
    assert.equal((await running).state, "canceled");
  });

  it("refuse an id that is none, or that another run has", async () => {
    assert.equal((await refusal(start("add", { id: "../x" }))).code, "InvalidArgument");
    const running = start("endless", { id: "twice" });
    assert.equal((await refusal(start("endless", { id: "twice" }))).code, "InvalidArgument");
    await channel.request("run/cancel", { id: "twice" });
    await eventually("it is canceled", async () => {
      await channel.request("run/cancel", { id: "twice" });
      return changes.some(({ id, state }) => id === "twice" && state === "canceled");
    });
    await running;
    assert.equal((await refusal(start("add", { id: "twice" }))).code, "InvalidArgument");
  });

  it("are told of when an agent called, with a call for the person", async () => {
    await runtime.run({
      tool: "unapproved",
      args: {},
      origin: "Mcp",
      client: "Test agent 1.0",
      signal: new AbortController().signal,
    });
    await eventually("the person is called", () => raised.length > 0);
    assert.deepEqual(raised, [{ kind: "approval", tool: "unapproved", client: "Test agent 1.0" }]);
    await eventually("the run is told", () => changes.some(({ client }) => client === "Test agent 1.0"));
  });

  it("are listed, newest first, until they are cleared", async () => {
    await start("add", { id: "older", args: { a: 1, b: 1 } });
    await start("add", { id: "newer", args: { a: 1, b: 1 } });
    const ids = (await channel.request("runs/list", {})).map(({ id }) => id);
    assert.deepEqual(ids.slice(0, 2), ["newer", "older"]);
    await channel.request("runs/clear", {});
    assert.deepEqual(await channel.request("runs/list", {}), []);
    assert.equal(cleared, 1);
  });
});
