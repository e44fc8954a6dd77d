/** `guidon mcp` as agents meet it: the built command, real clients, real scripts. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { GUIDON } from "../support/guidon.ts";
import { CLIENT_KINDS, connect, type TestClient } from "../support/mcpClients.ts";
import { eventually, survivors, tree } from "../support/processes.ts";
import { createWorkspace, entry, type TestWorkspace } from "../support/workspace.ts";

const SCRIPTS = {
  "scripts/add.js": "async function main() { return g.tool.args.a + g.tool.args.b; }\n",
  "scripts/broken.js": "async function main() {\n  return nothing.here;\n}\n",
  "scripts/steps.js":
    "async function main() {\n  for (let i = 1; i <= 3; i++) { await g.tool.reportProgress(`step ${i}`, { current: i, total: 3 }); await g.wait(150); }\n  return 'done';\n}\n",
  "scripts/endless.js":
    "async function main() { await g.tool.reportProgress('started'); await new Promise(() => {}); }\n",
  "scripts/big.js":
    "async function main() { return Array.from({ length: 5000 }, (_, i) => ({ i, name: 'item ' + i })); }\n",
};
const number = { type: "number" };
const TOOLS = {
  displayName: "Test tools",
  author: "Acme",
  tools: [
    entry("add", { parameters: { type: "object", properties: { a: number, b: number }, required: ["a", "b"] } }),
    entry("broken"),
    entry("steps"),
    entry("endless", { timeout: 60 }),
    entry("big"),
    entry("off", { script: "scripts/add.js", enabled: false }),
  ],
};

for (const kind of CLIENT_KINDS)
  describe(`guidon mcp with a ${kind} client`, () => {
    let workspace: TestWorkspace;
    let client: TestClient;
    before(async () => {
      workspace = createWorkspace({ "tools.json": TOOLS, ...SCRIPTS });
      client = await connect(kind, workspace);
    });
    after(async () => {
      await client.close();
      workspace.dispose();
    });
    const execute = (name: string, parameters?: unknown): ReturnType<TestClient["call"]> =>
      client.call("ExecuteWorkspaceTool", { name, ...(parameters === undefined ? {} : { parameters }) });

    it("lists the three MCP tools", async () => {
      const names = (await client.listTools()).map(({ name }) => name);
      assert.deepEqual(names, ["GetWorkspaceTools", "ExecuteWorkspaceTool", "ReloadWorkspaceTools"]);
    });

    it("lists the workspace's tools with their schemas and says who made them", async () => {
      const { text } = await client.call("GetWorkspaceTools");
      const list = JSON.parse(text);
      assert.deepEqual(list.tools[0].parameters, TOOLS.tools[0]?.["parameters"]);
      assert.equal(list.tools[0].mcpName, "workspace_add");
      assert.equal(list.tools[0].ready, true);
      assert.match(list.from, /"Test tools" by Acme, community code/);
      assert.match(list.tools.find((tool: { name: string }) => tool.name === "off").problem, /switched off/);
    });

    it("runs a tool and returns what main() returned", async () => {
      assert.deepEqual(await execute("add", { a: 2, b: 3 }), { isError: false, text: "5" });
    });

    it("takes arguments as JSON text, and other spellings of the names", async () => {
      assert.equal((await execute("add", '{"a": 2, "b": 3}')).text, "5");
      const spelled = await client.call("ExecuteWorkspaceTool", {
        toolName: "add",
        args: { a: "4", b: 5 },
        wait_for_previous: true,
      });
      assert.equal(spelled.text, "9");
    });

    it("refuses wrong arguments with every wrong one named", async () => {
      const { isError, text } = await execute("add", { a: "x", c: 1 });
      assert.ok(isError);
      assert.match(text, /\ba\b/);
      assert.match(text, /\bb\b/);
    });

    it("names the closest tools for an unknown one", async () => {
      const { isError, text } = await execute("ad");
      assert.ok(isError);
      assert.match(text, /no tool "ad".*\n[^]*add/);
    });

    it("answers an unknown MCP tool and a call without a name with results, not protocol errors", async () => {
      assert.match((await client.call("search-products")).text, /GetWorkspaceTools/);
      assert.match((await client.call("ExecuteWorkspaceTool", {})).text, /name is missing/);
    });

    it("gives a script's failure with the author's line", async () => {
      const { isError, text } = await execute("broken");
      assert.ok(isError);
      assert.match(text, /nothing is not defined/);
      assert.match(text, /scripts\/broken\.js:2:\d+/);
      assert.doesNotMatch(text, new RegExp(workspace.folder));
    });

    it("refuses a disabled tool and says who can change that", async () => {
      assert.match((await execute("off")).text, /disabled[^]*tools\.json/);
    });

    it("passes on the progress that a script reports", async () => {
      const seen: string[] = [];
      const onprogress = ({ message }: { message?: string | undefined }): void => void seen.push(message ?? "");
      const { text } = await client.call("ExecuteWorkspaceTool", { name: "steps" }, { onprogress });
      assert.equal(text, "done");
      assert.deepEqual(seen, ["step 1", "step 2", "step 3"]);
    });

    it("stops the script when the client cancels, and serves the next call at once", async () => {
      const stop = new AbortController();
      const started = Promise.withResolvers<void>();
      const call = client.call(
        "ExecuteWorkspaceTool",
        { name: "endless" },
        { signal: stop.signal, onprogress: () => started.resolve() },
      );
      await started.promise;
      stop.abort();
      await assert.rejects(call);
      const before = performance.now();
      assert.equal((await execute("add", { a: 1, b: 1 })).text, "2");
      assert.ok(performance.now() - before < 2000);
    });

    it("shortens a long result and keeps the whole in a file", async () => {
      const { text } = await execute("big");
      assert.ok(text.length <= 8000);
      const file = /is in (\S+\.json)/.exec(text)?.[1] ?? "";
      assert.equal(JSON.parse(readFileSync(file, "utf8")).length, 5000);
    });

    it("sees a tool that was added on disk without a reload", async () => {
      workspace.write("scripts/late.js", "async function main() { return 'late'; }\n");
      workspace.write("tools.json", { ...TOOLS, tools: [...TOOLS.tools, entry("late")] });
      assert.equal((await execute("late")).text, "late");
    });

    it("answers a reload with what changed", async () => {
      workspace.write("tools.json", { ...TOOLS, tools: TOOLS.tools.slice(1) });
      const { text } = await client.call("ReloadWorkspaceTools");
      const change = JSON.parse(text);
      assert.ok(change.removed.includes("add"));
      workspace.write("tools.json", TOOLS);
      assert.deepEqual(JSON.parse((await client.call("ReloadWorkspaceTools")).text).added, ["add"]);
    });
  });

describe("The process of guidon mcp", () => {
  let workspace: TestWorkspace;
  before(() => {
    workspace = createWorkspace({ "tools.json": TOOLS, ...SCRIPTS });
  });
  after(() => workspace.dispose());

  for (const [how, end] of Object.entries({
    "its input closes": (child: ReturnType<typeof spawn>) => child.stdin?.end(),
    "SIGTERM comes": (child: ReturnType<typeof spawn>) => child.kill("SIGTERM"),
    "SIGINT comes": (child: ReturnType<typeof spawn>) => child.kill("SIGINT"),
    "it is killed": (child: ReturnType<typeof spawn>) => child.kill("SIGKILL"),
  }))
    it(`takes its sandbox children along when ${how}, in the middle of a call`, async () => {
      const child = spawn(process.execPath, [GUIDON, "mcp", "--workspace", workspace.folder, "--trust"], {
        env: workspace.environment(),
      });
      const send = (message: unknown): void => void child.stdin.write(JSON.stringify(message) + "\n");
      let out = "";
      child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
      send({
        jsonrpc: "2.0",
        id: 1,
        method: "initialize",
        params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } },
      });
      send({ jsonrpc: "2.0", method: "notifications/initialized" });
      send({
        jsonrpc: "2.0",
        id: 2,
        method: "tools/call",
        params: { name: "ExecuteWorkspaceTool", arguments: { name: "endless" }, _meta: { progressToken: 7 } },
      });
      await eventually("the script has started", () => out.includes("started"));
      const all = tree(child.pid ?? 0);
      assert.ok(all.length >= 2, "there is a sandbox child");
      end(child);
      await eventually("all processes are gone", () => survivors(all).length === 0, 4000);
    });

  it("answers its first request before the runtime is there", async () => {
    const client = await connect("v2 modern", workspace);
    assert.equal((await client.listTools()).length, 3);
    await client.close();
  });

  it("runs no tool without an approval, and says what the user has to do", async () => {
    const client = await connect("v2 modern", workspace, { args: [] });
    const { isError, text } = await client.call("ExecuteWorkspaceTool", { name: "add", parameters: { a: 1, b: 2 } });
    await client.close();
    assert.ok(isError);
    assert.match(text, /waiting for the user's approval[^]*guidon approve/);
    assert.ok(!existsSync(join(workspace.folder, ".guidon")));
  });

  it("gives secrets of its environment to neither scripts nor children", async () => {
    workspace.write(
      "scripts/peek.js",
      "async function main() { return typeof process + ' ' + JSON.stringify(Object.keys(globalThis)); }\n",
    );
    workspace.write("tools.json", { tools: [entry("peek")] });
    const client = await connect("v2 modern", workspace, {
      env: { GUIDON_SECRET_CANARY: "canary-1234567890", OTHER_API_KEY: "other-1234567890" },
    });
    const { text } = await client.call("ExecuteWorkspaceTool", { name: "peek" });
    assert.match(text, /^undefined /);
    const children = tree(client.serverPid()).filter(({ pid }) => pid !== client.serverPid());
    assert.ok(children.length > 0);
    for (const { pid } of children)
      assert.doesNotMatch(readFileSync(`/proc/${pid}/environ`, "utf8"), /canary-1234567890|other-1234567890/);
    await client.close();
  });
});
