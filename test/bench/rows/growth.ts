/** How loading, listing, calling and reloading grow with the number of tools. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { interleave, median, timed } from "../measure.ts";
import { result } from "../report.ts";
import { connect, guidon, writeWorkspace } from "../servers.ts";
import type { Result } from "../report.ts";
import type { BenchRow } from "./row.ts";

const PARAMETERS = {
  type: "object",
  properties: { keyword: { type: "string", minLength: 1 }, most: { type: "integer", default: 10 } },
  required: ["keyword"],
};

function toolsFile(count: number): string {
  const tools = Array.from({ length: count }, (_, index) => ({
    name: `tool-${index}`,
    description: `Looks for things of the kind ${index} and gives name, price and page of each.`,
    script: "scripts/constant.js",
    parameters: PARAMETERS,
  }));
  return JSON.stringify({ tools }, null, 2);
}

interface Times {
  /** From the start of the server to the first answer of GetWorkspaceTools. */
  load: number;
  list: number;
  query: number;
  execute: number;
  reload: number;
}

async function measure(workspace: string, count: number, rounds: number): Promise<Times> {
  writeFileSync(path.join(workspace, "tools.json"), toolsFile(count));
  const loads: number[] = [];
  let server = await connect(guidon(workspace));
  await server.close();
  for (let round = 0; round < 3; round++) {
    loads.push(
      await timed(async () => {
        server = await connect(guidon(workspace));
        await server.call("GetWorkspaceTools", { query: "tool-0" });
      }),
    );
    if (round < 2) await server.close();
  }
  const name = `tool-${count - 1}`;
  const times = await interleave(rounds, 12, {
    list: () => server.call("GetWorkspaceTools"),
    query: () => server.call("GetWorkspaceTools", { name }),
    execute: () => server.call("ExecuteWorkspaceTool", { name, parameters: { keyword: "x" } }),
  });
  const reloads = await interleave(3, 50, { reload: () => server.call("ReloadWorkspaceTools") });
  await server.close();
  return {
    load: median(loads),
    list: median(times.list),
    query: median(times.query),
    execute: median(times.execute),
    reload: median(reloads.reload),
  };
}

export const growth: BenchRow = {
  name: "growth",
  async run({ scratch, quick }) {
    const workspace = writeWorkspace(scratch, { constant: { script: "async function main() { return 1; }\n" } });
    const times = new Map<number, Times>();
    for (const count of [1, 10, 100, 1000, 10_000]) times.set(count, await measure(workspace, count, quick ? 10 : 40));
    const [one, few, many, most] = [1, 100, 1000, 10_000].map((count) => times.get(count));
    if (!one || !few || !many || !most) throw new Error("a size was not measured");
    const reported = [...times].flatMap(([count, { load, list, execute, reload }]): Result[] => [
      result({ row: `${count} tools: start to the first GetWorkspaceTools`, unit: "ms", ours: load }),
      result({ row: `${count} tools: GetWorkspaceTools`, unit: "ms", ours: list }),
      result({ row: `${count} tools: ExecuteWorkspaceTool`, unit: "ms", ours: execute }),
      result({ row: `${count} tools: ReloadWorkspaceTools`, unit: "ms", ours: reload }),
    ]);
    return [
      ...reported,
      result({ row: "load of 10,000 tools, more than of 1", unit: "ms", ours: most.load - one.load, limit: 1000 }),
      result({
        row: "GetWorkspaceTools, 10,000 tools against 100",
        unit: "ms",
        ours: most.list,
        against: few.list,
        limit: 1.5,
      }),
      result({
        row: "GetWorkspaceTools by name, 10,000 tools against 100",
        unit: "ms",
        ours: most.query,
        against: few.query,
        limit: 1.5,
      }),
      result({
        row: "ExecuteWorkspaceTool, 10,000 tools against 1",
        unit: "ms",
        ours: most.execute,
        against: one.execute,
        limit: 1.5,
      }),
      result({
        row: "ReloadWorkspaceTools, 10,000 tools against 1,000",
        unit: "ms",
        ours: most.reload,
        against: many.reload,
        limit: 15,
      }),
    ];
  },
};
