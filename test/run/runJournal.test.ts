/** What the journal has of real runs: scripts in isolates, requests to a server, pages in a browser. */
import { approvalHash } from "../../runtime/consent/approvals.ts";
import { loadScript } from "../../runtime/tools/script.ts";
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import type { Attention, RunRecord } from "../../runtime/contract/control.ts";
import { startServer, type TestServer } from "../support/httpServer.ts";
import { eventually } from "../support/processes.ts";
import { entry } from "../support/workspace.ts";
import { openBench, type RunBench } from "./support.ts";

const SECRET = "s3cret-value-of-a-test";

const site = (): Promise<TestServer> =>
  startServer(({ url }, response) => {
    if (url === "/gone") return void response.writeHead(404).end();
    if (url === "/cut") return void response.destroy();
    if (url === "/from") return void response.writeHead(302, { location: "/page" }).end();
    if (url === "/busy") {
      response.setHeader("content-type", "text/html");
      return void response.end("<h1>Busy</h1><script>setTimeout(() => { for (;;); }, 50)</script>");
    }
    response.setHeader("content-type", "text/html");
    response.end("<title>Shop</title><body style='background:#0a0'><h1>Shop</h1>");
  });

const last = (bench: RunBench): RunRecord => bench.journal.list()[0] ?? assert.fail("there is no run");

describe("A run in the journal", () => {
  let server: TestServer;
  let bench: RunBench;
  before(async () => {
    server = await site();
    bench = await openBench(
      {
        "tools.json": {
          tools: [
            entry("steps", { parameters: { type: "object", properties: { token: { type: "string" } } } }),
            entry("strict", {
              parameters: { type: "object", properties: { page: { type: "integer" } }, required: ["page"] },
            }),
            entry("login", {
              parameters: {
                type: "object",
                properties: {
                  user: { type: "string" },
                  login: { type: "object", properties: { password: { type: "string", format: "password" } } },
                },
              },
            }),
            entry("endless", { timeout: 60 }),
            entry("requests", { headers: { Authorization: "Bearer {{API_TOKEN}}" } }),
            entry("missing", { script: "scripts/steps.js", headers: { Authorization: "Bearer {{NOT_THERE}}" } }),
            entry("unset", { script: "scripts/steps.js", headers: { Authorization: "Bearer {{NOT_THERE}}" } }),
            entry("off", { script: "scripts/steps.js", enabled: false }),
          ],
        },
        "scripts/steps.js": `async function main() {
  await g.tool.reportProgress("half", { current: 1, total: 2 });
  console.log("token is", g.tool.args.token);
  return { token: g.tool.args.token };
}`,
        "scripts/login.js": "async function main() { return typeof g.tool.args.login.password; }",
        "scripts/strict.js": "async function main() { return g.tool.args.page; }",
        "scripts/endless.js":
          "async function main() { await g.tool.reportProgress('started'); await new Promise(() => {}); }",
        "scripts/requests.js": `async function main() {
  await g.http.get("${server.origin}/page?key=${SECRET}");
  await g.http.get("${server.origin}/gone");
  await g.http.get("${server.origin}/from");
  await g.http.post("${server.origin}/cut", "x").catch(() => {});
}`,
      },
      { secrets: { API_TOKEN: SECRET } },
    );
  });
  after(async () => {
    await bench.dispose();
    await server.close();
  });

  it("has who called, progress, log and result, without secrets", async () => {
    const { callId } = await bench.run("steps", { args: { token: SECRET }, client: "Test agent 1.2" });
    const { client, origin, args, progress, log, result, state } = last(bench);
    assert.equal(last(bench).id, callId);
    assert.deepEqual([client, origin, state], ["Test agent 1.2", "Mcp", "ok"]);
    assert.equal(args.json, `{"token":"«secret:API_TOKEN»"}`);
    assert.equal(args.redacted, true);
    assert.equal(progress[0]?.message, "half");
    assert.equal(log[0]?.text, "token is «secret:API_TOKEN»");
    assert.equal(result?.json, `{"token":"«secret:API_TOKEN»"}`);
    assert.equal(bench.journal.resultOf(callId), `{"token":"«secret:API_TOKEN»"}`);
  });

  it("has no argument that its tool calls secret", async () => {
    const args = { user: "ada", login: JSON.stringify({ password: "hunter2-hunter2" }) };
    const { ok } = await bench.run("login", { args });
    assert.ok(ok);
    assert.equal(last(bench).args.redacted, true);
    assert.doesNotMatch(JSON.stringify(last(bench)), /hunter2/);
  });

  it("has the id that the caller gave it, and a name for a caller that gives none", async () => {
    const { callId } = await bench.run("steps", { id: "my-id", origin: "External" });
    assert.equal(callId, "my-id");
    assert.equal(bench.journal.find("my-id")?.client, "guidon run");
  });

  for (const [what, tool, args, code] of [
    ["an unknown tool", "stepz", {}, "UnknownTool"],
    ["wrong arguments", "strict", { page: "two" }, "InvalidArgument"],
    ["a tool that is switched off", "off", {}, "ToolUnusable"],
    ["a secret that is not set", "missing", {}, "SecretNotSet"],
  ] as const)
    it(`is there though it was refused: ${what}`, async () => {
      await bench.run(tool, { args });
      assert.equal(last(bench).tool, tool);
      assert.equal(last(bench).state, "failed");
      assert.equal(last(bench).error?.code, code);
    });

  it("is canceled by its id", async () => {
    const running = bench.run("endless", { id: "endless-1" });
    await eventually("it goes on", () => last(bench).progress.length > 0);
    assert.equal(bench.journal.cancel("endless-1"), true);
    const result = await running;
    assert.equal(result.ok ? "" : result.error.code, "Canceled");
    assert.equal(last(bench).state, "canceled");
  });

  it("is canceled by the caller's signal", async () => {
    const stop = new AbortController();
    const running = bench.run("endless", { signal: stop.signal });
    await eventually("it goes on", () => last(bench).progress.length > 0);
    stop.abort();
    await running;
    assert.equal(last(bench).state, "canceled");
  });

  it("has each request with its status or its error, and no secret in the address", async () => {
    const result = await bench.run("requests");
    assert.ok(result.ok, JSON.stringify(result));
    const { requests } = last(bench);
    assert.deepEqual(
      requests.map(({ method, url, status }) => [method, url, status]),
      [
        ["GET", `${server.origin}/page?key=«secret:API_TOKEN»`, 200],
        ["GET", `${server.origin}/gone`, 404],
        ["GET", `${server.origin}/from`, 200],
        ["POST", `${server.origin}/cut`, undefined],
      ],
    );
    assert.ok(requests.every(({ ms, atMs }) => typeof ms === "number" && atMs >= 0));
    assert.match(requests[3]?.error ?? "", /POST .*\/cut/);
    assert.ok(!JSON.stringify(last(bench)).includes(SECRET));
  });

  it("calls for a person with the names of the secrets that are not set", async () => {
    const raised: Attention[] = [];
    const stop = bench.journal.onAttention((attention) => raised.push(attention));
    await bench.run("unset", { client: "Test agent" });
    stop();
    assert.deepEqual(raised, [{ kind: "secret", tool: "unset", client: "Test agent", secrets: ["NOT_THERE"] }]);
  });
});

describe("A run of a tool that nobody approved", () => {
  let bench: RunBench;
  before(async () => {
    bench = await openBench(
      { "tools.json": { tools: [entry("one")] }, "scripts/one.js": "async function main() { return 1; }" },
      { trust: false },
    );
  });
  after(() => bench.dispose());
  const code = async (request: Parameters<RunBench["run"]>[1]): Promise<string> => {
    const result = await bench.run("one", request);
    return result.ok ? "ok" : result.error.code;
  };

  it("is refused to an agent, with a call for the person", async () => {
    const raised: Attention[] = [];
    const stop = bench.journal.onAttention((attention) => raised.push(attention));
    assert.equal(await code({ client: "Test agent" }), "NotApproved");
    stop();
    assert.deepEqual(raised, [{ kind: "approval", tool: "one", client: "Test agent" }]);
    assert.equal(last(bench).error?.code, "NotApproved");
  });

  it("is refused to the person, too, who is told what can be done", async () => {
    const result = await bench.run("one", { origin: "User" });
    assert.ok(!result.ok);
    assert.equal(result.error.code, "NotApproved");
    assert.equal(result.error.hint, "Look at what it may do; then approve it, or run it once.");
  });

  it("passes once for a person who saw it as it is, and only for a person", async () => {
    const tool = bench.registry.find("one") ?? assert.fail();
    const once = approvalHash(tool, (await loadScript(bench.workspace.folder, tool.script)).hash);
    assert.equal(await code({ origin: "User", once }), "ok");
    assert.equal(await code({ origin: "User", once: "0" }), "NotApproved");
    assert.equal(await code({ origin: "User" }), "NotApproved");
    for (const origin of ["Mcp", "External", "Queue"] as const)
      assert.equal(await code({ origin, once }), "NotApproved");
  });

  it("passes where a person started the caller with trust", async () => {
    assert.equal(await code({ trusted: true }), "ok");
  });
});

describe("The picture of the page of a run", () => {
  let server: TestServer;
  let bench: RunBench;
  const files = (origin: string): Record<string, unknown> => ({
    "tools.json": {
      tools: [
        entry("fails"),
        entry("works"),
        entry("waits", { timeout: 60 }),
        entry("late", { timeout: 4 }),
        entry("busy"),
      ],
    },
    "scripts/fails.js": `async function main() { await g.nav.navigateToUrl("${origin}/page"); g.tool.fail("NotFound", "no lamp"); }`,
    "scripts/works.js": `async function main() { await g.nav.navigateToUrl("${origin}/page"); return 1; }`,
    "scripts/waits.js": `async function main() { await g.nav.navigateToUrl("${origin}/page"); await g.tool.reportProgress("there"); await new Promise(() => {}); }`,
    "scripts/late.js": `async function main() { await g.nav.navigateToUrl("${origin}/page"); await new Promise(() => {}); }`,
    "scripts/busy.js": `async function main() { await g.nav.navigateToUrl("${origin}/busy"); await g.wait(200); throw new Error("no"); }`,
  });
  before(async function () {
    this.timeout(30_000);
    server = await site();
    bench = await openBench(files(server.origin), { pictures: true });
    await bench.run("works");
  });
  after(async () => {
    await bench.dispose();
    await server.close();
  });

  async function pictureOf(id: string): Promise<Buffer> {
    await eventually("the picture is there", () => bench.journal.find(id)?.screenshot !== undefined);
    return readFileSync(bench.journal.find(id)?.screenshot ?? "");
  }
  it("is kept when it fails: a PNG of what was in view", async () => {
    const { callId } = await bench.run("fails");
    const png = await pictureOf(callId);
    assert.deepEqual([...png.subarray(0, 8)], [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    const width = png.readUInt32BE(16);
    assert.ok(width > 300 && width <= 1280, `${width}`);
  });

  it("is kept when its time is over", async () => {
    const { callId } = await bench.run("late");
    assert.equal(bench.journal.find(callId)?.error?.code, "Timeout");
    assert.ok((await pictureOf(callId)).length > 100);
  });

  it("is not waited for by the caller, also not where the page never answers", async () => {
    const started = performance.now();
    const { callId, durationMs } = await bench.run("busy");
    const answered = performance.now() - started;
    assert.ok(answered - durationMs < 100, `${answered} ms, the run ${durationMs} ms`);
    assert.ok(durationMs < 1500, `${durationMs} ms`);
    assert.equal(bench.journal.find(callId)?.screenshot, undefined);
  });

  it("is not taken when it works or is canceled", async () => {
    const { callId } = await bench.run("works");
    const waiting = bench.run("waits", { id: "waits-1" });
    await eventually("it goes on", () => (bench.journal.find("waits-1")?.progress.length ?? 0) > 0);
    bench.journal.cancel("waits-1");
    await waiting;
    // The picture of a later failure comes after theirs would.
    await pictureOf((await bench.run("fails")).callId);
    assert.equal(bench.journal.find(callId)?.screenshot, undefined);
    assert.equal(bench.journal.find("waits-1")?.screenshot, undefined);
  });

  it("is not taken where nobody looks", async () => {
    const other = await openBench(files(server.origin));
    try {
      const { callId } = await other.run("fails");
      await other.services.deps.browser.dispose();
      assert.equal(other.journal.find(callId)?.screenshot, undefined);
      assert.ok(!existsSync(`${other.dataDir}/screenshots`));
    } finally {
      await other.dispose();
    }
  });
});
