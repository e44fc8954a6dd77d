/** The proxies that an environment names. */
import type { Environment } from "./environment.ts";

/** HTTP_PROXY and its kin are written in either case; "" when there is none. */
export function proxyVariable(name: string, environment: Readonly<Environment>): string {
  return (environment[name.toLowerCase()] ?? environment[name] ?? "").trim();
}

/** What of an environment decides the way of requests. */
export function proxiesOf(environment: Readonly<Environment>): Record<string, string> {
  const names = ["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY"];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = proxyVariable(name, environment);
      return value === "" ? [] : [[name, value]];
    }),
  );
}
