/** Commands whose reader has read enough. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { GUIDON } from "../support/guidon.ts";
import { createWorkspace, entry, type TestWorkspace } from "../support/workspace.ts";

describe("The output of commands", () => {
  let workspace: TestWorkspace;
  before(() => {
    const tools = Array.from({ length: 10_000 }, (_, i) => entry(`tool-${i}`, { script: "scripts/a.js" }));
    workspace = createWorkspace({ "tools.json": { tools }, "scripts/a.js": "async function main() {}\n" });
  });
  after(() => workspace.dispose());

  it("ends quietly when nobody reads the rest of it", async () => {
    const child = spawn(process.execPath, [GUIDON, "list"], { cwd: workspace.folder, env: workspace.environment() });
    let stderr = "";
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    const closed = once(child, "close");
    await once(child.stdout, "data");
    child.stdout.destroy();
    assert.deepEqual([(await closed)[0], stderr], [0, ""]);
  });

  it("goes on when nobody reads the progress and the log", async () => {
    workspace.write("scripts/a.js", "async function main() { g.log('a line'); return 'the result'; }\n");
    const child = spawn(process.execPath, [GUIDON, "run", "tool-0", "--trust"], {
      cwd: workspace.folder,
      env: workspace.environment({ GUIDON_LOG: "trace" }),
    });
    let stdout = "";
    child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.destroy();
    const [code] = await once(child, "close");
    assert.deepEqual([code, stdout], [0, "the result\n"]);
  });
});
