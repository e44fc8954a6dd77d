/** URLSearchParams: a list of pairs in application/x-www-form-urlencoded form. */
import {
  append,
  isArray,
  keys,
  stringIndexOf,
  stringReplaceAll,
  stringSlice,
  stringSplit,
  stringToWellFormed,
} from "./primordials.ts";

type Pair = [name: string, value: string];

export class URLSearchParams {
  #pairs: Pair[] = [];
  #changed: ((text: string) => void) | undefined;

  constructor(init?: unknown, changed?: (text: string) => void) {
    this.#changed = changed;
    if (init === undefined || init === null) return;
    if (typeof init === "object" || typeof init === "function") this.#addAll(init);
    else this.#pairs = parsePairs(init as string);
  }

  #addAll(init: object): void {
    if (Symbol.iterator in init) {
      for (const entry of init as Iterable<unknown>) {
        if (!isArray(entry) || entry.length !== 2)
          throw new TypeError("Each pair of URLSearchParams must be a [name, value] list");
        this.append(entry[0], entry[1]);
      }
      return;
    }
    const names = keys(init);
    for (let i = 0; i < names.length; i++) this.append(names[i], (init as Record<string, unknown>)[names[i] ?? ""]);
  }

  #change(): void {
    this.#changed?.(this.toString());
  }

  get size(): number {
    return this.#pairs.length;
  }

  append(name: unknown, value: unknown): void {
    append(this.#pairs, [name as string, value as string] as Pair);
    this.#change();
  }

  delete(name: unknown, value?: unknown): void {
    this.#pairs = this.#pairs.filter(
      (pair) => !(pair[0] === (name as string) && (value === undefined || pair[1] === (value as string))),
    );
    this.#change();
  }

  get(name: unknown): string | null {
    const pair = this.#pairs.find((entry) => entry[0] === (name as string));
    return pair === undefined ? null : pair[1];
  }

  getAll(name: unknown): string[] {
    return this.#pairs.filter((pair) => pair[0] === (name as string)).map((pair) => pair[1]);
  }

  has(name: unknown, value?: unknown): boolean {
    return this.#pairs.some(
      (pair) => pair[0] === (name as string) && (value === undefined || pair[1] === (value as string)),
    );
  }

  set(name: unknown, value: unknown): void {
    const first = this.#pairs.findIndex((pair) => pair[0] === (name as string));
    if (first === -1) return this.append(name, value);
    this.#pairs = this.#pairs.filter((pair, i) => i <= first || pair[0] !== (name as string));
    this.#pairs[first] = [name as string, value as string];
    this.#change();
  }

  sort(): void {
    this.#pairs.sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0));
    this.#change();
  }

  forEach(fn: (value: string, name: string, params: URLSearchParams) => void): void {
    for (const pair of this.#pairs) fn(pair[1], pair[0], this);
  }

  *entries(): Generator<Pair> {
    for (const pair of this.#pairs) yield [pair[0], pair[1]];
  }

  *keys(): Generator<string> {
    for (const pair of this.#pairs) yield pair[0];
  }

  *values(): Generator<string> {
    for (const pair of this.#pairs) yield pair[1];
  }

  [Symbol.iterator](): Generator<Pair> {
    return this.entries();
  }

  toJSON(): string {
    return this.toString();
  }

  toString(): string {
    let text = "";
    for (let i = 0; i < this.#pairs.length; i++) {
      const pair = this.#pairs[i];
      if (pair !== undefined) text += `${i > 0 ? "&" : ""}${encode(pair[0])}=${encode(pair[1])}`;
    }
    return text;
  }
}

function parsePairs(query: string): Pair[] {
  const pairs: Pair[] = [];
  const parts = stringSplit(query[0] === "?" ? stringSlice(query, 1) : query, "&");
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i] ?? "";
    if (part === "") continue;
    const equals = stringIndexOf(part, "=");
    append(pairs, [
      decode(equals === -1 ? part : stringSlice(part, 0, equals)),
      equals === -1 ? "" : decode(stringSlice(part, equals + 1)),
    ] as Pair);
  }
  return pairs;
}

/** The characters that encodeURIComponent leaves alone and forms do not. */
const EXTRA: Pair[] = [
  ["%20", "+"],
  ["!", "%21"],
  ["'", "%27"],
  ["(", "%28"],
  [")", "%29"],
  ["~", "%7E"],
];

function encode(text: string): string {
  let out = encodeURIComponent(stringToWellFormed(text));
  for (let i = 0; i < EXTRA.length; i++) out = stringReplaceAll(out, EXTRA[i]?.[0] ?? "", EXTRA[i]?.[1] ?? "");
  return out;
}

function decode(text: string): string {
  const spaced = stringReplaceAll(text, "+", " ");
  if (stringIndexOf(spaced, "%") === -1) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return decodeLoosely(spaced);
  }
}

/** A stray % stays as it is; what is no UTF-8 becomes one replacement character each. */
function decodeLoosely(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
    try {
      return decodeURIComponent(run);
    } catch {
      return run
        .replace(/%([89a-f][0-9a-f])/gi, "\uFFFD")
        .replace(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
    }
  });
}
