import assert from "node:assert/strict";
import { once, EventEmitter } from "node:events";
import { createProgress, type ProgressNotification } from "../../runtime/mcp/progress.ts";

describe("Progress of a call", () => {
  it("passes on what the script reports, rising even when the script's number does not", () => {
    const seen: ProgressNotification[] = [];
    const progress = createProgress("t", (notification) => seen.push(notification));
    progress.report({ message: "page 1", current: 1, total: 3 });
    progress.report({ message: "still page 1", current: 1, total: 3 });
    progress.report({ message: "page 2", current: 2, total: 3 });
    progress.stop();
    assert.deepEqual(seen[0], { progress: 1, total: 3, message: "page 1" });
    assert.ok(seen.every((item, i) => i === 0 || item.progress > (seen[i - 1]?.progress ?? 0)));
    assert.equal(seen[2]?.progress, 2);
  });

  it("sends a heartbeat with the elapsed time while the script is silent", async () => {
    const events = new EventEmitter();
    const progress = createProgress("Workspace tool", (notification) => events.emit("sent", notification), 20);
    const [first] = await once(events, "sent");
    const [second] = await once(events, "sent");
    progress.stop();
    assert.match(first.message, /^Workspace tool \(\d+ s\)$/);
    assert.ok(second.progress > first.progress);
  });
});
