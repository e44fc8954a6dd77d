/** Sends a request and follows its redirects by hand, until an answer is there whose body is still to be read. */
import type { Dispatcher } from "undici";
import { ToolError } from "../errors.ts";
import type { Deadline } from "./deadline.ts";
import { networkError } from "./networkError.ts";
import { isRedirect, nextHop, type Hop } from "./redirects.ts";

/** The way that an address needs: direct, or through a proxy. */
export type DispatcherFor = (url: URL) => Promise<Dispatcher>;

export interface Answer {
  /** Names in lower case. */
  headers: Record<string, string>;
  status: number;
  statusText: string;
  body: Dispatcher.ResponseData["body"];
  method: string;
  url: URL;
  redirectedFrom?: URL;
}

export interface ExchangeOptions {
  dispatcherFor: DispatcherFor;
  deadline: Deadline;
  redirect: "follow" | "manual" | "error";
  maxRedirects: number;
}

const DUMPED_BYTES = 16 * 1024;

/** @throws ToolError */
export async function exchange(first: Hop, options: ExchangeOptions): Promise<Answer> {
  let hop = first;
  for (let count = 0; ; count++) {
    const answer = await sendOne(hop, options);
    const location = answer.headers["location"];
    if (options.redirect === "manual" || !isRedirect(answer.status) || !location)
      return hop === first ? answer : { ...answer, redirectedFrom: first.url };
    discard(answer.body);
    if (options.redirect === "error")
      throw new ToolError(
        "NetworkError",
        `${describe(hop)} redirects (status ${answer.status}), which redirect: "error" forbids`,
        {
          retryable: false,
        },
      );
    if (count === options.maxRedirects)
      throw new ToolError("NetworkError", `${describe(first)} redirects more than ${options.maxRedirects} times`, {
        retryable: false,
      });
    hop = nextHop(hop, answer.status, location);
  }
}

async function sendOne(hop: Hop, { dispatcherFor, deadline }: ExchangeOptions): Promise<Answer> {
  const { method, url, body = null } = hop;
  try {
    const dispatcher = await dispatcherFor(url);
    deadline.phase(`${url.host} has not answered`);
    const response = await dispatcher.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method,
      headers: hop.headers.flatMap(({ name, value }) => [name, value]),
      body,
      signal: deadline.signal,
      // The deadline covers both.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const { statusCode: status, statusText, headers } = response;
    return { status, statusText, headers: flatHeaders(headers), body: response.body, method, url };
  } catch (error) {
    throw deadline.over() ?? networkError(describe(hop), error);
  }
}

function describe({ method, url }: Hop): string {
  return `${method} ${url.origin}${url.pathname}`;
}

/** Set-Cookie has commas of its own: one cookie a line. */
function flatHeaders(headers: Dispatcher.ResponseData["headers"]): Record<string, string> {
  const pairs = Object.entries(headers).map(([name, value = ""]) => {
    const key = name.toLowerCase();
    return [key, Array.isArray(value) ? value.join(key === "set-cookie" ? "\n" : ", ") : value] as const;
  });
  return Object.fromEntries(pairs.filter(([name]) => name !== "__proto__"));
}

/** Reads a little, so that the connection can be used again, and never waits. */
function discard(body: Answer["body"]): void {
  body.on("error", () => {});
  void body.dump({ limit: DUMPED_BYTES, signal: AbortSignal.timeout(1000) }).catch(() => {});
}
