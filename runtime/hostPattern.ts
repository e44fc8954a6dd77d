/** Host patterns: `allowedHosts` of tools.json, `insecureHosts` of the settings. */
import { isIP } from "node:net";

/**
 * "api.example.com": that host at the default port of the scheme. "localhost:8080": that port. "localhost:*": any port.
 * "*.store.example.com": every host below it, not the host itself. Never a pattern for all hosts or for a whole top-level domain.
 */
export interface HostPattern {
  hostname: string;
  wildcard: boolean;
  /** "" is the default port of the scheme. */
  port: string;
}

/** The next step where a pattern is refused. */
export const HOST_PATTERN_HINT =
  'Write only the host, with a port if there is one: "api.example.com", "*.example.com", "localhost:8080", "localhost:*".';

const PATTERN = /^(\*\.)?(\[[0-9a-f:.]+\]|[^:/\\*?#@%[\]\s]+)(?::(\d{1,5}|\*))?$/i;

/** @returns undefined for what is no pattern; it then allows nothing. */
export function parseHostPattern(text: string): HostPattern | undefined {
  const [, star, host, port = ""] = PATTERN.exec(text) ?? [];
  if (!host || (port !== "" && port !== "*" && !isPort(Number(port)))) return undefined;
  const hostname = URL.parse(`http://${host}/`)?.hostname.replace(/\.$/, "");
  if (!hostname) return undefined;
  const wildcard = star !== undefined;
  if (wildcard && (!hostname.includes(".") || isIP(hostname.replace(/^\[|\]$/g, "")) !== 0)) return undefined;
  return { hostname, wildcard, port: port === "*" || port === "" ? port : String(Number(port)) };
}

/** Compares what the URL parser made of both, so that no spelling of a host slips past. */
export function isHostAllowed(url: URL, patterns: readonly string[]): boolean {
  const hostname = url.hostname.replace(/\.$/, "");
  return patterns.some((text) => {
    const pattern = parseHostPattern(text);
    if (!pattern) return false;
    const samePort = pattern.port === "*" || effectivePort(pattern.port, url) === effectivePort(url.port, url);
    if (!samePort) return false;
    return pattern.wildcard ? hostname.endsWith(`.${pattern.hostname}`) : hostname === pattern.hostname;
  });
}

function effectivePort(port: string, url: URL): string {
  return port || (url.protocol === "https:" ? "443" : "80");
}

function isPort(port: number): boolean {
  return port >= 1 && port <= 65_535;
}
