/** Two windows on one folder: what the one clears, the other hears of. */
import assert from "node:assert/strict";
import { silentLog } from "../../runtime/log.ts";
import { createRuntime, type Runtime } from "../../runtime/runtime.ts";
import { loadSettings } from "../../runtime/settings.ts";
import { eventually } from "../support/processes.ts";
import { createWorkspace, entry, type TestWorkspace } from "../support/workspace.ts";

describe("Runs of a folder that several processes share", () => {
  let workspace: TestWorkspace;
  const runtimes: Runtime[] = [];
  before(() => {
    workspace = createWorkspace({
      "tools.json": { tools: [entry("one")] },
      "scripts/one.js": "async function main() { return 1; }",
    });
  });
  after(async () => {
    await Promise.all(runtimes.map((runtime) => runtime.dispose()));
    workspace.dispose();
  });

  async function open() {
    const environment = workspace.environment();
    const runtime = createRuntime({
      folders: [workspace.folder],
      trust: true,
      sharing: "share",
      follow: true,
      environment,
      environmentSecrets: new Map(),
      dataDir: environment["GUIDON_HOME"] ?? "",
      settings: loadSettings(environment),
      log: silentLog,
    });
    runtimes.push(runtime);
    const { runs, join } = await runtime.shared(workspace.folder);
    const { role } = await join();
    const run = (origin: "Mcp" | "User") =>
      runtime.run({ tool: "one", args: {}, origin, signal: new AbortController().signal });
    let cleared = 0;
    runs.onDidClear(() => cleared++);
    const ids = async (): Promise<string[]> => (await runs.list()).map(({ id }) => id);
    return { role, runs, run, ids, cleared: () => cleared };
  }

  it("are cleared for all of them by whoever clears them, but for a person's own in another process", async () => {
    const [first, second, third] = [await open(), await open(), await open()];
    assert.deepEqual([first.role, second.role, third.role], ["owner", "attached", "attached"]);
    await second.run("Mcp");
    const { callId: mine } = await second.run("User");
    assert.equal((await third.ids()).length, 1);
    await third.runs.clear();
    await eventually("all of them hear of it", () => first.cleared() === 1 && second.cleared() === 1);
    assert.deepEqual([await first.ids(), await second.ids(), await third.ids()], [[], [mine], []]);
    await first.runs.clear();
    await eventually("the others hear of it", () => second.cleared() === 2);
  });
});
