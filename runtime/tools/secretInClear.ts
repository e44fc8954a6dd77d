/** Header values in which an author left a key or a password as it is. */
import { parseTemplate } from "../headerTemplate.ts";

const HEADER = /^(?:proxy-)?authorization$|^cookie$|api-?key|token|secret|password/i;
/** As services begin theirs, so that a person or a scanner knows them. */
const KNOWN =
  /(?:sk|pk|rk)[-_][\w-]{16,}|gh[pousr]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|xox[abeprs]-[\w-]{10,}|AKIA[A-Z0-9]{12,}|AIza[\w-]{30,}|eyJ[\w-]{10,}\.[\w-]+/;
const LONG = /[\w+/=.-]{16,}/;

/** @returns a name that the secret could have, where the value looks like one; never a part of the value */
export function secretInClear(header: string, value: string): string | undefined {
  return clearPart(header, value) ? nameFor(header) : undefined;
}

/** Where the secret stands in the value. */
export function clearPart(header: string, value: string): { offset: number; length: number } | undefined {
  if (parseTemplate(value).parts.some((part) => "secret" in part)) return undefined;
  const known = KNOWN.exec(value);
  if (known) return { offset: known.index, length: known[0].length };
  if (!HEADER.test(header)) return undefined;
  // A word such as "application/vnd.example" has no digit, or only few.
  const scheme = /^(?:Bearer|Basic|Token|ApiKey)\s+/i.exec(value)?.[0].length ?? 0;
  const long = LONG.exec(value.slice(scheme));
  if (!long || !/\d/.test(long[0]) || !/[A-Za-z]/.test(long[0])) return undefined;
  return { offset: scheme + long.index, length: long[0].length };
}

function nameFor(header: string): string {
  if (/authorization$/i.test(header)) return "API_TOKEN";
  const name = header
    .toUpperCase()
    .replace(/^X-/, "")
    .replaceAll(/[^A-Z0-9]+/g, "_")
    .slice(0, 64);
  return /^[A-Z]/.test(name) ? name : "API_TOKEN";
}
