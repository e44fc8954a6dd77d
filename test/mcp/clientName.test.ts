/** Who called, as the client says it: once for a connection, or with each request. */
import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { silentLog } from "../../runtime/log.ts";
import { createMcpServer } from "../../runtime/mcp/server.ts";
import type { RunRequest } from "../../runtime/run/run.ts";
import type { Runtime } from "../../runtime/runtime.ts";

const MODERN = { versionNegotiation: { mode: { pin: "2026-07-28" } } };

async function clientOfRun(info: { name: string; title?: string; version: string }, options = {}): Promise<unknown> {
  const requests: RunRequest[] = [];
  const runtime = {
    async run(request: RunRequest) {
      requests.push(request);
      return { tool: request.tool, callId: "1", durationMs: 1, ok: true, json: "1", lost: [] };
    },
  } as unknown as Runtime;
  const served = { runtime, results: { maxChars: 1000, keep: () => undefined } };
  const [near, far] = InMemoryTransport.createLinkedPair();
  serveStdio(() => createMcpServer({ openRuntime: () => Promise.resolve(served), log: silentLog }), { transport: far });
  const client = new Client(info, options);
  await client.connect(near);
  await client.callTool({ name: "ExecuteWorkspaceTool", arguments: { name: "search" } });
  await client.close();
  return requests[0]?.client;
}

describe("The client that a run names", () => {
  for (const [era, options] of [
    ["an older protocol", {}],
    ["the newer protocol", MODERN],
  ] as const)
    it(`is the one that called, with its version: ${era}`, async () => {
      assert.equal(await clientOfRun({ name: "test-agent", version: "1.2.3" }, options), "test-agent 1.2.3");
    });

  it("has its title where it has one, and is cut where it is long", async () => {
    assert.equal(await clientOfRun({ name: "test-agent", title: "Test Agent", version: "2" }), "Test Agent 2");
    const long = await clientOfRun({ name: "n".repeat(500), version: "2" });
    assert.equal(String(long).length, 100);
  });
});
