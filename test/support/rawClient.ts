/** A client that writes and reads the lines itself: for what no well-behaved client does. */
import { spawn, type ChildProcess } from "node:child_process";
import { GUIDON } from "./guidon.ts";
import { eventually } from "./processes.ts";

export interface Message {
  jsonrpc?: string;
  id?: number | string | null;
  method?: string;
  params?: Record<string, unknown>;
  result?: { content?: { text: string }[]; isError?: boolean };
  error?: { code: number; message: string };
}

export interface RawClient {
  child: ChildProcess;
  pid: number;
  /** What the server sent so far. */
  received: Message[];
  stderr(): string;
  send(message: Message | string): void;
  /** The initialize exchange. */
  open(capabilities?: Record<string, unknown>): Promise<void>;
  /** Sends a request and waits for its answer. */
  request(method: string, params?: unknown): Promise<Message>;
  /** The text of a tool's result. */
  call(name: string, args?: Record<string, unknown>): Promise<string>;
  answered(id: Message["id"]): Promise<Message>;
  close(): void;
}

/** @param options.onRequest what the server asks the client. @param options.reads false: stdout is left alone. */
export function rawClient(
  flags: string[],
  options: {
    cwd: string;
    env: Record<string, string>;
    reads?: boolean;
    onRequest?: (message: Message) => unknown;
  },
): RawClient {
  const child = spawn(process.execPath, [GUIDON, "mcp", ...flags], { cwd: options.cwd, env: options.env });
  const received: Message[] = [];
  let stderr = "";
  let rest = "";
  let nextId = 1;
  child.stdin.on("error", () => {});
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const send = (message: Message | string): void =>
    void child.stdin.write((typeof message === "string" ? message : JSON.stringify(message)) + "\n");
  if (options.reads !== false)
    child.stdout.on("data", (chunk: Buffer) => {
      const lines = (rest + chunk.toString()).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        const message = JSON.parse(line) as Message;
        received.push(message);
        if (message.method && message.id !== undefined)
          send(JSON.stringify({ jsonrpc: "2.0", id: message.id, result: options.onRequest?.(message) ?? {} }));
      }
    });
  const client: RawClient = {
    child,
    pid: child.pid ?? 0,
    received,
    stderr: () => stderr,
    send,
    async open(capabilities = {}) {
      await client.request("initialize", {
        protocolVersion: "2025-06-18",
        capabilities,
        clientInfo: { name: "raw", version: "1" },
      });
      send({ jsonrpc: "2.0", method: "notifications/initialized" });
    },
    request(method, params) {
      const id = `raw-${nextId++}`;
      send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
      return client.answered(id);
    },
    async call(name, args = {}) {
      const { result, error } = await client.request("tools/call", { name, arguments: args });
      return error ? JSON.stringify(error) : (result?.content ?? []).map(({ text }) => text).join("\n");
    },
    async answered(id) {
      const find = (): Message | undefined => received.find((message) => message.id === id && !message.method);
      await eventually(`the answer to ${JSON.stringify(id)}`, () => find() !== undefined, 15_000);
      return find() ?? {};
    },
    close: () => void child.kill("SIGKILL"),
  };
  return client;
}
