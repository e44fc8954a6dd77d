/** What g.http tests share: a client, a run's scope, and a check for ToolErrors. */
import assert from "node:assert/strict";
import { ToolError, type ErrorCode } from "../../runtime/errors.ts";
import type { RunScope } from "../../runtime/hostCall.ts";
import { createHttpClient, type HttpClient } from "../../runtime/http/client.ts";
import type { ToolHeader } from "../../runtime/http/headers.ts";
import type { HttpRequest, HttpResponse } from "../../runtime/http/request.ts";
import type { SessionOptions } from "../../runtime/http/session.ts";
import { silentLog } from "../../runtime/log.ts";
import { createRedactor } from "../../runtime/secrets/redact.ts";
import type { TestServer } from "../support/httpServer.ts";

export interface TestScope extends RunScope {
  /** "level text" */
  readonly lines: string[];
  end(): void;
}

export function createTestScope(timeoutMs = 20_000): TestScope {
  const controller = new AbortController();
  const deadline = performance.now() + timeoutMs;
  const lines: string[] = [];
  return {
    callId: "test",
    origin: "Mcp",
    signal: controller.signal,
    timeoutMs,
    remainingMs: () => Math.max(0, deadline - performance.now()),
    log: (level, text) => void lines.push(`${level} ${text}`),
    own() {},
    lines,
    end: () => controller.abort(),
  };
}

export function secretHeader(name: string, value: string, ...allowedHosts: string[]): ToolHeader {
  return { name, value, secrets: ["TOK"], allowedHosts };
}

/** Sends with a client of its own, which is disposed afterwards. */
export interface Sender {
  client: HttpClient;
  send(request: HttpRequest, options?: Partial<SessionOptions> & { scope?: RunScope }): Promise<HttpResponse>;
  dispose(): Promise<void>;
}

export function createSender(environment: Record<string, string> = {}): Sender {
  const client = createHttpClient({ environment, log: silentLog });
  return {
    client,
    send: (request, { scope = createTestScope(), ...options } = {}) =>
      client.session({ toolHeaders: [], redact: (text) => text, ...options }).send(scope, request),
    dispose: () => client.dispose(),
  };
}

export function redactorOf(secrets: Record<string, string>): (text: string) => string {
  const redactor = createRedactor();
  for (const [name, value] of Object.entries(secrets)) redactor.add(name, value);
  return (text) => redactor.text(text);
}

/** @returns the error, for further checks. */
export async function fails(work: Promise<unknown>, code: ErrorCode, message?: RegExp): Promise<ToolError> {
  const error: unknown = await work.then(
    (value) => assert.fail(`no error came, but ${JSON.stringify(value).slice(0, 200)}`),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof ToolError, `not a ToolError: ${String(error)}`);
  assert.equal(error.code, code, `${error.code}: ${error.message}`);
  if (message) assert.match(error.message, message);
  return error;
}

export function closeAll(...servers: (TestServer | undefined)[]): Promise<unknown> {
  return Promise.all(servers.map(async (server) => server?.close()));
}
