import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { createMcpProvider } from "../../extension/mcpProvider.ts";
import type { Program } from "../../extension/program.ts";
import type { ToolsView } from "../../runtime/contract/control.ts";
import { until } from "./support.ts";
import { createWindow, happens, knownTools, row, viewOf, type Window } from "./toolsSupport.ts";

describe("The provider of the MCP server", () => {
  const cleanUp: (() => void)[] = [];
  afterEach(() => cleanUp.splice(0).forEach((each) => each()));

  const FOUND = {
    node: () => Promise.resolve({ path: "/bin/node26", source: "path" as const, abi: "147", version: "26.0.0" }),
    script: "/extension/dist/guidon.js",
    settings: () => ({}),
    environment: () => ({}),
    dispose: () => {},
  };
  const open = async (
    views: (Partial<ToolsView> | undefined)[],
    options = {},
    program: Program = FOUND,
  ): Promise<{ window: Window; provider: any }> => {
    const window = createWindow(views, options);
    const tools = await knownTools(window);
    const part = createMcpProvider(window.deps, program, 20);
    cleanUp.push(
      () => part.dispose(),
      () => tools.dispose(),
      window.dispose,
    );
    return { window, provider: window.fake.mcpProviders.get("guidon") };
  };

  it("gives one server for all folders of the window", async () => {
    const { window, provider } = await open([{ tools: [row("a")] }, undefined]);
    const [server, ...others] = await provider.provideMcpServerDefinitions();
    assert.deepEqual(others, []);
    const { label, command, args, env, cwd } = server;
    const [one, two] = window.folders;
    assert.deepEqual([label, command], ["guidon", "/bin/node26"]);
    assert.deepEqual(args, ["/extension/dist/guidon.js", "mcp", "--workspace", one, "--workspace", two]);
    assert.deepEqual(env, { ELECTRON_RUN_AS_NODE: null, NODE_OPTIONS: null });
    assert.equal(cwd.fsPath, one);
    assert.equal(await provider.resolveMcpServerDefinition(server), server);
  });

  it("passes on the person's settings", async () => {
    const settings = (): Record<string, string> => ({ GUIDON_BROWSER: "/chrome", GUIDON_KEEP_RUNS: "20" });
    const { provider } = await open([{}], {}, { ...FOUND, settings });
    const [server] = await provider.provideMcpServerDefinitions();
    assert.deepEqual([server.env.GUIDON_BROWSER, server.env.GUIDON_KEEP_RUNS], ["/chrome", "20"]);
  });

  it("gives none where no folder has a tools.json", async () => {
    const { provider } = await open([undefined]);
    assert.deepEqual(await provider.provideMcpServerDefinitions(), []);
  });

  it("has another version when the set of tools has changed, and says so; a run changes nothing", async () => {
    const { window, provider } = await open([{ tools: [row("a")] }]);
    const [before] = await provider.provideMcpServerDefinitions();
    assert.match(before.version, /^\d+\.\d+\.\d+-[0-9a-f]{12}$/);
    const again = (await provider.provideMcpServerDefinitions())[0];
    assert.equal(again.version, before.version);
    let changes = 0;
    provider.onDidChangeMcpServerDefinitions(() => changes++);
    window.runtimes.change();
    assert.equal(changes, 0);
    window.first.answers["tools/list"] = () => viewOf({ revision: "r2" });
    window.runtimes.fire(window.first, "tools/changed", { revision: "r2" });
    await happens(provider.onDidChangeMcpServerDefinitions, () => changes > 0);
    const [after] = await provider.provideMcpServerDefinitions();
    assert.notEqual(after.version, before.version);
  });

  it("stays as it is once VS Code started it, since another version would end the calls that are under way", async () => {
    const { window, provider } = await open([{ tools: [row("a")] }]);
    const [server] = await provider.provideMcpServerDefinitions();
    await provider.resolveMcpServerDefinition(server);
    let changes = 0;
    provider.onDidChangeMcpServerDefinitions(() => changes++);
    window.first.answers["tools/list"] = () => viewOf({ revision: "r2" });
    window.runtimes.fire(window.first, "tools/changed", { revision: "r2" });
    await until(() => window.deps.tools.folders[0]?.view?.revision === "r2");
    await sleep(60);
    assert.equal(changes, 0);
    assert.equal((await provider.provideMcpServerDefinitions())[0].version, server.version);
  });

  it("is another one when another program is named", async () => {
    const { window, provider } = await open([{ tools: [row("a")] }]);
    await provider.provideMcpServerDefinitions();
    let changes = 0;
    provider.onDidChangeMcpServerDefinitions(() => changes++);
    window.fake.setSetting("guidon.keepRuns", 20);
    window.fake.setSetting("guidon.nodePath", "/other/node");
    await happens(provider.onDidChangeMcpServerDefinitions, () => changes > 0);
    assert.equal(changes, 1);
  });

  it("appears when the first tools.json does", async () => {
    const { window, provider } = await open([undefined]);
    assert.deepEqual(await provider.provideMcpServerDefinitions(), []);
    let changes = 0;
    provider.onDidChangeMcpServerDefinitions(() => changes++);
    window.write("tools.json", "{}");
    window.first.answers["tools/list"] = () => viewOf();
    window.fake.watchers[0]?.create.fire(window.fake.vscode.Uri.file("/tools.json"));
    await happens(provider.onDidChangeMcpServerDefinitions, () => changes > 0);
    assert.equal((await provider.provideMcpServerDefinitions()).length, 1);
  });

  it("says that there is no Node when VS Code starts the server", async () => {
    const node = () => Promise.resolve({ problem: "Guidon needs Node 26 or 24.", lookedAt: [] });
    const { provider } = await open([{}], {}, { ...FOUND, node });
    const [server] = await provider.provideMcpServerDefinitions();
    await assert.rejects(provider.resolveMcpServerDefinition(server), /Guidon needs Node 26 or 24\./);
  });

  it("does no harm in an editor that knows no MCP servers of extensions", async () => {
    const { window, provider } = await open([{}], { noLanguageModels: true });
    assert.equal(provider, undefined);
    assert.ok(window.fake.logLines.some((line) => line.includes("This editor takes no MCP servers")));
  });
});
