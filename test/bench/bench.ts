/**
 * Measures Guidon side by side with what it could be compared to, in interleaved rounds, and prints one table.
 *
 *   node test/bench/bench.ts [--json FILE] [--only ROW] [--quick]
 *
 * --only runs the rows whose name begins so; --quick makes few rounds. Ends with 1 when a limit is missed.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { peers } from "./peers.ts";
import { load, table } from "./report.ts";
import type { Result } from "./report.ts";
import { browserTool } from "./rows/browser.ts";
import { callOverhead, processorTime, throughput } from "./rows/calls.ts";
import { growth } from "./rows/growth.ts";
import { httpRequest } from "./rows/http.ts";
import { wholeJob } from "./rows/job.ts";
import { idleMemory } from "./rows/memory.ts";
import type { BenchRow } from "./rows/row.ts";
import { coldStart, firstBrowserCall } from "./rows/start.ts";
import { bundleBareServer } from "./servers.ts";
import { browserInUse } from "./browserPath.ts";

const ROWS: BenchRow[] = [
  callOverhead,
  throughput,
  processorTime,
  httpRequest,
  browserTool,
  wholeJob,
  coldStart,
  firstBrowserCall,
  idleMemory,
  growth,
];

const { values: options } = parseArgs({
  options: {
    json: { type: "string" },
    only: { type: "string", default: "" },
    quick: { type: "boolean", default: false },
  },
});
const wanted = ROWS.filter(({ name }) => name.startsWith(options.only));
if (wanted.length === 0) {
  console.error(`no row begins with "${options.only}"; there are: ${ROWS.map(({ name }) => name).join(", ")}`);
  process.exit(2);
}

const folder = mkdtempSync(path.join(os.tmpdir(), "guidon-bench-"));
const results: Result[] = [];
const failed: string[] = [];
try {
  const bare = await bundleBareServer(folder);
  for (const { name, run } of wanted) {
    console.error(`${name} … (${load()})`);
    const scratch = path.join(folder, name.replaceAll(" ", "-"));
    mkdirSync(scratch);
    try {
      const context = {
        quick: options.quick,
        scratch,
        bare,
        browser: browserInUse,
        peers: () => peers(browserInUse().path, folder),
      };
      results.push(...(await run(context)));
    } catch (error) {
      failed.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

console.log(`\nNode ${process.version}, ${os.availableParallelism()} processors, ${load()}\n\n${table(results)}`);
for (const text of failed) console.log(`could not be measured: ${text}`);
if (options.json) writeFileSync(options.json, `${JSON.stringify(results, null, 2)}\n`);
process.exit(failed.length > 0 || results.some(({ ok }) => ok === false) ? 1 : 0);
