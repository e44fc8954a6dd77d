/** Memory of all processes while nothing is asked, without a browser. */
import { setTimeout as sleep } from "node:timers/promises";
import { result } from "../report.ts";
import { connect, guidon, writeWorkspace } from "../servers.ts";
import type { Connected } from "../servers.ts";
import { memory } from "../usage.ts";
import type { BenchRow } from "./row.ts";

/** Waits until the processes stay the same and memory no longer moves. */
async function settled({ pid }: Connected) {
  let last = memory(pid);
  for (let quiet = 0, waited = 0; quiet < 4 && waited < 30; waited++) {
    await sleep(500);
    const now = memory(pid);
    quiet = now.processes === last.processes && Math.abs(now.pssMb - last.pssMb) < 1 ? quiet + 1 : 0;
    last = now;
  }
  return last;
}

const SCRIPT = "async function main() { await g.wait(15000); return 1; }\n";

export const idleMemory: BenchRow = {
  name: "memory",
  async run({ scratch, bare, peers }) {
    const workspace = writeWorkspace(scratch, {
      constant: { script: "async function main() { return 1; }\n" },
      waiting: { script: SCRIPT, timeout: 60 },
    });
    const ours = await connect(guidon(workspace));
    await ours.call("ExecuteWorkspaceTool", { name: "constant", parameters: {} });
    const idle = await settled(ours);
    const runs = [1, 2, 3].map(() => ours.call("ExecuteWorkspaceTool", { name: "waiting", parameters: {} }));
    await sleep(3000);
    const busy = memory(ours.pid);
    await Promise.all(runs);
    await ours.close();

    const results = [
      result({ row: `memory when idle, ${idle.processes} processes`, unit: "MB PSS", ours: idle.pssMb, limit: 140 }),
      result({ row: "memory of one more run in flight", unit: "MB PSS", ours: (busy.pssMb - idle.pssMb) / 3 }),
    ];
    for (const { name, argv, env } of [{ name: "bare server", argv: bare, env: {} }, ...peers()]) {
      const other = await connect(argv, env);
      const { pssMb } = await settled(other);
      await other.close();
      results.push(result({ row: `memory when idle, ${name}`, unit: "MB PSS", ours: idle.pssMb, against: pssMb }));
    }
    return results;
  },
};
