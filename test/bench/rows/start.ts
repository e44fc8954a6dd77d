/** From the start of the process to the first list of tools, and to the first result of a browser tool. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import { createInterface } from "node:readline";
import { interleave, median } from "../measure.ts";
import { result } from "../report.ts";
import { environment, guidon, writeWorkspace } from "../servers.ts";
import type { BenchRow } from "./row.ts";

interface FirstCall {
  name: string;
  arguments: Record<string, unknown>;
}

/**
 * Starts a server, says hello and lists its tools, as a client does; then makes a call, if one is given.
 * Ends the server before it resolves with how long that took, in ms, without the end.
 */
async function startUp(argv: string[], env: Record<string, string>, call?: FirstCall): Promise<number> {
  const begin = performance.now();
  const child = spawn(process.execPath, argv, {
    stdio: ["pipe", "pipe", "ignore"],
    env: environment(env),
    cwd: os.tmpdir(),
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const send = (message: object) => void child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const ask = async (id: number, method: string, params: object) => {
    send({ id, method, params });
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error(`${argv.join(" ")} ended without an answer to ${method}`);
      const message = JSON.parse(value) as { id?: number; error?: unknown; result?: { isError?: boolean } };
      if (message.id !== id) continue;
      if (message.error || message.result?.isError) throw new Error(`${method}: ${value.slice(0, 500)}`);
      return;
    }
  };
  await ask(1, "initialize", {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "bench", version: "1.0.0" },
  });
  send({ method: "notifications/initialized" });
  await ask(2, "tools/list", {});
  if (call) await ask(3, "tools/call", call);
  const ms = performance.now() - begin;
  child.stdin.end();
  const kill = setTimeout(() => child.kill("SIGKILL"), 5000);
  await once(child, "exit");
  clearTimeout(kill);
  return ms;
}

/** Runs and gives each variant's own time, since it knows when its measurement ends. */
async function rounds<Name extends string>(count: number, variants: Record<Name, () => Promise<number>>) {
  const times = {} as Record<Name, number[]>;
  const names = Object.keys(variants) as Name[];
  const started = Object.fromEntries(
    names.map((name) => [
      name,
      async () => {
        (times[name] ??= []).push(await variants[name]());
      },
    ]),
  ) as Record<Name, () => Promise<void>>;
  await interleave(count, 100, started);
  return Object.fromEntries(names.map((name) => [name, median(times[name].slice(1))])) as Record<Name, number>;
}

export const coldStart: BenchRow = {
  name: "cold start",
  async run({ scratch, quick, bare, peers }) {
    const workspace = writeWorkspace(scratch, { constant: { script: "async function main() { return 1; }\n" } });
    const [first, second] = peers();
    if (!first || !second) throw new Error("two peers are wanted");
    const times = await rounds(quick ? 4 : 15, {
      ours: () => startUp(guidon(workspace), {}),
      bare: () => startUp(bare, {}),
      first: () => startUp(first.argv, first.env),
      second: () => startUp(second.argv, second.env),
    });
    const row = (name: string, against: number, limit: number) =>
      result({ row: `cold start to the first tools/list, ${name}`, unit: "ms", ours: times.ours, against, limit });
    return [
      row("bare server", times.bare, 1.25),
      row(first.name, times.first, 0.5),
      row(second.name, times.second, 0.5),
    ];
  },
};

export const firstBrowserCall: BenchRow = {
  name: "first browser call",
  async run({ scratch, quick, peers }) {
    const server = createServer((_, response) => response.setHeader("content-type", "text/html").end("<h1>Hello</h1>"));
    await once(server.listen(0, "127.0.0.1"), "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const script = `async function main() { await g.nav.navigateToUrl("${url}"); return await g.dom.getText("h1"); }\n`;
    const workspace = writeWorkspace(scratch, { heading: { script } });
    const [first, second] = peers();
    if (!first || !second) throw new Error("two peers are wanted");
    const times = await rounds(quick ? 2 : 7, {
      ours: () =>
        startUp(
          guidon(workspace),
          {},
          { name: "ExecuteWorkspaceTool", arguments: { name: "heading", parameters: {} } },
        ),
      first: () => startUp(first.argv, first.env, { name: "browser_navigate", arguments: { url } }),
      second: () => startUp(second.argv, second.env, { name: "new_page", arguments: { url } }),
    });
    server.closeAllConnections();
    server.close();
    const row = (name: string, against: number) =>
      result({ row: `start to the first result from a page, ${name}`, unit: "ms", ours: times.ours, against });
    return [row(first.name, times.first), row(second.name, times.second)];
  },
};
