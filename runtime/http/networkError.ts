/** What went wrong on the wire, in plain words. Never text of ours that could hold a header value. */
import { messageOf, ToolError } from "../errors.ts";

const CERTIFICATE = "Its certificate cannot be trusted";
const CUT = "The connection was cut before the whole answer came";
const NO_HTTP = "What came back is not HTTP";

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "Nothing listens there (connection refused)",
  ENOTFOUND: "There is no such host name",
  EAI_AGAIN: "The host name could not be looked up (name server does not answer)",
  EHOSTUNREACH: "The host cannot be reached",
  ENETUNREACH: "The network cannot be reached",
  ETIMEDOUT: "The connection could not be made in time",
  UND_ERR_CONNECT_TIMEOUT: "The connection could not be made in time",
  ECONNRESET: CUT,
  EPIPE: CUT,
  UND_ERR_SOCKET: CUT,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: CUT,
  UND_ERR_HEADERS_OVERFLOW: "The headers of its answer are too large",
  UND_ERR_INFO: "It answers with a protocol error",
  DEPTH_ZERO_SELF_SIGNED_CERT: `${CERTIFICATE}: it is self-signed`,
  SELF_SIGNED_CERT_IN_CHAIN: `${CERTIFICATE}: a self-signed one is in its chain`,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: `${CERTIFICATE}: its issuer is not known`,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: `${CERTIFICATE}: its issuer is not known`,
  CERT_HAS_EXPIRED: `${CERTIFICATE}: it has expired`,
  ERR_TLS_CERT_ALTNAME_INVALID: `${CERTIFICATE}: it is for another host name`,
  UND_ERR_PRX_TLS: "The proxy's certificate cannot be trusted",
};

/** Failures before anything was sent: trying again cannot do a thing twice. */
const BEFORE_SENDING: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** @param what "GET https://host/path". @param received decoded bytes do not matter; says whether an answer had begun. */
export function networkError(what: string, thrown: unknown): ToolError {
  const own = ownError(thrown);
  if (own)
    return new ToolError(own.code, `${what}: ${own.message}`, {
      hint: own.hint,
      retryable: own.retryable,
      details: own.details,
    });
  const code = codeOf(thrown);
  const options = { cause: thrown, details: { reason: code, sent: !BEFORE_SENDING.has(code) }, ...hintFor(code) };
  return new ToolError("NetworkError", `${what}: ${REASONS[code] ?? reasonFor(code, messageOf(thrown))}`, options);
}

/** Whether the request certainly never reached the server. */
export function neverSent(thrown: unknown): boolean {
  return BEFORE_SENDING.has(codeOf(thrown));
}

function reasonFor(code: string, message: string): string {
  if (code.startsWith("HPE_") || code === "UND_ERR_PARSER") return code.includes("EOF") ? CUT : NO_HTTP;
  if (code === "ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL")
    return "The server speaks HTTP/2 only, and g.http HTTP/1.1";
  if (/^ERR_SSL|^EPROTO/.test(code)) return "No encrypted connection could be made; it may be a plain http server";
  if (code.startsWith("ERR_HTTP2")) return `${CUT} (HTTP/2)`;
  const proxy = /Proxy response \((\d+)\)|Proxy Authentication Required \((407)\)/.exec(message);
  if (proxy) return `The proxy refuses (status ${proxy[1] ?? proxy[2]})`;
  return `The request failed (${code || "no reason given"})`;
}

function hintFor(code: string): { hint?: string; retryable?: boolean } {
  if (/CERT|LEAF_SIGNATURE/.test(code))
    return {
      retryable: false,
      hint: "For a certificate authority of one's own, start Guidon with NODE_EXTRA_CA_CERTS naming its file.",
    };
  if (code === "ECONNREFUSED") return { hint: "Check host and port, and that the server runs." };
  if (code === "ENOTFOUND") return { retryable: false, hint: "Check the spelling of the host name." };
  return {};
}

function codeOf(thrown: unknown): string {
  for (let each = thrown, depth = 0; each instanceof Error && depth < 5; depth++) {
    if ("code" in each && typeof each.code === "string" && each.code !== "UND_ERR") return each.code;
    if (each.name === "HTTPParserError") return "HPE_";
    each = each instanceof AggregateError ? each.errors[0] : each.cause;
  }
  return "";
}

function ownError(thrown: unknown): ToolError | undefined {
  for (let each = thrown, depth = 0; each instanceof Error && depth < 5; depth++) {
    if (each instanceof ToolError) return each;
    each = each.cause;
  }
  return undefined;
}
