/** The HTTP client of the runtime: connections, kept alive between requests, and the proxies of the environment. */
import type { Dispatcher } from "undici";
import { ToolError } from "../errors.ts";
import type { Log } from "../log.ts";
import { proxyVariable } from "../proxies.ts";
import { guardedLookup, isLoopback } from "./address.ts";
import type { DispatcherFor } from "./exchange.ts";
import { createSession, type HttpSession, type SessionOptions } from "./session.ts";

const CONNECT_TIMEOUT_MS = 10_000;
const MAX_HEADER_BYTES = 64 * 1024;

export interface HttpClient {
  /** One run's view: its tool's headers, and the redactor that every answer passes. */
  session(options: SessionOptions): HttpSession;
  /** Closes all connections; requests under way fail. */
  dispose(): Promise<void>;
}

export interface HttpClientOptions {
  /** HTTP_PROXY, HTTPS_PROXY and NO_PROXY, in either case, are read from it. Node itself reads NODE_EXTRA_CA_CERTS at its start. */
  environment: Readonly<Record<string, string | undefined>>;
  log: Log;
}

interface Dispatchers {
  direct: Dispatcher;
  proxied: Dispatcher;
}

export function createHttpClient({ environment, log }: HttpClientOptions): HttpClient {
  let dispatchers: Promise<Dispatchers> | undefined;
  let state: "open" | "disposed" = "open";
  const dispatcherFor: DispatcherFor = async (url) => {
    if (state === "disposed") throw new ToolError("Canceled", "Guidon is shutting down");
    dispatchers ??= createDispatchers(environment, log);
    const { direct, proxied } = await dispatchers;
    return isLoopback(url.hostname) ? direct : proxied;
  };
  return {
    session: (options) => createSession(options, dispatcherFor),
    async dispose() {
      state = "disposed";
      const open = await dispatchers?.catch(() => undefined);
      if (open) await Promise.all(Object.values(open).map((each: Dispatcher) => each.destroy()));
    },
  };
}

async function createDispatchers(environment: HttpClientOptions["environment"], log: Log): Promise<Dispatchers> {
  // Loading undici takes some 70 ms, which only runs that use HTTP should pay.
  // A CommonJS package: in the bundle a dynamic import of it has nothing but a default.
  const { Agent, EnvHttpProxyAgent } = (await import("undici")).default;
  const options = {
    connect: { lookup: guardedLookup, timeout: CONNECT_TIMEOUT_MS },
    connectTimeout: CONNECT_TIMEOUT_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    // undici 8.13.1 takes an HTTP/2 stream that the server resets half way for a complete body, when it has no content-length.
    allowH2: false,
  };
  const direct = new Agent(options);
  const httpProxy = proxyUrl("HTTP_PROXY", environment, log);
  const httpsProxy = proxyUrl("HTTPS_PROXY", environment, log) || httpProxy;
  const noProxy = proxyVariable("NO_PROXY", environment);
  // "" keeps undici from looking into process.env by itself.
  const proxied =
    httpProxy || httpsProxy ? new EnvHttpProxyAgent({ ...options, httpProxy, httpsProxy, noProxy }) : direct;
  return { direct, proxied };
}

function proxyUrl(name: string, environment: HttpClientOptions["environment"], log: Log): string {
  const text = proxyVariable(name, environment);
  const url = text.includes("://") ? text : text && `http://${text}`;
  if (url === "" || URL.canParse(url)) return url;
  log.warn(`${name} is not an address; no proxy is used for it`);
  return "";
}
