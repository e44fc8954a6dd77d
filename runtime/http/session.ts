/** One run's HTTP: from what the script asks for to a redacted answer. */
import { performance } from "node:perf_hooks";
import { errorData, messageOf, ToolError } from "../errors.ts";
import type { RunScope } from "../hostCall.ts";
import { ACCEPT_ENCODING } from "./body.ts";
import { createDeadline } from "./deadline.ts";
import { exchange, type DispatcherFor } from "./exchange.ts";
import { createGate, type Gate } from "./gate.ts";
import { mergeHeaders, type ToolHeader } from "./headers.ts";
import { MAX_REDIRECTS, type Hop } from "./redirects.ts";
import { checkMethod, requestBody, requestUrl } from "./requestCheck.ts";
import { DEFAULT_MAX_BYTES, type HttpRequest, type HttpResponse } from "./request.ts";
import { readResponse } from "./response.ts";
import { retryDelay, type Outcome } from "./retry.ts";

/** Told of a request that is about to be sent. @returns what is to be told how it ended. */
export type RequestListener = (request: { method: string; url: string }) => (end: RequestEnd) => void;
export type RequestEnd = { status: number } | { error: string };

export interface SessionOptions {
  /** Headers of the run's tool, secrets filled in. */
  toolHeaders: readonly ToolHeader[];
  /** Takes the run's secrets out of a text. */
  redact(text: string): string;
  /** Host patterns to which secret headers may go over plain http. Loopback always is. */
  insecureHosts?: readonly string[] | undefined;
  /** Of each try; redirects are part of it. */
  onRequest?: RequestListener | undefined;
}

export interface HttpSession {
  /** A status of 400 or more is an answer, not an error. Nothing is kept between requests, no cookies either. @throws ToolError */
  send(scope: RunScope, request: HttpRequest): Promise<HttpResponse>;
}

export function createSession(options: SessionOptions, dispatcherFor: DispatcherFor): HttpSession {
  const gate = createGate();
  return {
    async send(scope, request) {
      try {
        return await send(options, dispatcherFor, gate, scope, request);
      } catch (error) {
        throw redactedError(error, options.redact);
      }
    },
  };
}

async function send(
  options: SessionOptions,
  dispatcherFor: DispatcherFor,
  gate: Gate,
  scope: RunScope,
  request: HttpRequest,
): Promise<HttpResponse> {
  const first = firstHop(options, scope, request);
  const what = `${first.method} ${first.url.origin}${first.url.pathname}`;
  const deadline = createDeadline(scope, request.timeoutMs, what);
  const started = performance.now();
  let leave: (() => void) | undefined;
  try {
    leave = await gate.enter(request.maxBytes ?? DEFAULT_MAX_BYTES, deadline);
    for (let attempt = 0; ; attempt++) {
      const outcome = await attemptOnce(first);
      const delayMs = attempt < (request.retry ?? 0) ? retryDelay(first.method, outcome, attempt) : undefined;
      if (delayMs === undefined || delayMs >= deadline.remainingMs()) {
        if ("error" in outcome) throw outcome.error;
        scope.log("debug", `${what} → ${outcome.response.status} in ${Math.round(performance.now() - started)} ms`);
        return outcome.response;
      }
      scope.log("info", `${what}: trying again in ${Math.round(delayMs)} ms (${attempt + 1} of ${request.retry})`);
      await deadline.wait(delayMs);
    }
  } finally {
    leave?.();
    deadline.dispose();
  }

  async function attemptOnce(hop: Hop): Promise<Outcome> {
    const ended = options.onRequest?.({ method: hop.method, url: hop.url.href });
    try {
      const answer = await exchange(hop, {
        dispatcherFor,
        deadline,
        redirect: request.redirect ?? "follow",
        maxRedirects: MAX_REDIRECTS,
      });
      const response = await readResponse(answer, request, { deadline, redact: options.redact, log: scope.log });
      ended?.({ status: response.status });
      return { response };
    } catch (error) {
      ended?.({ error: messageOf(error) });
      return { error };
    }
  }
}

function firstHop({ toolHeaders, insecureHosts = [] }: SessionOptions, scope: RunScope, request: HttpRequest): Hop {
  for (const option of ["saveAs", "useBrowserSession"] as const)
    if (request[option] !== undefined && request[option] !== false)
      throw new ToolError("Unavailable", `g.http: ${option} is not available in this version of Guidon`);
  const url = requestUrl(request.url, request.query);
  const body = requestBody(request);
  const method = checkMethod(request.method ?? (body ? "POST" : "GET"));
  const headers = mergeHeaders({
    url,
    script: request.headers,
    tool: request.toolHeaders === false ? [] : toolHeaders,
    insecureHosts,
    defaults: {
      accept: "*/*",
      "accept-encoding": ACCEPT_ENCODING,
      "user-agent": "guidon",
      ...(body ? { "content-type": body.contentType } : {}),
    },
    log: scope.log,
  });
  return { method, url, headers, body: body?.data };
}

function redactedError(thrown: unknown, redact: (text: string) => string): ToolError {
  const error = thrown instanceof ToolError ? thrown : new ToolError("NetworkError", errorData(thrown).message);
  return new ToolError(error.code, redact(error.message), {
    hint: error.hint === undefined ? undefined : redact(error.hint),
    retryable: error.retryable,
    // Host and header names and codes only.
    details: error.details,
  });
}
