/** `guidon mcp` with clients that send what they should not, do not read, or go away in parts. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { eventually, tree } from "../support/processes.ts";
import { rawClient, type RawClient } from "../support/rawClient.ts";
import { createWorkspace, entry, type TestWorkspace } from "../support/workspace.ts";

const SCRIPTS = {
  "scripts/hello.js": "async function main() { return 'hello'; }\n",
  "scripts/silent.js":
    "async function main() { await g.wait(g.tool.args.ms); g.log('finished silent'); return 'done'; }\n",
  "scripts/talk.js":
    "async function main() {\n  const { times, size } = g.tool.args;\n  for (let i = 1; i <= times; i++) await g.tool.reportProgress(i + 'x'.repeat(size));\n  g.log('finished talking');\n  return 'done';\n}\n",
};
const numbers = (...names: string[]): object => ({
  type: "object",
  properties: Object.fromEntries(names.map((name) => [name, { type: "number" }])),
});
const TOOLS = {
  tools: [
    entry("hello"),
    entry("silent", { parameters: numbers("ms") }),
    entry("talk", { parameters: numbers("times", "size"), timeout: 60 }),
  ],
};

describe("The connection of guidon mcp", () => {
  let workspace: TestWorkspace;
  let client: RawClient;
  const start = (options: { reads?: boolean; env?: Record<string, string> } = {}): RawClient =>
    (client = rawClient(["--trust"], {
      cwd: workspace.folder,
      env: workspace.environment(options.env),
      ...(options.reads === undefined ? {} : { reads: options.reads }),
    }));
  const hello = (): Promise<string> => client.call("ExecuteWorkspaceTool", { name: "hello" });
  beforeEach(() => {
    workspace = createWorkspace({ "tools.json": TOOLS, ...SCRIPTS });
  });
  afterEach(() => {
    client.close();
    workspace.dispose();
  });

  it("answers a message of more than 10 MiB with an error, and goes on", async () => {
    start();
    await client.open();
    const text = "x".repeat(11 * 1024 * 1024);
    const { error } = await client.request("tools/call", { name: "ExecuteWorkspaceTool", arguments: { name: text } });
    assert.equal(error?.code, -32600);
    assert.match(error?.message ?? "", /longer than 10 MiB/);
    assert.equal(await hello(), "hello");
  });

  it("takes a message of almost 10 MiB", async () => {
    start();
    await client.open();
    assert.match(
      await client.call("ExecuteWorkspaceTool", { name: "x".repeat(10_400_000) }),
      /xxx… failed: There is no tool "xxx[^]*Code: UnknownTool/,
    );
    assert.equal(await hello(), "hello");
  });

  it("answers requests that are wrong, and takes null and JSON text as arguments", async () => {
    start();
    await client.open();
    client.send('{"jsonrpc":"2.0","id":51,"method":"tools/list","params":[]}');
    client.send('{"jsonrpc":"2.0","id":1.5,"method":"tools/list"}');
    client.send('[{"jsonrpc":"2.0","id":52,"method":"tools/list"}]');
    client.send('{"jsonrpc":"2.0","id":null,"method":"tools/list"}');
    for (const id of [51, 1.5, 52, null]) assert.equal((await client.answered(id)).error?.code, -32600);
    const listed = await client.request("tools/call", { name: "GetWorkspaceTools", arguments: null });
    assert.match(listed.result?.content?.[0]?.text ?? "", /"hello"/);
    const run = await client.request("tools/call", { name: "ExecuteWorkspaceTool", arguments: '{"name":"hello"}' });
    assert.equal(run.result?.content?.[0]?.text, "hello");
  });

  it("lives on when nobody reads stderr any more", async () => {
    start({ env: { GUIDON_LOG: "trace" } });
    await client.open();
    client.child.stderr?.destroy();
    for (let i = 0; i < 5; i += 1) assert.equal(await hello(), "hello");
  });

  it("ends when nobody reads stdout any more", async () => {
    start();
    await client.open();
    const exit = once(client.child, "exit");
    client.child.stdout?.destroy();
    client.send('{"jsonrpc":"2.0","id":1,"method":"ping"}');
    assert.equal((await exit)[0], 0);
  });

  it("names the workspace tool in the heartbeats of a silent one", async () => {
    start();
    await client.open();
    client.send({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: {
        name: "ExecuteWorkspaceTool",
        arguments: { name: "silent", parameters: { ms: 20_000 } },
        _meta: { progressToken: 3 },
      },
    });
    const beat = (): unknown => client.received.find(({ method }) => method === "notifications/progress")?.params;
    await eventually("a heartbeat", () => beat() !== undefined);
    assert.match(JSON.stringify(beat()), /"message":"silent \(5 s\)"/);
  });

  const talk = (times: number, size: number): void =>
    client.send({
      jsonrpc: "2.0",
      id: "talk",
      method: "tools/call",
      params: {
        name: "ExecuteWorkspaceTool",
        arguments: { name: "talk", parameters: { times, size } },
        _meta: { progressToken: 3 },
      },
    });

  it("sends few of very many progress reports, the last one before the result", async () => {
    start();
    await client.open();
    talk(3000, 5);
    await client.answered("talk");
    const texts = client.received.map(({ id, params }) => (id === "talk" ? "result" : String(params?.["message"])));
    assert.deepEqual(texts.slice(-2), ["3000xxxxx", "result"]);
    assert.ok(texts.length < 200, String(texts.length));
  });

  it("keeps no progress for a client that does not read", async function () {
    this.timeout(60_000);
    start({ reads: false });
    client.send({
      jsonrpc: "2.0",
      id: 0,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
    });
    client.send({ jsonrpc: "2.0", method: "notifications/initialized" });
    talk(60, 4_000_000);
    await eventually("the script is through", () => client.stderr().includes("finished talking"), 50_000);
    const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${client.pid}/status`, "utf8")) ?? [];
    assert.ok(Number(kilobytes) < 500_000, `${kilobytes} kB`);
  });
});

describe("The roots of a client", () => {
  let workspace: TestWorkspace;
  let empty: TestWorkspace;
  let client: RawClient;
  let roots: string[];
  beforeEach(() => {
    workspace = createWorkspace({ "tools.json": TOOLS, ...SCRIPTS });
    empty = createWorkspace({});
    roots = [workspace.folder];
    client = rawClient(["--trust"], {
      cwd: empty.folder,
      env: workspace.environment({ GUIDON_LOG: "debug" }),
      onRequest: () => ({ roots: roots.map((folder) => ({ uri: pathToFileURL(folder).href })) }),
    });
  });
  afterEach(() => {
    client.close();
    workspace.dispose();
    empty.dispose();
  });
  const hello = (): Promise<string> => client.call("ExecuteWorkspaceTool", { name: "hello" });

  it("are asked for however late the client opens the connection", async () => {
    // Longer than the runtime waits before it starts by itself, which is what must not happen yet.
    await new Promise((resolve) => setTimeout(resolve, 900));
    await client.open({ roots: {} });
    assert.equal(await hello(), "hello");
  });

  it("are asked for before the first call, so that it finds everything ready", async () => {
    await client.open({ roots: {} });
    await eventually("the workspace is served", () => client.stderr().includes(`serving ${workspace.folder}`));
  });

  it("are asked for again when there was no folder at first", async () => {
    rmSync(empty.folder, { recursive: true });
    roots = [];
    await client.open({ roots: {} });
    assert.match(await hello(), /current folder does not exist/);
    roots = [workspace.folder];
    assert.equal(await hello(), "hello");
  });
});

describe("The answers of guidon mcp about its tools", () => {
  let workspace: TestWorkspace;
  let client: RawClient;
  const many = Array.from({ length: 120 }, (_, i) => entry(`tool-${i}`, { script: "scripts/hello.js" }));
  const parameters = numbers("ms");
  beforeEach(() => {
    workspace = createWorkspace({ "tools.json": { tools: many }, ...SCRIPTS });
  });
  afterEach(() => {
    client.close();
    workspace.dispose();
  });
  const list = async (name: string, args = {}): Promise<Record<string, Record<string, unknown>[]>> =>
    JSON.parse(await client.call(name, args));

  it("give the schemas of added and changed tools at a reload, however many there are", async () => {
    client = rawClient(["--trust"], { cwd: workspace.folder, env: workspace.environment() });
    await client.open();
    assert.equal((await list("GetWorkspaceTools"))["tools"]?.[0]?.["parameters"], undefined);
    const [first, ...others] = many;
    workspace.write("tools.json", {
      tools: [...others, { ...first, parameters }, entry("late", { script: "scripts/hello.js", parameters })],
    });
    const { added, changed, tools } = await list("ReloadWorkspaceTools");
    assert.deepEqual([added, changed], [["late"], ["tool-0"]]);
    const rows = tools?.map(({ name, parameters: schema }) => [name, schema]);
    assert.deepEqual(rows?.slice(0, 3), [
      ["tool-0", parameters],
      ["late", parameters],
      ["tool-1", undefined],
    ]);
  });

  it("say of a tool what keeps it from running, without the keychain", async () => {
    const headers = { Authorization: "Bearer {{CANARY}} {{STORED}} {{ABSENT}}" };
    workspace.write("tools.json", {
      tools: [entry("hello"), entry("silent", { headers }), entry("talk", { headers: { A: "{{CANARY}}" } })],
    });
    const home = join(workspace.home, "guidon");
    const secrets = { GUIDON_SECRET_CANARY: "canary-1234567890" };
    const env = workspace.environment(secrets);
    client = rawClient([], { cwd: workspace.folder, env });
    await client.open();
    const problems = async (): Promise<unknown[]> =>
      ((await list("GetWorkspaceTools"))["tools"] ?? []).map(({ ready, problem }) => [ready, problem ?? ""].join(" "));
    const waiting = "waiting for the user's approval, nobody has approved it yet";
    for (const problem of await problems()) assert.ok(String(problem).startsWith(`false ${waiting}`), String(problem));
    client.close();

    client = rawClient(["--trust"], { cwd: workspace.folder, env });
    await client.open();
    const [hello, silent, talk] = await problems();
    assert.deepEqual([hello, talk], ["true ", "true "]);
    assert.match(
      String(silent),
      /^false secrets "STORED", "ABSENT" not set: the user sets it in VS Code .* or runs "guidon secrets set STORED"/,
    );

    mkdirSync(join(home, "secrets"), { recursive: true });
    writeFileSync(join(home, "secrets", "all-workspaces.json"), JSON.stringify({ STORED: "2026-01-01T00:00:00Z" }));
    assert.match(String((await problems())[1]), /^false secret "ABSENT" not set/);
    assert.ok(!tree(client.pid).some(({ args }) => args.includes("keychain.js")));
  });
});
