import assert from "node:assert/strict";
import { settingsHandlers } from "../../runtime/control/settingsHandlers.ts";
import { createLog } from "../../runtime/log.ts";
import { createControlled, NEVER } from "./support.ts";

describe("Settings over the control channel", () => {
  it("change how many runs are kept, at once and for runs to come, and how much is logged", async () => {
    await using controlled = createControlled({});
    const { runtime, folder } = controlled.deps;
    const lines: string[] = [];
    const log = createLog("info", (line) => lines.push(line));
    const { "settings/set": set } = settingsHandlers({ ...controlled.deps, log });
    const journal = (await runtime.services()).journalOf(folder);
    const run = (id: string): void => {
      const entry = journal.begin({ id, tool: "a", origin: "Mcp", client: "Test", args: {}, cancel() {} });
      entry.end({ ok: true, json: "", lost: [] });
    };
    const ids = (): string[] => journal.list().map(({ id }) => id);
    for (const id of ["1", "2", "3"]) run(id);

    await set({ keepRuns: 2, logLevel: "debug" }, NEVER);
    assert.deepEqual(ids(), ["3", "2"]);
    run("4");
    assert.deepEqual(ids(), ["4", "3"]);
    log.debug("told");

    await set({}, NEVER);
    run("5");
    assert.deepEqual(ids(), ["5", "4", "3"]);
    log.debug("not told");
    assert.deepEqual(
      lines.map((line) => line.replace(/^\S+ /, "")),
      ["debug told"],
    );
  });
});
