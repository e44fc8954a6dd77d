/** JSON as agents get it: compact when small, else broken into lines; and a beginning of it that is still JSON. */

const COMPACT_BELOW = 2000;

/** Compact under 2,000 characters; above, one line for each element or member of the root. */
export function readableJson(value: unknown): string {
  const compact = JSON.stringify(value);
  if (compact.length < COMPACT_BELOW || typeof value !== "object" || value === null) return compact;
  if (Array.isArray(value)) return `[\n${value.map((item) => JSON.stringify(item)).join(",\n")}\n]`;
  const members = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${JSON.stringify(item)}`);
  return `{\n${members.join(",\n")}\n}`;
}

export interface Beginning {
  value: unknown;
  /** What was left out, such as "items: 120 of 30,000 elements". */
  cuts: string[];
}

/** What does not fit is not looked into deeper than this; nobody reads a beginning that is nested further. */
const MAX_DEPTH = 20;
/** Of the paths in `cuts`. */
const MAX_PATH = 60;
/** With less room than this, the inside of a list or a member is left out as a whole. */
const WORTHWHILE = 100;

/**
 * As much of a JSON value as fits in `room` characters of compact JSON. Cuts only between elements, members, or whole characters.
 * Costs what `room` costs, however large the value is.
 */
export function beginningOf(value: unknown, room: number): Beginning {
  const cuts: string[] = [];
  return { value: fits(value, room) ? value : shrink(value, { room, path: "", depth: 0, cuts }), cuts };
}

interface Place {
  room: number;
  path: string;
  depth: number;
  cuts: string[];
}

/** @param value does not fit. */
function shrink(value: unknown, place: Place): unknown {
  if (typeof value === "string") return shrinkText(value, place);
  if (Array.isArray(value)) return shrinkArray(value, place);
  if (typeof value === "object" && value !== null) return shrinkObject(value, place);
  return value;
}

function shrinkText(text: string, { room, path, cuts }: Place): string {
  // Escapes make a text longer, unevenly; so the length that fits is searched for.
  let fitting = 0;
  for (let low = 1, high = Math.min(text.length, room); low <= high;) {
    const middle = (low + high) >> 1;
    if (fits(text.slice(0, middle), room - 1)) low = (fitting = middle) + 1;
    else high = middle - 1;
  }
  const kept = wholeCharacters(text, fitting);
  cuts.push(`${path || "text"}: ${count(kept.length)} of ${count(text.length)} characters`);
  return `${kept}…`;
}

function shrinkArray(items: unknown[], { room, path, depth, cuts }: Place): unknown[] {
  const kept: unknown[] = [];
  let left = room - 2;
  for (const item of items) {
    const size = sizeUpTo(item, left) + 1;
    if (size > left) break;
    kept.push(item);
    left -= size;
  }
  if (kept.length === 0 && left > WORTHWHILE && depth < MAX_DEPTH)
    kept.push(shrink(items[0], { room: left, path: joined(path, "[0]"), depth: depth + 1, cuts }));
  if (kept.length < items.length)
    cuts.push(`${path || "list"}: ${count(kept.length)} of ${count(items.length)} elements`);
  return kept;
}

function shrinkObject(object: object, { room, path, depth, cuts }: Place): object {
  const kept: [string, unknown][] = [];
  const keys = Object.keys(object);
  let left = room - 2;
  for (const [index, key] of keys.entries()) {
    if (left < 6) break;
    const name = sizeUpTo(key, left) + 2;
    const item = member(object, key);
    const size = sizeUpTo(item, left) + name;
    if (size <= left) {
      kept.push([key, item]);
      left -= size;
    } else if (left > name + WORTHWHILE && depth < MAX_DEPTH) {
      // One large member must not push the others out: it gets half of what is left, more if it is the last.
      const share = index === keys.length - 1 ? left - name : Math.floor((left - name) / 2);
      const part = fits(item, share)
        ? item
        : shrink(item, { room: share, path: joined(path, path ? `.${key}` : key), depth: depth + 1, cuts });
      kept.push([key, part]);
      left -= sizeUpTo(part, left) + name;
    }
  }
  if (kept.length < keys.length)
    cuts.push(`${path || "object"}: ${count(kept.length)} of ${count(keys.length)} members`);
  return Object.fromEntries(kept);
}

function joined(path: string, step: string): string {
  return shortened(path + step, MAX_PATH);
}

function fits(value: unknown, room: number): boolean {
  return sizeUpTo(value, room) <= room;
}

/** Length of the compact JSON text; Infinity as soon as it is over `limit`, so that a huge value costs no more than a small one. */
function sizeUpTo(value: unknown, limit: number): number {
  const waiting = [value];
  let size = 0;
  while (waiting.length > 0) {
    const item = waiting.pop();
    if (typeof item === "string") {
      size += item.length + 2 > limit - size ? Infinity : JSON.stringify(item).length;
    } else if (Array.isArray(item)) {
      size += 2 + Math.max(0, item.length - 1);
      // An element takes at least one character.
      if (size + item.length > limit) return Infinity;
      for (const element of item) waiting.push(element);
    } else if (typeof item === "object" && item !== null) {
      const keys = Object.keys(item);
      size += 2 + Math.max(0, 2 * keys.length - 1);
      if (size + 3 * keys.length > limit) return Infinity;
      for (const key of keys) waiting.push(key, member(item, key));
    } else {
      size += String(item).length;
    }
    if (size > limit) return Infinity;
  }
  return size;
}

function member(object: object, key: string): unknown {
  return (object as Record<string, unknown>)[key];
}

/** At most `length` UTF-16 units, with … where something is missing. */
export function shortened(text: string, length: number): string {
  return text.length > length ? `${wholeCharacters(text, length - 1)}…` : text;
}

/** The first `length` UTF-16 units, less one where that would split a character. */
export function wholeCharacters(text: string, length: number): string {
  const cut = text.slice(0, Math.max(0, length));
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut;
}

export function count(value: number): string {
  return value.toLocaleString("en-US");
}
