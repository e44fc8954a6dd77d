/** Headers of an entry, and the hosts that may get them. */
import type { JsonObject } from "../contract/tools.ts";
import { isHeaderName, isHeaderValue, parseTemplate } from "../headerTemplate.ts";
import { HOST_PATTERN_HINT, parseHostPattern } from "../hostPattern.ts";
import type { Report } from "./entryFinding.ts";
import { isObject } from "./schemaLint.ts";
import { secretInClear } from "./secretInClear.ts";

export function checkHeaders(fields: JsonObject, report: Report): void {
  const { headers, allowedHosts } = fields;
  if (isObject(headers)) {
    for (const [name, value] of Object.entries(headers)) {
      if (!isHeaderName(name))
        report("error", "header", ["headers", name], `${JSON.stringify(name)} cannot be the name of a header`);
      else if (typeof value === "string" && !isHeaderValue(value)) {
        const message = `the value of "${name}" has a character that HTTP headers cannot carry`;
        report("error", "header", ["headers", name], message, "No line ends, and only Latin-1 characters.");
      } else if (typeof value === "string") {
        const [problem] = parseTemplate(value).problems;
        const hint = "Secrets are written {{NAME}} or <<NAME>>.";
        if (problem)
          report("error", "header-template", ["headers", name], `header "${name}": ${problem.message}`, hint);
        const secret = secretInClear(name, value);
        if (secret) {
          const message = `header "${name}" seems to have a secret in clear, which everybody who gets this file can read`;
          const next = `Write {{${secret}}} in its place and set the secret: guidon secrets set ${secret}`;
          report("warning", "secret-in-clear", ["headers", name], message, next, secret);
        }
      }
    }
  }
  if (!Array.isArray(allowedHosts)) return;
  allowedHosts.forEach((host, index) => {
    if (typeof host !== "string" || parseHostPattern(host)) return;
    const message = `${JSON.stringify(host)} is not a host`;
    report("error", "allowed-host", ["allowedHosts", index], message, HOST_PATTERN_HINT);
  });
}
