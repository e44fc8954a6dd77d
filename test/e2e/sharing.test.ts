/** One workspace, several processes: the runs of all happen in one of them, and no end of a process loses the others. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openChannel } from "../../runtime/channel.ts";
import type { ControlEvents, ControlRequests } from "../../runtime/contract/control.ts";
import { connect, type TestClient } from "../support/mcpClients.ts";
import { eventually, survivors, tree } from "../support/processes.ts";
import { GUIDON, guidon } from "../support/guidon.ts";
import { startProxy, startServer } from "../support/httpServer.ts";
import { createWorkspace, entry, type TestWorkspace } from "../support/workspace.ts";

const SLOW = "async function main() { await g.tool.reportProgress('begun'); await g.wait(1500); return 'slow'; }\n";
const FILES = {
  "scripts/hello.js": "async function main() { return 'hello'; }\n",
  "scripts/slow.js": SLOW,
  "scripts/slow-read.js": SLOW,
  "scripts/title.js": "async function main() { return (await g.nav.navigateToUrl(g.tool.args.url)).title; }\n",
  "scripts/fetch.js":
    "async function main() { return (await g.http.makeHttpRequest({ url: g.tool.args.url })).body; }\n",
  "scripts/echo.js": "async function main() { g.log(g.tool.args.url); return g.tool.args.url; }\n",
  "scripts/send.js":
    "async function main() { return (await g.http.makeHttpRequest({ url: g.tool.args.url })).status; }\n",
};
const url = { parameters: { type: "object", properties: { url: { type: "string" } }, required: ["url"] } };

describe("Several agents in one workspace", () => {
  let workspace: TestWorkspace;
  let clients: TestClient[];
  beforeEach(() => {
    clients = [];
    workspace = createWorkspace({
      "tools.json": {
        tools: [
          entry("hello"),
          entry("slow"),
          entry("slow-read", { annotations: { readOnly: true } }),
          entry("title", { ...url, timeout: 60 }),
          entry("echo", url),
          entry("fetch", url),
          entry("send", { ...url, headers: { "X-Key": "{{PEER_KEY}}" }, allowedHosts: ["127.0.0.1:*"] }),
        ],
      },
      ...FILES,
    });
  });
  afterEach(async () => {
    await Promise.all(clients.map((client) => client.close()));
    workspace.dispose();
  });

  const open = async (options: Parameters<typeof connect>[2] = {}): Promise<TestClient> => {
    const client = await connect("v2 modern", workspace, { ...options, env: { GUIDON_LOG: "info", ...options.env } });
    clients.push(client);
    return client;
  };
  const run = (client: TestClient, name: string, parameters = {}, more = {}): ReturnType<TestClient["call"]> =>
    client.call("ExecuteWorkspaceTool", { name, parameters }, more);
  const sandboxes = (client: TestClient): number =>
    tree(client.serverPid()).filter(({ args }) => args.includes("sandbox.cjs")).length;
  const browsers = (client: TestClient): number =>
    tree(client.serverPid()).filter(({ args }) => args.includes("--remote-debugging-pipe") && !args.includes("--type="))
      .length;
  const attached = (client: TestClient): Promise<void> =>
    eventually("it attaches", () => /run in process \d+/.test(client.stderr()));

  it("share one set of sandbox children and one browser", async () => {
    const page = await startServer((_request, response) =>
      response.setHeader("content-type", "text/html").end("<title>Shared</title>"),
    );
    const first = await open();
    assert.equal((await run(first, "title", { url: page.origin })).text, "Shared");
    const second = await open();
    assert.equal((await run(second, "title", { url: page.origin })).text, "Shared");
    assert.equal(browsers(first), 1);
    assert.equal(browsers(second), 0);
    assert.ok(sandboxes(first) > 0);
    assert.equal(sandboxes(second), 0);
    await page.close();
  });

  it("get progress and results of runs that happen elsewhere, and can cancel them", async () => {
    const first = await open();
    await run(first, "hello");
    const second = await open();
    const messages: (string | undefined)[] = [];
    const answer = await run(
      second,
      "slow",
      {},
      { onprogress: ({ message }: { message?: string }) => messages.push(message) },
    );
    assert.equal(answer.text, "slow");
    assert.ok(messages.includes("begun"), messages.join());
    const stop = new AbortController();
    const canceled = run(second, "slow", {}, { signal: stop.signal, onprogress: () => stop.abort() });
    await assert.rejects(canceled);
    assert.equal((await run(second, "hello")).text, "hello");
  });

  it("keep their own secrets of the environment", async () => {
    const seen: unknown[] = [];
    const server = await startServer((request, response) => {
      seen.push(request.headers["x-key"]);
      response.end("ok");
    });
    const first = await open();
    const { text } = await run(first, "send", { url: server.origin });
    assert.match(text, /Secret "PEER_KEY" cannot be read/);
    const second = await open({ env: { GUIDON_SECRET_PEER_KEY: "only-of-second-peer" } });
    assert.equal((await run(second, "send", { url: server.origin })).text, "200");
    await attached(second);
    assert.match((await run(first, "send", { url: server.origin })).text, /cannot be read/);
    assert.deepEqual(seen, ["only-of-second-peer"]);
    await server.close();
  });

  it("get no secret out of the process that runs the tools, whoever brought it", async () => {
    const value = "only-of-second-peer";
    const first = await open();
    await run(first, "hello");
    const second = await open({ env: { GUIDON_SECRET_PEER_KEY: value } });
    await attached(second);
    for (const client of [second, first]) {
      const { text } = await run(client, "echo", { url: `it is ${value}` });
      assert.equal(text, "it is «secret:PEER_KEY»");
    }
    assert.ok(!first.stderr().includes(value));
  });

  it("do not get the secrets of the environment of the process that runs the tools", async () => {
    const server = await startServer((_request, response) => response.end("ok"));
    const first = await open({ env: { GUIDON_SECRET_PEER_KEY: "only-of-first" } });
    assert.equal((await run(first, "send", { url: server.origin })).text, "200");
    const second = await open();
    assert.match((await run(second, "send", { url: server.origin })).text, /cannot be read/);
    await attached(second);
    await server.close();
  });

  it("go through their own proxies", async () => {
    const proxy = await startProxy();
    const server = await startServer((request, response) => response.end(String(request.headers["x-via-proxy"])));
    const first = await open();
    await run(first, "hello");
    const second = await open({ env: { HTTP_PROXY: proxy.origin } });
    await attached(second);
    const page = `http://shop.test:${server.port}`;
    assert.equal((await run(second, "fetch", { url: page })).text, "1");
    assert.match((await run(first, "fetch", { url: page })).text, /no such host/);
    await Promise.all([server.close(), proxy.close()]);
  });

  it("follow what the person sets meanwhile", async () => {
    const first = await open();
    await run(first, "hello");
    mkdirSync(join(workspace.home, "guidon"), { recursive: true });
    writeFileSync(join(workspace.home, "guidon", "settings.json"), JSON.stringify({ maxTimeout: 0.3 }));
    assert.match((await run(first, "slow")).text, /Timeout/);
  });

  it("need an approval of their own where only one was started with --trust", async () => {
    const first = await open();
    assert.equal((await run(first, "hello")).text, "hello");
    const second = await open({ args: [] });
    const refused = await run(second, "hello");
    assert.match(refused.text, /waiting for the user's approval/);
    await attached(second);
    const third = await open();
    assert.equal((await run(third, "hello")).text, "hello");
  });

  it("go on when the process that ran the tools is killed: the call under way is told, or repeated where that does no harm", async () => {
    const first = await open();
    await run(first, "hello");
    const leftBehind = tree(first.serverPid());
    const second = await open();
    await run(second, "hello");
    await attached(second);
    const begun = (name: string): { done: ReturnType<TestClient["call"]>; begun: Promise<void> } => {
      const { promise, resolve } = Promise.withResolvers<void>();
      return { done: run(second, name, {}, { onprogress: () => resolve() }), begun: promise };
    };
    const writing = begun("slow");
    const reading = begun("slow-read");
    await Promise.all([writing.begun, reading.begun]);
    process.kill(first.serverPid(), "SIGKILL");
    const told = await writing.done;
    assert.equal(told.isError, true);
    assert.match(told.text, /ended before it answered[^]*What the tool did by then is not known/);
    assert.equal((await reading.done).text, "slow");
    assert.equal((await run(second, "hello")).text, "hello");
    assert.ok(sandboxes(second) > 0, "it runs the tools itself now");
    await eventually("nothing of the killed process is left", () => survivors(leftBehind).length === 0);
  });

  it("go on when the process that ran the tools leaves", async () => {
    const first = await open();
    await run(first, "hello");
    const second = await open();
    await run(second, "hello");
    const third = await open();
    await run(third, "hello");
    await first.close();
    for (const client of [second, third]) assert.equal((await run(client, "hello")).text, "hello");
    await eventually("one of the two runs the tools", () => sandboxes(second) === 0 || sandboxes(third) === 0);
  });

  it("and a terminal know from the first list on which secrets an editor keeps", async () => {
    const env = workspace.environment();
    const editor = spawn(process.execPath, [GUIDON, "control", "--workspace", workspace.folder], { env });
    try {
      const channel = openChannel<ControlRequests, ControlEvents>(editor.stdout, editor.stdin);
      await channel.request("initialize", { client: "Test editor" });
      await channel.request("secrets/relay", { secrets: { PEER_KEY: "kept-by-the-editor" } });
      const client = await open();
      const { tools } = JSON.parse((await client.call("GetWorkspaceTools")).text) as {
        tools: { name: string; ready: boolean }[];
      };
      assert.equal(tools.find(({ name }) => name === "send")?.ready, true);
      const secrets = await guidon(["secrets", "list"], { cwd: workspace.folder, env });
      assert.match(secrets.stdout, /PEER_KEY +set \(the editor\)/);
      const checked = await guidon(["check", "--json"], { cwd: workspace.folder, env });
      assert.doesNotMatch(checked.stdout, /secret-not-set/);
    } finally {
      const gone = once(editor, "exit");
      editor.stdin.end();
      await gone;
    }
  });

  it("and a terminal: guidon run uses the process that is there", async () => {
    const first = await open();
    await run(first, "hello");
    const ran = await guidon(["run", "hello", "--trust", "--workspace", workspace.folder], {
      cwd: workspace.folder,
      env: workspace.environment({ GUIDON_LOG: "info" }),
    });
    assert.equal(ran.stdout, "hello\n");
    assert.match(ran.stderr, new RegExp(`run in process ${first.serverPid()}`));
  });
});
