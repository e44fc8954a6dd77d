/**
 * A server process as the transport of an MCP client, which also keeps what no client shows: lines that are no JSON-RPC, notifications,
 * stderr; and which sends what a well-behaved client never does (odd params, arguments as JSON text).
 */
import { spawn } from "node:child_process";
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";

export interface ServerCommand {
  argv: string[];
  cwd: string;
  env: Record<string, string | undefined>;
}
export interface Notification {
  at: number;
  method: string;
  params: Record<string, unknown>;
}
export interface Answer {
  result?: unknown;
  error?: { code: number; message: string };
}
interface Wire extends Answer {
  jsonrpc?: string;
  id?: unknown;
  method?: string;
  params?: Record<string, unknown>;
}
interface Waiting {
  resolve(answer: Answer): void;
  reject(error: Error): void;
  /** Starts the clock anew. */
  touch(): void;
  token: string | undefined;
}

export class RecordingTransport implements Transport {
  onclose?: () => void;
  onmessage?: (message: JSONRPCMessage) => void;

  /** Lines of stdout that are no JSON-RPC, or no UTF-8. */
  readonly badLines: string[] = [];
  readonly notifications: Notification[] = [];
  stderr = "";
  /** "code 0" or the signal, once the server has ended. */
  ended: string | undefined;
  readonly child: ChildProcessWithoutNullStreams;
  readonly #raw = new Map<string, Waiting>();
  #parts: Buffer[] = [];

  constructor({ argv: [program = "", ...args], cwd, env }: ServerCommand) {
    this.child = spawn(program, args, { cwd, env, stdio: "pipe" });
    this.child.on("error", (error) => (this.stderr += `\n${error.message}`));
    this.child.on("exit", (code, signal) => this.#end(signal ?? `code ${code}`));
    this.child.stdin.on("error", () => {}); // the exit event says it
    this.child.stderr.on("data", (data: Buffer) => (this.stderr += data.toString()));
    this.child.stdout.on("data", (data: Buffer) => this.#read(data));
  }

  start = () => Promise.resolve();
  close = () => Promise.resolve();
  send = (message: JSONRPCMessage) => {
    this.#write(JSON.stringify(message));
    return Promise.resolve();
  };

  /** Sends a request with params as JSON text, or none; rejects when no answer comes. Progress for `token` starts the clock anew. */
  async request(method: string, paramsText?: string, options: { limitMs?: number; token?: string | undefined } = {}) {
    const { limitMs = 10_000, token } = options;
    const id = `raw-${crypto.randomUUID()}`;
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    let timer: NodeJS.Timeout | undefined;
    const touch = () => {
      clearTimeout(timer);
      timer = setTimeout(() => reject(new Error(`no answer in ${limitMs} ms`)), limitMs);
    };
    this.#raw.set(id, { resolve, reject, touch, token });
    touch();
    const params = paramsText === undefined ? "" : `,"params":${paramsText}`;
    this.#write(`{"jsonrpc":"2.0","id":"${id}","method":${JSON.stringify(method)}${params}}`);
    if (this.ended) reject(new Error(`the server ended with ${this.ended}`));
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#raw.delete(id);
    }
  }

  #end(how: string) {
    this.ended = how;
    for (const waiting of this.#raw.values()) waiting.reject(new Error(`the server ended with ${how}`));
    this.onclose?.();
  }

  #write(line: string) {
    if (!this.ended && this.child.stdin.writable) this.child.stdin.write(`${line}\n`);
  }

  #read(data: Buffer) {
    let from = 0;
    for (let at = data.indexOf(10); at >= 0; at = data.indexOf(10, from)) {
      this.#parts.push(data.subarray(from, at));
      this.#line(Buffer.concat(this.#parts));
      this.#parts = [];
      from = at + 1;
    }
    if (from < data.length) this.#parts.push(data.subarray(from));
  }

  #line(bytes: Buffer) {
    let message: Wire | undefined;
    try {
      message = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as Wire;
    } catch {
      // judged below
    }
    if (message?.jsonrpc !== "2.0") return void this.badLines.push(bytes.toString().slice(0, 200));
    const { id, method, params = {} } = message;
    if (method && id === undefined) this.notifications.push({ at: Date.now(), method, params });
    if (method === "notifications/progress")
      for (const waiting of this.#raw.values()) if (waiting.token === params["progressToken"]) return waiting.touch();
    const waiting = typeof id === "string" ? this.#raw.get(id) : undefined;
    if (waiting) waiting.resolve(message);
    else this.onmessage?.(message as JSONRPCMessage);
  }
}
