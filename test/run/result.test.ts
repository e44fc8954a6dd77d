/** What main() returned against the tool's outputSchema, and a person's yes: a run with the real sandbox. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { silentLog } from "../../runtime/log.ts";
import type { RunResult } from "../../runtime/run/run.ts";
import { createRuntime, type Runtime } from "../../runtime/runtime.ts";
import { loadSettings } from "../../runtime/settings.ts";
import { createWorkspace, entry, type TestWorkspace } from "../support/workspace.ts";

const PRICES = {
  type: "array",
  items: { type: "object", properties: { price: { type: "number" } }, required: ["price"] },
};

describe("A run whose tool declares more than its parameters", function () {
  this.timeout(20_000);
  let workspace: TestWorkspace;
  let runtime: Runtime;
  before(() => {
    const echo = { script: "scripts/echo.js", parameters: { type: "object" } };
    workspace = createWorkspace({
      "tools.json": {
        tools: [
          entry("prices", { ...echo, outputSchema: PRICES }),
          entry("nothing", { ...echo, outputSchema: { type: ["null", "array"] } }),
          entry("always", { ...echo, confirm: "always" }),
          entry("delete", { ...echo, confirm: "destructive", annotations: { destructive: true } }),
          entry("harmless", { ...echo, confirm: "destructive", annotations: { destructive: false } }),
        ],
      },
      "scripts/echo.js": "async function main() { return g.tool.args.value; }",
    });
    runtime = createRuntime({
      folders: [workspace.folder],
      trust: true,
      environment: { HOME: workspace.home },
      environmentSecrets: new Map([["API_TOKEN", "sesame-4711-open"]]),
      dataDir: join(workspace.home, "guidon"),
      settings: loadSettings({ GUIDON_HOME: workspace.home }),
      log: silentLog,
    });
  });
  after(async () => {
    await runtime.dispose();
    workspace.dispose();
  });
  const run = (tool: string, value?: unknown, confirmed?: boolean): Promise<RunResult> =>
    runtime.run({ tool, args: { value }, origin: "Mcp", confirmed, signal: new AbortController().signal });
  const errorOf = async (running: Promise<RunResult>): Promise<{ code: string; message: string; hint?: string }> => {
    const result = await running;
    return result.ok ? assert.fail(`gave ${result.json}`) : result.error;
  };

  it("gives a result that fits outputSchema as it is", async () => {
    const result = await run("prices", [{ price: 5 }]);
    assert.equal(result.ok && result.json, '[{"price":5}]');
  });

  it("refuses one that does not fit, with every place that is wrong", async () => {
    const { code, message, hint } = await errorOf(run("prices", [{ price: "5" }, {}]));
    assert.equal(code, "ScriptError");
    assert.match(message, /^the result of "prices" does not fit its outputSchema:\n/);
    assert.match(message, /- \[0\]\.price: expected a number, got/);
    assert.match(message, /- \[1\]\.price: is missing|- \[1\].*price/);
    assert.match(hint ?? "", /do not just call it again.*main\(\) or outputSchema/);
  });

  it("takes a result that is nothing for null", async () => {
    assert.equal((await run("nothing")).ok, true);
    assert.match((await errorOf(run("prices"))).message, /- result: expected .*, got null/);
  });

  it("writes no secret into the text of a result that does not fit", async () => {
    const { message } = await errorOf(run("prices", [{ price: "sesame-4711-open" }]));
    assert.match(message, /does not fit/);
    assert.doesNotMatch(message, /sesame|4711/);
  });

  it("does not run without a person's yes where the tool wants one", async () => {
    for (const tool of ["always", "delete"]) {
      const { code, message, hint } = await errorOf(run(tool, 1));
      assert.equal(code, "HumanUnavailable");
      assert.match(message, /needs a person's yes to each run/);
      assert.ok(hint?.includes(`guidon run ${tool} `), hint ?? "no hint");
      assert.equal((await run(tool, 1, true)).ok, true);
    }
    assert.equal((await run("harmless", 1)).ok, true);
  });

  it("says in the list of tools that they want one", async () => {
    const why = async (name: string): Promise<string | undefined> => {
      const { folder, registry } = runtime.workspace(undefined);
      const tool = registry.find(name);
      assert.ok(tool);
      return runtime.whyNotReady({ tool, folder });
    };
    assert.match((await why("always")) ?? "", /a person's yes to each run: .*guidon run always/);
    assert.equal(await why("harmless"), undefined);
  });
});
