import assert from "node:assert/strict";
import { mkdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ToolSet } from "../../runtime/contract/tools.ts";
import type { ToolError } from "../../runtime/errors.ts";
import { createLog, silentLog } from "../../runtime/log.ts";
import { createRegistry } from "../../runtime/tools/registry.ts";
import type { Registry } from "../../runtime/tools/registry.ts";
import { createWorkspace, entry } from "../support/workspace.ts";
import type { TestWorkspace } from "../support/workspace.ts";

const MAIN = "async function main() { return 1; }\n";

describe("the registry", () => {
  let workspace: TestWorkspace;
  let registry: Registry;

  function open(files: Record<string, unknown> = {}): Registry {
    for (const [file, content] of Object.entries(files)) workspace.write(file, content);
    registry = createRegistry({ folder: workspace.folder, log: silentLog });
    return registry;
  }
  function save(...toolNames: string[]): void {
    workspace.write("tools.json", { tools: toolNames.map((name) => entry(name, { script: "scripts/a.js" })) });
  }
  function names(set: ToolSet = registry.current()): string[] {
    return set.tools.map(({ name }) => name);
  }

  beforeEach(() => {
    workspace = createWorkspace({ "scripts/a.js": MAIN });
  });
  afterEach(async () => {
    await registry.dispose();
    workspace.dispose();
  });

  it("is missing without a file, ok with one, and missing again when it is removed", () => {
    open();
    assert.deepEqual([registry.current().state, registry.current().tools.length], ["missing", 0]);
    assert.match(registry.current().problems[0]?.hint ?? "", /guidon init/);
    save("one");
    assert.deepEqual([registry.current().state, names()], ["ok", ["one"]]);
    rmSync(join(workspace.folder, "tools.json"));
    assert.deepEqual([registry.current().state, names()], ["missing", []]);
    save("back");
    assert.deepEqual([registry.current().state, names()], ["ok", ["back"]]);
  });

  it("is broken where there never was a good file", () => {
    open({ "tools.json": "{" });
    assert.deepEqual([registry.current().state, names()], ["broken", []]);
  });

  it("keeps the last good tools while the file is broken, and says line and column", () => {
    save("one");
    open();
    assert.deepEqual(names(), ["one"]);
    workspace.write("tools.json", '{\n  "tools": [\n    { "name": "two",');
    const { set } = registry.reload();
    assert.deepEqual([set.state, names(set)], ["stale", ["one"]]);
    assert.match(set.problems[0]?.message ?? "", /last good tools/);
    save("two");
    assert.deepEqual([registry.current().state, names()], ["ok", ["two"]]);
  });

  it("gives the same object while nothing changes, and another revision when something does", () => {
    save("one");
    open();
    const first = registry.current();
    assert.equal(registry.current(), first);
    save("two");
    assert.notEqual(registry.current().revision, first.revision);
    save("one");
    assert.equal(registry.current().revision, first.revision);
  });

  it("notices a save of the same length within one tick of the clock", () => {
    save("aa");
    open();
    for (const name of ["bb", "cc", "dd", "ee"]) {
      save(name);
      assert.deepEqual(names(), [name]);
    }
  });

  it("rereads on reload even where size and time are the same", () => {
    save("aa");
    open();
    const path = join(workspace.folder, "tools.json");
    const past = new Date(Date.now() - 60_000);
    utimesSync(path, past, past);
    assert.deepEqual(names(), ["aa"]);
    const { size } = statSync(path);
    save("bb");
    utimesSync(path, past, past);
    assert.equal(statSync(path).size, size);
    assert.deepEqual(names(registry.reload().set), ["bb"]);
  });

  it("tells at reload what was added, changed and removed since the last one", () => {
    workspace.write("tools.json", { tools: ["a", "b", "c"].map((name) => entry(name, { script: "scripts/a.js" })) });
    open();
    registry.current();
    const tools = [entry("d"), entry("b", { title: "New" }), entry("a")];
    workspace.write("tools.json", { tools: tools.map((tool) => ({ ...tool, script: "scripts/a.js" })) });
    registry.current();
    const { added, changed, removed } = registry.reload();
    assert.deepEqual({ added, changed, removed }, { added: ["d"], changed: ["b"], removed: ["c"] });
    const again = registry.reload();
    assert.deepEqual([again.added, again.changed, again.removed], [[], [], []]);
  });

  it("lists a tool whose script is missing with the reason, and without it once the script is there", () => {
    workspace.write("tools.json", { tools: [entry("gone", { script: "scripts/missing.js" }), entry("a")] });
    open();
    assert.equal(registry.find("gone")?.problem, "script scripts/missing.js does not exist");
    const problem = registry.current().problems.find(({ code }) => code === "script-missing");
    assert.deepEqual([problem?.pointer, problem?.tool, problem?.at.line], ["/tools/0/script", "gone", 6]);
    const before = registry.current().revision;
    workspace.write("scripts/missing.js", MAIN);
    assert.equal(registry.find("gone")?.problem, undefined);
    assert.notEqual(registry.current().revision, before);
    rmSync(join(workspace.folder, "scripts/a.js"));
    assert.match(registry.find("a")?.problem ?? "", /does not exist/);
  });

  it("finds a tool by its exact name, else by its direct name", () => {
    workspace.write("tools.json", { name: "store", tools: [entry("my tool"), entry("store_a"), entry("a")] });
    open();
    assert.equal(registry.find("my tool")?.mcpName, "store_my_tool");
    assert.equal(registry.find("store_my_tool")?.name, "my tool");
    assert.equal(registry.find("store_a")?.name, "store_a");
    assert.equal(registry.find("constructor"), undefined);
  });

  it("names up to three tools that are near to a wrong name", () => {
    save("search-products", "search-orders", "create-ticket", "search-people", "x");
    open();
    assert.equal(registry.closest("serch-products")[0], "search-products");
    assert.equal(registry.closest("ticket")[0], "create-ticket");
    assert.ok(registry.closest("search").length === 3);
    assert.deepEqual(registry.closest("qqqqqqqqqqqqqqqqq"), []);
  });

  it("warns of an outputSchema that only compiling shows to be wrong, and then takes every result", async () => {
    const outputSchema = { properties: { a: { $ref: "#/properties/b" }, b: { $id: "x", $ref: "#/definitions/none" } } };
    workspace.write("tools.json", { tools: [entry("a", { outputSchema })] });
    open();
    const { tools, problems } = await registry.checkAll();
    const [tool] = tools;
    assert.ok(tool && tool.problem === undefined);
    const found = problems.find(({ code }) => code === "output-schema");
    assert.equal(found?.severity, "warning");
    assert.equal(found?.pointer, "/tools/0/outputSchema");
    await registry.checkResult(tool, "5");
  });

  it("finds what only compiling a schema shows, and then refuses calls of that tool", async () => {
    const parameters = { properties: { a: { $ref: "#/properties/b" }, b: { $id: "x", $ref: "#/definitions/none" } } };
    workspace.write("tools.json", { tools: [entry("a", { parameters }), entry("b", { script: "scripts/a.js" })] });
    open();
    const tool = registry.find("a");
    assert.ok(tool && tool.problem === undefined);
    await assert.rejects(registry.checkArguments(tool, {}), (error: ToolError) => error.code === "ToolUnusable");
    assert.match(registry.find("a")?.problem ?? "", /no valid JSON Schema/);
    assert.equal(
      registry.current().problems.find(({ code }) => code === "schema-invalid")?.pointer,
      "/tools/0/parameters",
    );
    assert.deepEqual(await registry.checkArguments(registry.find("b") ?? tool, {}), { args: {}, repaired: [] });
  });

  it("has all problems after checkAll, a malformed @timeout included", async () => {
    workspace.write("tools.json", { tools: [entry("a"), entry("d")] });
    open({ "scripts/d.js": "// @timeout soon\n" + MAIN });
    const { problems } = await registry.checkAll();
    assert.deepEqual(
      problems.map(({ file, severity, tool }) => [file, severity, tool]),
      [["scripts/d.js", "warning", "d"]],
    );
    assert.match(problems[0]?.message ?? "", /@timeout soon/);
    workspace.write("scripts/d.js", "// @timeout 5\n" + MAIN);
    assert.deepEqual((await registry.checkAll()).problems, []);
  });

  it("replaces a schema under the same name and $id", async () => {
    const write = (name: string) => {
      const parameters = { $id: "https://a.test/s", properties: { [name]: { type: "string" } }, required: [name] };
      workspace.write("tools.json", { tools: [entry("a", { parameters })] });
    };
    write("x");
    open();
    const check = (args: unknown) => {
      const tool = registry.find("a");
      assert.ok(tool);
      return registry.checkArguments(tool, args);
    };
    await check({ x: "1" });
    write("y");
    await assert.rejects(check({ x: "1" }), /y: is required/);
    await check({ y: "1" });
  });

  it("logs a broken file once, not at every look", () => {
    const lines: string[] = [];
    workspace.write("tools.json", "{");
    registry = createRegistry({ folder: workspace.folder, log: createLog("info", (line) => lines.push(line)) });
    const past = new Date(Date.now() - 60_000);
    utimesSync(join(workspace.folder, "tools.json"), past, past);
    for (let n = 0; n < 5; n++) registry.current();
    assert.equal(lines.length, 1);
  });

  describe("that is watched", () => {
    /** Collects what listeners hear; `until` resolves at the first set that fits. */
    function listen() {
      const heard: ToolSet[] = [];
      let wake = () => {};
      registry.onDidChange((set) => {
        heard.push(set);
        wake();
      });
      return {
        heard,
        async until(fits: (set: ToolSet) => boolean): Promise<ToolSet> {
          for (;;) {
            const found = heard.find(fits);
            if (found) return found;
            await new Promise<void>((resolve) => (wake = resolve));
          }
        },
      };
    }
    const has = (name: string) => (set: ToolSet) => set.state === "ok" && set.tools.some((tool) => tool.name === name);
    function saveByRename(name: string): void {
      const temporary = join(workspace.folder, `.tools.json.${name}`);
      writeFileSync(temporary, JSON.stringify({ tools: [entry(name, { script: "scripts/a.js" })] }));
      renameSync(temporary, join(workspace.folder, "tools.json"));
    }

    it("hears of three saves by renaming in a row", async () => {
      save("one");
      const { until } = (open(), listen());
      for (const name of ["v1", "v2", "v3"]) {
        saveByRename(name);
        await until(has(name));
      }
    });

    it("hears of a removal and of the return", async () => {
      save("one");
      const { until } = (open(), listen());
      rmSync(join(workspace.folder, "tools.json"));
      await until(({ state }) => state === "missing");
      save("back");
      await until(has("back"));
    });

    it("hears nothing of a half-written file that is whole a moment later", async () => {
      save("one");
      const { until, heard } = (open(), listen());
      workspace.write("tools.json", '{ "tools": [');
      await new Promise((resolve) => setTimeout(resolve, 120));
      save("two");
      await until(has("two"));
      assert.deepEqual(
        heard.map(({ state }) => state),
        ["ok"],
      );
    });

    it("hears of a file that stays broken, and of its repair", async () => {
      save("one");
      const { until } = (open(), listen());
      workspace.write("tools.json", "{");
      await until(({ state }) => state === "stale");
      save("two");
      await until(has("two"));
    });

    it("hears of a folder that was removed and came back", async () => {
      save("one");
      const { until } = (open(), listen());
      rmSync(workspace.folder, { recursive: true });
      await until(({ state }) => state === "missing");
      mkdirSync(workspace.folder);
      save("back");
      await until((set) => names(set)[0] === "back");
      save("again");
      await until((set) => names(set)[0] === "again");
    }).timeout(15_000);

    it("does not tell what did not change, nor listeners that were removed", async () => {
      save("one");
      open();
      const removed: ToolSet[] = [];
      registry.onDidChange((set) => removed.push(set))();
      const { until, heard } = listen();
      workspace.write("other.json", {});
      workspace.write("tools.json", { tools: [entry("one", { script: "scripts/a.js" })] });
      save("two");
      await until(has("two"));
      assert.deepEqual([heard.length, removed.length], [1, 0]);
    });
  });
});
