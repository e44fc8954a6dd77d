/** Which folders `guidon mcp` serves, and how clients hear that their tools changed. */
import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ListRootsRequestSchema, ToolListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { GUIDON } from "../support/guidon.ts";
import { eventually } from "../support/processes.ts";
import { createWorkspace, entry, type TestWorkspace } from "../support/workspace.ts";

const workspaceWith = (name: string, value: string): TestWorkspace =>
  createWorkspace({
    "tools.json": { name: `${value}-tools`, tools: [entry(name)] },
    [`scripts/${name}.js`]: `async function main() { return "${value}"; }\n`,
  });

describe("The folders of guidon mcp", () => {
  let a: TestWorkspace;
  let b: TestWorkspace;
  let empty: TestWorkspace;
  let client: Client;
  beforeEach(() => {
    a = workspaceWith("hello", "a");
    b = workspaceWith("hello", "b");
    empty = createWorkspace({});
  });
  afterEach(async () => {
    await client.close();
    for (const workspace of [a, b, empty]) workspace.dispose();
  });

  async function start(
    args: string[],
    options: { env?: Record<string, string>; roots?: string[]; cwd?: string } = {},
  ): Promise<void> {
    client = new Client({ name: "t", version: "1" }, options.roots ? { capabilities: { roots: {} } } : {});
    if (options.roots) {
      const roots = options.roots.map((folder) => ({ uri: pathToFileURL(folder).href }));
      client.setRequestHandler(ListRootsRequestSchema, () => ({ roots }));
    }
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [GUIDON, "mcp", "--trust", ...args],
        env: a.environment(options.env),
        cwd: options.cwd ?? empty.folder,
        stderr: "ignore",
      }),
    );
  }
  async function call(name: string, args: Record<string, unknown> = {}): Promise<string> {
    const { content } = await client.callTool({ name, arguments: args });
    return (content as { text: string }[]).map(({ text }) => text).join("\n");
  }

  it("is the current one when it has a tools.json", async () => {
    await start([], { cwd: b.folder });
    assert.equal(await call("ExecuteWorkspaceTool", { name: "hello" }), "b");
  });

  it("is the agent's project when it names one", async () => {
    await start([], { env: { CLAUDE_PROJECT_DIR: b.folder } });
    assert.equal(await call("ExecuteWorkspaceTool", { name: "hello" }), "b");
  });

  it("are the client's roots when the current folder has no tools.json", async () => {
    await start([], { roots: [a.folder] });
    assert.equal(await call("ExecuteWorkspaceTool", { name: "hello" }), "a");
  });

  it("can be several; a tool that two of them have needs the name of the workspace", async () => {
    await start(["--workspace", a.folder, "--workspace", b.folder]);
    assert.match(await call("ExecuteWorkspaceTool", { name: "hello" }), /Several workspaces[^]*a-tools or b-tools/);
    assert.equal(await call("ExecuteWorkspaceTool", { name: "hello", workspace: "b-tools" }), "b");
    const list = JSON.parse(await call("GetWorkspaceTools"));
    assert.deepEqual(
      list.tools.map((tool: { workspace: string }) => tool.workspace),
      ["a-tools", "b-tools"],
    );
    assert.match(await call("GetWorkspaceTools", { workspace: "c" }), /no workspace "c"[^]*a-tools, b-tools/);
  });

  it("without any tools.json gives an answer that says how to start", async () => {
    await start([]);
    assert.match(await call("GetWorkspaceTools"), /guidon init/);
    assert.match(await call("ExecuteWorkspaceTool", { name: "hello" }), /guidon init/);
  });

  it("tell the client when the tools change on disk", async () => {
    await start(["--workspace", a.folder]);
    await call("GetWorkspaceTools");
    let changes = 0;
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => void (changes += 1));
    a.write("scripts/second.js", "async function main() { return 2; }\n");
    a.write("tools.json", { tools: [entry("hello"), entry("second")] });
    await eventually("the client was told", () => changes > 0);
    assert.equal(await call("ExecuteWorkspaceTool", { name: "second" }), "2");
  });
});
