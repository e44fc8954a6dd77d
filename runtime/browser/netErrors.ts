/** The browser's net error codes in plain words. */
import { ToolError } from "../errors.ts";
import { isMetadataHost, metadataBlocked } from "./urlPolicy.ts";

/** `{host}` is host and port of the address that failed. */
const WORDS: Record<string, string> = {
  ERR_CONNECTION_REFUSED: "{host} refused the connection",
  ERR_CONNECTION_RESET: "{host} closed the connection before it answered",
  ERR_CONNECTION_CLOSED: "{host} closed the connection before it answered",
  ERR_CONNECTION_ABORTED: "the connection to {host} broke off",
  ERR_CONNECTION_FAILED: "there is no connection to {host}",
  ERR_CONNECTION_TIMED_OUT: "{host} did not answer",
  ERR_TIMED_OUT: "{host} did not answer",
  ERR_EMPTY_RESPONSE: "{host} closed the connection without an answer",
  ERR_INVALID_HTTP_RESPONSE: "{host} gave an answer that is not HTTP",
  ERR_INVALID_RESPONSE: "{host} gave an answer that is not valid HTTP",
  ERR_NAME_NOT_RESOLVED: "there is no host named {host}",
  ERR_ADDRESS_UNREACHABLE: "{host} cannot be reached from this machine",
  ERR_INTERNET_DISCONNECTED: "this machine has no network",
  ERR_NETWORK_CHANGED: "this machine's network changed during the request",
  ERR_TOO_MANY_REDIRECTS: "{host} redirects without end",
  ERR_SSL_PROTOCOL_ERROR: "{host} does not speak TLS there (is it http?)",
  ERR_CERT_AUTHORITY_INVALID: "the certificate of {host} is not from a trusted authority",
  ERR_CERT_COMMON_NAME_INVALID: "the certificate of {host} is for another name",
  ERR_CERT_DATE_INVALID: "the certificate of {host} has expired or is not valid yet",
  ERR_PROXY_CONNECTION_FAILED: "the proxy cannot be reached",
  ERR_TUNNEL_CONNECTION_FAILED: "the proxy refuses to reach {host}",
  ERR_UNSAFE_PORT: "browsers refuse that port",
  ERR_INVALID_AUTH_CREDENTIALS: "{host} asks for a user name and password",
};

/** Codes that mean that the browser itself refused the address. */
const REFUSALS = /ERR_(UNSAFE_REDIRECT|BLOCKED_BY_\w+|ACCESS_DENIED|DISALLOWED_URL_SCHEME|UNKNOWN_URL_SCHEME)/;
/** Trying again may help. */
const PASSING =
  /ERR_(CONNECTION_\w+|TIMED_OUT|EMPTY_RESPONSE|NETWORK_CHANGED|INTERNET_DISCONNECTED|ADDRESS_UNREACHABLE|NAME_NOT_RESOLVED|PROXY_\w+)/;

/** @param code such as ERR_CONNECTION_REFUSED. @param url the address that failed, after redirects. */
export function navigationError(code: string, url: string): ToolError {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed && isMetadataHost(parsed.hostname)) return metadataBlocked(parsed.hostname);
  const details = { url, code };
  if (REFUSALS.test(code)) {
    return new ToolError("BlockedByPolicy", `The browser does not open ${url} from there (${code})`, {
      retryable: false,
      details,
    });
  }
  const words = (WORDS[code] ?? `{host} cannot be opened (${code})`).replace("{host}", parsed?.host || url);
  return new ToolError("NavigationFailed", `Cannot open ${url}: ${words}`, {
    hint: PASSING.test(code)
      ? "Check that the site is up and the address right; it may help to try again."
      : "Check the address.",
    retryable: PASSING.test(code),
    details,
  });
}

/** The code in a message such as "net::ERR_ABORTED at http://…". */
export const netCodeOf = (message: string): string | undefined => /net::(ERR_\w+)/.exec(message)?.[1];
