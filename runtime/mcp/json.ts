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

/** As much of a JSON value as fits in `room` characters of compact JSON. Cuts only between elements, members, or whole characters. */
export function beginningOf(value: unknown, room: number): Beginning {
  const cuts: string[] = [];
  return { value: shrink(value, room, "", cuts), cuts };
}

function shrink(value: unknown, room: number, path: string, cuts: string[]): unknown {
  const size = JSON.stringify(value).length;
  if (size <= room) return value;
  if (typeof value === "string") {
    const kept = wholeCharacters(value, Math.max(0, Math.floor((room * value.length) / size) - 3));
    cuts.push(`${path || "text"}: ${count(kept.length)} of ${count(value.length)} characters`);
    return `${kept}…`;
  }
  if (Array.isArray(value)) return shrinkArray(value, room, path, cuts);
  if (typeof value === "object" && value !== null) return shrinkObject(value, room, path, cuts);
  return value;
}

function shrinkArray(items: unknown[], room: number, path: string, cuts: string[]): unknown[] {
  const kept: unknown[] = [];
  let left = room - 2;
  for (const item of items) {
    const size = JSON.stringify(item).length + 1;
    if (size > left) break;
    kept.push(item);
    left -= size;
  }
  if (kept.length === 0 && left > 100) kept.push(shrink(items[0], left, `${path}[0]`, cuts));
  cuts.push(`${path || "list"}: ${count(kept.length)} of ${count(items.length)} elements`);
  return kept;
}

function shrinkObject(object: object, room: number, path: string, cuts: string[]): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  const members = Object.entries(object);
  let left = room - 2;
  let whole = 0;
  for (const [key, item] of members) {
    const name = JSON.stringify(key).length + 2;
    const size = JSON.stringify(item).length + name;
    if (size <= left) {
      kept[key] = item;
      left -= size;
      whole += 1;
    } else if (left > name + 100) {
      // One large member must not push the others out: it gets half of what is left, more if it is the last.
      const share = whole === members.length - 1 ? left - name : Math.floor((left - name) / 2);
      kept[key] = shrink(item, share, path ? `${path}.${key}` : key, cuts);
      left -= JSON.stringify(kept[key]).length + name;
      whole += 1;
    }
  }
  if (whole < members.length) cuts.push(`${path || "object"}: ${count(whole)} of ${count(members.length)} members`);
  return kept;
}

/** The first `length` UTF-16 units, less one where that would split a character. */
export function wholeCharacters(text: string, length: number): string {
  const cut = text.slice(0, length);
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut;
}

export function count(value: number): string {
  return value.toLocaleString("en-US");
}
