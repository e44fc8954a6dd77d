/** A runtime of several folders: which one a name means. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { ToolError } from "../runtime/errors.ts";
import { workspaceLabel } from "../runtime/listing.ts";
import { silentLog } from "../runtime/log.ts";
import { createRuntime, type Runtime } from "../runtime/runtime.ts";
import { loadSettings } from "../runtime/settings.ts";
import { createWorkspace, entry, type TestWorkspace } from "./support/workspace.ts";

describe("A runtime of several folders", () => {
  let workspace: TestWorkspace;
  let runtime: Runtime;
  const folder = (name: string): string => join(workspace.folder, name);
  before(() => {
    workspace = createWorkspace({
      "one/shop/tools.json": { tools: [entry("search"), entry("only-here")] },
      "two/shop/tools.json": { tools: [entry("search"), { ...entry("broken"), timout: 5, script: "../out.js" }] },
      "third/tools.json": { name: "support", tools: [entry("create-ticket")] },
    });
    for (const path of ["one/shop", "two/shop"])
      for (const name of ["search", "only-here"])
        workspace.write(`${path}/scripts/${name}.js`, "async function main() { return 1; }");
    workspace.write("third/scripts/create-ticket.js", "async function main() { return 1; }");
    runtime = createRuntime({
      folders: [folder("one/shop"), folder("two/shop"), folder("third"), folder("third")],
      trust: false,
      environment: { HOME: workspace.home },
      environmentSecrets: new Map(),
      dataDir: join(workspace.home, "guidon"),
      settings: loadSettings({ GUIDON_HOME: workspace.home }),
      log: silentLog,
    });
  });
  after(async () => {
    await runtime.dispose();
    workspace.dispose();
  });
  const refusal = (work: () => unknown): ToolError => {
    try {
      work();
    } catch (error) {
      assert.ok(error instanceof ToolError, String(error));
      return error;
    }
    return assert.fail("was not refused");
  };

  it("takes a folder that is given twice once", () => assert.equal(runtime.workspaces.length, 3));

  it("does not choose between two folders of one name, but names their paths", () => {
    const error = refusal(() => runtime.workspace("shop"));
    assert.equal(error.code, "Ambiguous");
    assert.equal(error.hint, `Pass workspace: ${folder("one/shop")} or ${folder("two/shop")}`);
    assert.equal(runtime.workspace(folder("two/shop")).folder, folder("two/shop"));
    assert.equal(runtime.workspace("support").folder, folder("third"));
  });

  it("names what to pass for a tool that several have", () => {
    const error = refusal(() => runtime.locate("search", undefined));
    assert.equal(error.code, "Ambiguous");
    assert.equal(error.hint, `Pass workspace: ${folder("one/shop")} or ${folder("two/shop")}`);
  });

  it("has a label for each folder that means it alone", () => {
    const labels = runtime.workspaces.map((each) => workspaceLabel(runtime.workspaces, each.folder));
    assert.deepEqual(labels, [folder("one/shop"), folder("two/shop"), "support"]);
    assert.deepEqual(
      labels.map((label) => runtime.workspace(label).folder),
      runtime.workspaces.map((each) => each.folder),
    );
  });

  it("looks for near names in all folders", () => {
    const error = refusal(() => runtime.locate("create-tickett", undefined));
    assert.equal(error.code, "UnknownTool");
    assert.match(error.hint ?? "", /Closest: create-ticket/);
  });

  const run = async (tool: string): Promise<{ code: string; message: string; hint?: string }> => {
    const result = await runtime.run({ tool, args: {}, origin: "Mcp", signal: new AbortController().signal });
    return result.ok ? assert.fail("was run") : result.error;
  };

  it("says of a tool that is left out what is wrong with it, whichever folder has it", async () => {
    const { code, message } = await run("broken");
    assert.equal(code, "ToolUnusable");
    assert.match(message, /"broken" is left out: tools\.json, line \d+: .*goes up with \.\./);
  });

  it("names the folder that waits for an approval", async () => {
    const { code, hint } = await run("only-here");
    assert.equal(code, "NotApproved");
    assert.ok(hint?.includes(folder("one/shop")), String(hint));
  });
});
