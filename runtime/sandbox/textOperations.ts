/** Pure text work for the guest with this process's own classes. Gives "+" and the value, or "-" and the reason; never throws. */
import { randomBytes, randomUUID } from "node:crypto";

const URL_PARTS = [
  "href",
  "origin",
  "protocol",
  "username",
  "password",
  "host",
  "hostname",
  "port",
  "pathname",
  "search",
  "hash",
] as const;
const MAX_RANDOM = 65_536;

type Operation = (option: string, a: string, b: string) => string;

const OPERATIONS: Record<string, Operation> = {
  url: (_option, url, base) => urlParts(base === "" ? new URL(url) : new URL(url, base.slice(1))),
  urlSet(part, href, value) {
    const url = new URL(href);
    Reflect.set(url, part, value);
    return urlParts(url);
  },
  encodingName: (_option, label) => new TextDecoder(label).encoding,
  decode(options, encoding, binary) {
    const decoder = new TextDecoder(encoding, { fatal: options.startsWith("1"), ignoreBOM: options.endsWith("1") });
    return decoder.decode(Buffer.from(binary, "latin1"));
  },
  atob: (_option, text) => atob(text),
  btoa: (_option, text) => btoa(text),
  uuid: () => randomUUID(),
  random: (_option, count) => randomBytes(Math.min(Number(count), MAX_RANDOM)).toString("latin1"),
};

export function runTextOperation(operation: unknown, a: unknown, b: unknown): string {
  if (typeof operation !== "string" || typeof a !== "string" || typeof b !== "string") return "-not text";
  const colon = operation.indexOf(":");
  const name = colon === -1 ? operation : operation.slice(0, colon);
  try {
    const run = Object.hasOwn(OPERATIONS, name) ? OPERATIONS[name] : undefined;
    return run === undefined ? "-unknown" : `+${run(operation.slice(name.length + 1), a, b)}`;
  } catch (error) {
    return `-${error instanceof Error ? error.message : "failed"}`;
  }
}

function urlParts(url: URL): string {
  return JSON.stringify(Object.fromEntries(URL_PARTS.map((part) => [part, url[part]])));
}
