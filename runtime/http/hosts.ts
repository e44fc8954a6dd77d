/** Where a tool's secret headers may go. */
import { parseHostPattern } from "../hostPattern.ts";

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
