import assert from "node:assert/strict";
import { once, EventEmitter } from "node:events";
import { setImmediate as turn } from "node:timers/promises";
import { createProgress, type ProgressNotification } from "../../runtime/mcp/progress.ts";
import { eventually } from "../support/processes.ts";

describe("Progress of a call", () => {
  let seen: ProgressNotification[];
  const send = async (notification: ProgressNotification): Promise<void> => void seen.push(notification);
  const rises = (): boolean => seen.every((item, i) => i === 0 || item.progress > (seen[i - 1]?.progress ?? 0));
  beforeEach(() => {
    seen = [];
  });

  it("passes on what the script reports, rising even when the script's number does not", async () => {
    const progress = createProgress("t", send);
    for (const [message, current] of [
      ["page 1", 1],
      ["still page 1", 1],
      ["page 2", 2],
    ] as const) {
      progress.report({ message, current, total: 3 });
      await turn();
    }
    await progress.stop();
    assert.deepEqual(seen[0], { progress: 1, total: 3, message: "page 1" });
    assert.equal(seen.length, 3);
    assert.ok(rises());
    assert.equal(seen[2]?.progress, 2);
  });

  it("rises on after a number beyond all measure", async () => {
    const progress = createProgress("t", send);
    for (const current of [1e300, 1e300, 5, Number.MAX_VALUE]) {
      progress.report({ message: "far", current });
      await turn();
    }
    await progress.stop();
    assert.equal(seen.length, 4);
    assert.ok(rises());
  });

  it("sends a heartbeat with the elapsed time while the script is silent", async () => {
    const events = new EventEmitter();
    const progress = createProgress("search", async (notification) => void events.emit("sent", notification), 20);
    const [first] = await once(events, "sent");
    const [second] = await once(events, "sent");
    await progress.stop();
    assert.match(first.message, /^search \(\d+ s\)$/);
    assert.ok(second.progress > first.progress);
  });

  it("cuts a long message between characters", async () => {
    const progress = createProgress("t", send);
    progress.report({ message: "😀".repeat(2_000_000) });
    await progress.stop();
    assert.ok((seen[0]?.message.length ?? 0) <= 1000 && seen[0]?.message.isWellFormed());
  });

  it("sends some ten a second of many, and the last one before the call ends", async () => {
    const progress = createProgress("t", send);
    const end = performance.now() + 1300;
    let reports = 0;
    while (performance.now() < end) {
      progress.report({ message: `report ${(reports += 1)}` });
      await turn();
    }
    await progress.stop();
    assert.ok(reports > 1000);
    assert.ok(seen.length >= 11 && seen.length <= 21, String(seen.length));
    assert.equal(seen.at(-1)?.message, `report ${reports}`);
    assert.ok(rises());
  });

  it("ends when the last one is out, so that no result overtakes it", async () => {
    let out = false;
    const progress = createProgress("t", async () => {
      await turn();
      out = true;
    });
    progress.report({ message: "the last" });
    await progress.stop();
    assert.ok(out);
  });

  it("sends what waits without another report", async () => {
    const progress = createProgress("t", send);
    for (let i = 1; i <= 15; i += 1) {
      progress.report({ message: `report ${i}` });
      await turn();
    }
    assert.equal(seen.length, 10);
    await eventually("the newest was sent", () => seen.at(-1)?.message === "report 15", 3000);
    await progress.stop();
  });

  it("keeps only the newest for a client that does not read, and sends it at the end", async () => {
    const stuck = Promise.withResolvers<void>();
    const progress = createProgress("t", (notification) => (seen.push(notification), stuck.promise));
    for (let i = 1; i <= 1000; i += 1) progress.report({ message: `report ${i}` });
    assert.equal(seen.length, 1);
    await progress.stop();
    assert.deepEqual(
      seen.map(({ message }) => message),
      ["report 1", "report 1000"],
    );
    progress.report({ message: "too late" });
    stuck.resolve();
    await turn();
    assert.equal(seen.length, 2);
  });
});
