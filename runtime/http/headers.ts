/** Request headers: what scripts may set, and how the tool's own headers are merged in. */
import { ToolError } from "../errors.ts";
import { isHeaderName, isHeaderValue } from "../headerTemplate.ts";
import type { RunScope } from "../hostCall.ts";
import { isLoopback } from "./address.ts";
import { isHostAllowed } from "./hosts.ts";

/** A header of tools.json, its secrets filled in. The value never leaves the runtime but to an allowed host. */
export interface ToolHeader {
  name: string;
  value: string;
  /** Names of the secrets in the value; [] is a plain header. */
  secrets: string[];
  /** Patterns as in hosts.ts. Matters for headers with secrets. */
  allowedHosts: string[];
}

/** A header of one request. `keepAcrossOrigins`: what a redirect to another origin may still carry. */
export interface RequestHeader {
  name: string;
  value: string;
  keepAcrossOrigins: boolean;
}

export type ScriptHeaders = Readonly<Record<string, string | number | boolean | string[]>>;

/** Set by the HTTP client itself, or meant for the next machine only (RFC 9110 7.6.1). */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  "host",
  "connection",
  "content-length",
  "transfer-encoding",
  "keep-alive",
  "upgrade",
  "te",
  "trailer",
  "expect",
  "http2-settings",
]);

/** Headers that say nothing about who asks. All others could be a key under any name, so they stay at the first origin. */
const HARMLESS_HEADERS: ReadonlySet<string> = new Set([
  "accept",
  "accept-encoding",
  "accept-language",
  "cache-control",
  "content-language",
  "content-type",
  "if-modified-since",
  "if-none-match",
  "pragma",
  "range",
  "user-agent",
]);

export interface MergeOptions {
  url: URL;
  script: ScriptHeaders | undefined;
  tool: readonly ToolHeader[];
  insecureHosts: readonly string[];
  /** Sent when neither script nor tool sets the name. */
  defaults: Readonly<Record<string, string>>;
  log: RunScope["log"];
}

/** A header that the script sets wins over the tool's of the same name. @throws ToolError InvalidArgument, BlockedByPolicy */
export function mergeHeaders({ url, script, tool, insecureHosts, defaults, log }: MergeOptions): RequestHeader[] {
  const merged = new Map<string, RequestHeader>();
  for (const [name, given] of Object.entries(script ?? {})) {
    const value = checkedValue(name, given);
    const key = name.toLowerCase();
    if (isOwn(key)) {
      log("warn", `Header "${name}" is set by Guidon itself; the script's value is not sent`);
      continue;
    }
    if (merged.has(key))
      log("warn", `The script sets header "${name}" twice, in different spellings; the last one is sent`);
    merged.set(key, { name, value, keepAcrossOrigins: HARMLESS_HEADERS.has(key) });
  }
  for (const header of tool) {
    const key = header.name.toLowerCase();
    if (merged.has(key)) {
      log("info", `Header "${header.name}" of the script is sent instead of the tool's`);
      continue;
    }
    if (isOwn(key)) {
      log("warn", `Header "${header.name}" of tools.json is set by Guidon itself and not sent`);
      continue;
    }
    if (header.secrets.length > 0) checkSecretHeader(header, url, insecureHosts);
    merged.set(key, { name: header.name, value: header.value, keepAcrossOrigins: false });
  }
  for (const [name, value] of Object.entries(defaults))
    if (!merged.has(name)) merged.set(name, { name, value, keepAcrossOrigins: true });
  return [...merged.values()];
}

function isOwn(key: string): boolean {
  return OWN_HEADERS.has(key) || key.startsWith("proxy-");
}

function checkedValue(name: string, given: string | number | boolean | string[]): string {
  if (!isHeaderName(name))
    throw new ToolError("InvalidArgument", `${JSON.stringify(name.slice(0, 80))} is not a header name`, {
      hint: "Header names have letters, digits and - only.",
    });
  const value = (Array.isArray(given) ? given.join(", ") : String(given)).trim();
  // Never the value in the text: it may be a key.
  if (!isHeaderValue(value))
    throw new ToolError(
      "InvalidArgument",
      `The value of header "${name}" has a character that HTTP headers cannot carry`,
      {
        hint: "Line breaks and NUL are not possible; other text goes through encodeURIComponent.",
      },
    );
  return value;
}

function checkSecretHeader(header: ToolHeader, url: URL, insecureHosts: readonly string[]): void {
  const secrets = header.secrets.map((name) => `"${name}"`).join(", ");
  const what = `header "${header.name}" with secret ${secrets}`;
  const withoutHeaders = "pass toolHeaders: false to send the request without the tool's headers";
  if (!isHostAllowed(url, header.allowedHosts))
    throw new ToolError(
      "BlockedByPolicy",
      `The request to ${url.host} was not sent: ${what} would go there, and that host is not allowed`,
      {
        hint: `The author adds "${url.host}" to the tool's "allowedHosts" in tools.json, if the secret belongs there. Otherwise ${withoutHeaders}.`,
        details: { host: url.host, header: header.name, secrets: header.secrets, allowedHosts: header.allowedHosts },
      },
    );
  if (url.protocol !== "https:" && !isLoopback(url.hostname) && !isHostAllowed(url, insecureHosts))
    throw new ToolError(
      "BlockedByPolicy",
      `The request to ${url.host} was not sent: ${what} would go there unencrypted`,
      {
        hint: `Use https. Where the server has none and the network is trusted, the setting insecureHosts can name "${url.host}". Or ${withoutHeaders}.`,
        details: { host: url.host, header: header.name, secrets: header.secrets },
      },
    );
}
