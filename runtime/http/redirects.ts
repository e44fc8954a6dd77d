/** One step of a redirect: which request follows, and what of the first one it may still carry. */
import { ToolError } from "../errors.ts";
import { checkUrl } from "./requestCheck.ts";
import type { RequestHeader } from "./headers.ts";

export const MAX_REDIRECTS = 20;

export interface Hop {
  method: string;
  url: URL;
  headers: RequestHeader[];
  body?: string | Buffer | undefined;
}

const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export function isRedirect(status: number): boolean {
  return REDIRECT_STATUSES.has(status);
}

/**
 * What was left behind at another origin stays behind, even when a later step comes back to the first.
 * @throws ToolError NetworkError (no usable address), BlockedByPolicy (what we do not follow)
 */
export function nextHop(hop: Hop, status: number, location: string): Hop {
  const url = URL.parse(location, hop.url);
  if (!url)
    throw new ToolError("NetworkError", `${hop.url.host} redirects to an address that is none`, {
      retryable: false,
      hint: `Pass redirect: "manual" and read headers.location.`,
    });
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new ToolError(
      "BlockedByPolicy",
      `${hop.url.host} redirects to a ${url.protocol} address; only http and https are followed`,
    );
  if (hop.url.protocol === "https:" && url.protocol === "http:")
    throw new ToolError(
      "BlockedByPolicy",
      `${hop.url.host} redirects from https to http (${url.host}); that is not followed`,
      {
        hint: `Pass redirect: "manual" to read the answer, and request the address itself if that is meant.`,
      },
    );
  checkUrl(url);
  if (!url.hash) url.hash = hop.url.hash;

  const becomesGet =
    status === 303 ? hop.method !== "HEAD" : (status === 301 || status === 302) && hop.method === "POST";
  const method = becomesGet ? "GET" : hop.method;
  const body = becomesGet ? undefined : hop.body;
  const leaves = url.origin !== hop.url.origin;
  if (leaves && body !== undefined)
    throw new ToolError(
      "BlockedByPolicy",
      `${hop.url.host} asks to send the request's body to ${url.host}; that is not done`,
      {
        hint: `Request ${url.origin}${url.pathname} directly if the data belongs there, or pass redirect: "manual".`,
      },
    );
  const headers = hop.headers.filter(
    (header) => (!leaves || header.keepAcrossOrigins) && (body !== undefined || !/^content-/i.test(header.name)),
  );
  return { method, url, headers, body };
}
