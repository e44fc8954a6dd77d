/** Takes a caller's arguments as plain JSON data of our own, within bounds, before anything looks at them. */
import type { Json, JsonObject } from "../contract/tools.ts";
import { setOwn } from "./jsonc.ts";

/** Bounds of one call's arguments. */
const MAX_CHARACTERS = 1 << 20;
const MAX_DEPTH = 100;

export interface ArgumentCopy {
  data: Json;
  /** Its length in characters, roughly. */
  size: number;
  /** Paths of numbers that may have been rounded on their way here. */
  unsafe: (string | number)[][];
}

export class NotPlainData extends Error {}

/** Throws NotPlainData where it is too large, too deep, or not JSON. */
export function copyArguments(value: unknown): ArgumentCopy {
  const unsafe: (string | number)[][] = [];
  const path: (string | number)[] = [];
  let size = 0;

  const copy = (item: unknown): Json => {
    size += typeof item === "string" ? item.length + 2 : 4;
    if (size > MAX_CHARACTERS) throw new NotPlainData(`they are larger than ${MAX_CHARACTERS} characters`);
    if (item === null || typeof item === "string" || typeof item === "boolean") return item;
    if (typeof item === "number") {
      // Whole numbers from 2^53 on have lost digits already when JSON.parse reads them; so has 1e999.
      if (!Number.isFinite(item) || (Number.isInteger(item) && !Number.isSafeInteger(item))) unsafe.push([...path]);
      return item;
    }
    if (typeof item !== "object") throw new NotPlainData(`they hold a ${typeof item}, which JSON does not have`);
    if (path.length >= MAX_DEPTH) throw new NotPlainData(`they are nested more than ${MAX_DEPTH} levels deep`);
    return Array.isArray(item) ? copyList(item) : copyObject(item);
  };
  const copyList = (list: unknown[]): Json[] =>
    list.map((item, index) => {
      path.push(index);
      const result = copy(item);
      path.pop();
      return result;
    });
  const copyObject = (object: object): JsonObject => {
    const result: JsonObject = {};
    for (const [name, item] of Object.entries(object)) {
      if (item === undefined) continue;
      size += name.length;
      path.push(name);
      setOwn(result, name, copy(item));
      path.pop();
    }
    return result;
  };
  const data = copy(value);
  return { data, size, unsafe };
}

/** "kids[0].name" of a path. */
export function pathText(path: readonly (string | number)[]): string {
  return path.map((part, index) => (typeof part === "number" ? `[${part}]` : index === 0 ? part : "." + part)).join("");
}

/** "/kids/0/name" of a path. */
export function pointerText(path: readonly (string | number)[]): string {
  return path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** The path of a JSON pointer into data; knows list positions from names. */
export function pathOf(pointer: string, data: Json): (string | number)[] {
  let node: Json | undefined = data;
  return pointer
    .split("/")
    .slice(1)
    .map((part) => {
      const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
      const step = Array.isArray(node) ? Number(key) : key;
      node = valueAt(node, [step]);
      return step;
    });
}

export function valueAt(data: Json | undefined, path: readonly (string | number)[]): Json | undefined {
  let node = data;
  for (const step of path) {
    if (Array.isArray(node)) node = node[Number(step)];
    else if (typeof node === "object" && node !== null && Object.hasOwn(node, step)) node = node[step];
    else return undefined;
  }
  return node;
}
