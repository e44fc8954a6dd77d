/** What a call costs on top of a bare server: in time when calls come one by one, in throughput, and in processor time. */
import { setTimeout as sleep } from "node:timers/promises";
import { interleave, percentile, timed } from "../measure.ts";
import { result } from "../report.ts";
import { connect, guidon, writeWorkspace } from "../servers.ts";
import type { Connected } from "../servers.ts";
import { cpuMs } from "../usage.ts";
import type { BenchContext, BenchRow } from "./row.ts";

const TOOLS = {
  constant: { script: "async function main() { return 1; }\n" },
  "ten-host-calls": {
    script: `async function main() { for (let i = 0; i < 10; i++) await g.tool.reportProgress("step " + i); return 1; }\n`,
  },
};

async function servers({ scratch, bare }: BenchContext) {
  const ours = await connect(guidon(writeWorkspace(scratch, TOOLS)));
  const other = await connect(bare);
  return {
    ours,
    other,
    execute: (name: keyof typeof TOOLS) => ours.call("ExecuteWorkspaceTool", { name, parameters: {} }),
    echo: () => other.call("echo", { name: "x" }),
    close: () => Promise.all([ours.close(), other.close()]),
  };
}

export const callOverhead: BenchRow = {
  name: "call overhead",
  async run(context) {
    const { execute, echo, close } = await servers(context);
    const times = await interleave(context.quick ? 60 : 400, 12, {
      echo,
      constant: () => execute("constant"),
      tenHostCalls: () => execute("ten-host-calls"),
    });
    await close();
    const row = (name: string, values: number[], share: number, limit?: number) =>
      result({
        row: `call overhead, ${name}, p${share * 100}`,
        unit: "ms",
        ours: percentile(values, share),
        against: percentile(times.echo, share),
        ...(limit === undefined ? {} : { limit }),
      });
    return [
      row("constant", times.constant, 0.5, 2),
      row("constant", times.constant, 0.99),
      row("10 host calls", times.tenHostCalls, 0.5, 5.5),
      row("10 host calls", times.tenHostCalls, 0.99),
    ];
  },
};

/** Milliseconds per call with so many in flight. */
async function perCall(count: number, inFlight: number, call: () => Promise<unknown>): Promise<number> {
  let left = count;
  const worker = async () => {
    while (left-- > 0) await call();
  };
  return (await timed(() => Promise.all(Array.from({ length: inFlight }, worker)))) / count;
}

export const throughput: BenchRow = {
  name: "throughput",
  async run(context) {
    const { execute, echo, close } = await servers(context);
    const constant = () => execute("constant");
    await perCall(50, 16, constant);
    await perCall(200, 16, echo);
    const results = [];
    for (const inFlight of [1, 16, 64, 256]) {
      const count = Math.max(context.quick ? 100 : 400, inFlight);
      const ours = await perCall(count, inFlight, constant);
      const against = await perCall(count, inFlight, echo);
      results.push(result({ row: `throughput, ${inFlight} in flight`, unit: "ms per call", ours, against }));
    }
    await close();
    return results;
  },
};

async function cpuPerCall({ pid }: Connected, count: number, call: () => Promise<unknown>): Promise<number> {
  const before = cpuMs(pid);
  for (let index = 0; index < count; index++) {
    await call();
    await sleep(12);
  }
  await sleep(200); // what is prepared for the next call belongs to this one
  return (cpuMs(pid) - before) / count;
}

export const processorTime: BenchRow = {
  name: "processor time",
  async run(context) {
    const { ours, other, execute, echo, close } = await servers(context);
    const count = context.quick ? 100 : 400;
    for (let index = 0; index < 20; index++) await execute("constant");
    const constant = await cpuPerCall(ours, count, () => execute("constant"));
    const tenHostCalls = await cpuPerCall(ours, count, () => execute("ten-host-calls"));
    const bare = await cpuPerCall(other, count, echo);
    await close();
    return [
      result({ row: "processor time per call, constant", unit: "ms", ours: constant, limit: 5 }),
      result({ row: "processor time per call, constant, against the echo", unit: "ms", ours: constant, against: bare }),
      result({ row: "processor time per call, 10 host calls", unit: "ms", ours: tenHostCalls }),
    ];
  },
};
