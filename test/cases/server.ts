/** One `guidon mcp` process, called as an agent's client calls it. What comes back is an outcome; a call never rejects. */
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "@modelcontextprotocol/client";
import type { CallToolResult, Tool } from "@modelcontextprotocol/client";
import { processTree, survivors } from "./processes.ts";
import { RecordingTransport } from "./transport.ts";
import type { ServerCommand } from "./transport.ts";
import type { Outcome } from "./types.ts";

export type CaseServer = Awaited<ReturnType<typeof startServer>>;

export async function startServer(command: ServerCommand) {
  const transport = new RecordingTransport(command);
  const client = new Client({ name: "cases", version: "1.0.0" });
  await client.connect(transport, { timeout: 20_000 }).catch((error: unknown) => {
    throw new Error(`the server did not start; stderr: ${transport.stderr.slice(-300)}`, { cause: error });
  });

  /** A built-in tool by the official client, which would notice an invalid answer. */
  async function tool(
    name: string,
    args: Record<string, unknown>,
    options: { limitMs?: number; signal?: AbortSignal } = {},
  ) {
    const { limitMs = 50_000, signal } = options;
    const begin = Date.now();
    try {
      const result = await client.callTool(
        { name, arguments: args },
        { timeout: limitMs, ...(signal ? { signal } : {}) },
      );
      return { ms: Date.now() - begin, ...readResult(result) };
    } catch (error) {
      const ms = Date.now() - begin;
      if (signal?.aborted) return { ms, canceled: true, text: "" };
      const { message, code } = error as { message: string; code?: number };
      const text = transport.ended
        ? `the server ended with ${transport.ended}; stderr: ${transport.stderr.slice(-300)}`
        : message;
      return { ms, text, protocolError: { message: text, ...(typeof code === "number" ? { code } : {}) } };
    }
  }

  /** Any request, params as JSON text. */
  async function raw(
    method: string,
    paramsText?: string,
    options: { limitMs?: number; token?: string | undefined } = {},
  ): Promise<Outcome> {
    const begin = Date.now();
    try {
      const { result, error } = await transport.request(method, paramsText, options);
      const ms = Date.now() - begin;
      if (error) return { ms, protocolError: error, text: JSON.stringify(error) };
      if (method === "tools/call" && isToolResult(result)) return { ms, ...readResult(result) };
      return { ms, result, text: JSON.stringify(result) };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return { ms: Date.now() - begin, text: message, protocolError: { message } };
    }
  }

  /** Closes stdin, then insists. Gives the processes that outlived the server; they are killed. */
  async function stop() {
    const all = processTree(transport.child.pid);
    transport.child.stdin.end();
    for (const signal of [undefined, "SIGTERM", "SIGKILL"] as const) {
      if (signal && !transport.ended) transport.child.kill(signal);
      for (let waited = 0; waited < 5_000 && !transport.ended; waited += 50) await sleep(50);
    }
    let left = survivors(all);
    for (let waited = 0; left.length > 0 && waited < 3_000; waited += 200) {
      await sleep(200);
      left = survivors(left);
    }
    for (const { pid } of left) process.kill(pid, "SIGKILL");
    return left;
  }

  return {
    transport,
    tool: tool as (...args: Parameters<typeof tool>) => Promise<Outcome>,
    raw,
    stop,
    pid: () => transport.child.pid,
    capabilities: () => client.getServerCapabilities(),
    /** tools/list, as it goes over the wire. */
    listTools: async () => ((await raw("tools/list", "{}")).result as { tools: Tool[] } | undefined)?.tools ?? [],
  };
}

const isToolResult = (result: unknown): result is CallToolResult =>
  typeof result === "object" && result !== null && "content" in result && Array.isArray(result.content);

function readResult({ content, isError }: CallToolResult) {
  const texts = content.flatMap((block) => (block.type === "text" ? [block.text] : []));
  return { isError: isError === true, text: texts[0] ?? "", all: texts.join("\n") };
}
