/** What a result looks like, and so how it is shown. */
import type { Json, JsonObject } from "../../runtime/contract/tools.ts";

export type Shape =
  | { kind: "nothing" }
  | { kind: "text"; text: string }
  /** `facts`: single values that stand beside the rows. */
  | { kind: "table"; rows: JsonObject[]; columns: string[]; facts: JsonObject }
  | { kind: "image"; url: string; bytes: number; type: string }
  | { kind: "file"; path: string; text: string | undefined }
  | { kind: "tree"; value: Json };

const MAX_COLUMNS = 60;
const IMAGE_URL = /^data:(image\/(?:png|jpeg|gif|webp|bmp|avif|svg\+xml));base64,([\w+/]+={0,2})$/;
const IMAGE_TYPE = /^image\/(?:png|jpeg|gif|webp|bmp|avif|svg\+xml)$/;
const ABSOLUTE = /^(?:\/[^/\n]|[A-Za-z]:[\\/])[^\n]{0,4000}\.\w{1,8}$/;

/** @param json "" for no value */
export function shapeOf(json: string): Shape {
  if (json === "") return { kind: "nothing" };
  const value = JSON.parse(json) as Json;
  return (
    imageOf(value) ??
    fileOf(value) ??
    tableOf(value) ??
    (typeof value === "string" ? { kind: "text", text: value } : treeOf(value))
  );
}

function treeOf(value: Json): Shape {
  return value === null || typeof value !== "object"
    ? { kind: "text", text: JSON.stringify(value) }
    : { kind: "tree", value };
}

/** A data: address, or an object with `mimeType` and base64 `data`. */
function imageOf(value: Json): Shape | undefined {
  const { mimeType, data } = isObject(value) ? value : {};
  const fromParts = typeof mimeType === "string" && IMAGE_TYPE.test(mimeType) && typeof data === "string";
  const url = typeof value === "string" ? value : fromParts ? `data:${mimeType};base64,${data.replace(/\s/g, "")}` : "";
  const [, type, base64] = IMAGE_URL.exec(url) ?? [];
  if (type === undefined || base64 === undefined) return undefined;
  return { kind: "image", url, type, bytes: Math.floor((base64.replace(/=+$/, "").length * 3) / 4) };
}

/** An absolute path, alone or as the `file` or `path` of an object with no more than a text beside it. */
function fileOf(value: Json): Shape | undefined {
  if (typeof value === "string")
    return ABSOLUTE.test(value) ? { kind: "file", path: value, text: undefined } : undefined;
  if (!isObject(value)) return undefined;
  const { file, path, text, ...others } = value;
  const name = file ?? path;
  if (typeof name !== "string" || !ABSOLUTE.test(name) || Object.keys(others).length > 0) return undefined;
  return { kind: "file", path: name, text: typeof text === "string" ? text : undefined };
}

function tableOf(value: Json): Shape | undefined {
  if (Array.isArray(value)) return rowsOf(value, {});
  if (!isObject(value)) return undefined;
  // { total: 3, items: […] } is a table with a fact beside it.
  const nested = Object.entries(value).filter(([, part]) => typeof part === "object" && part !== null);
  const [only] = nested;
  if (nested.length !== 1 || !only || !Array.isArray(only[1])) return undefined;
  return rowsOf(only[1], Object.fromEntries(Object.entries(value).filter(([name]) => name !== only[0])));
}

function rowsOf(list: Json[], facts: JsonObject): Shape | undefined {
  if (list.length === 0 || !list.every(isObject)) return undefined;
  const columns = new Set<string>();
  let cells = 0;
  let deep = 0;
  for (const row of list) {
    for (const [name, cell] of Object.entries(row)) {
      columns.add(name);
      cells += 1;
      if (typeof cell === "object" && cell !== null) deep += 1;
    }
    if (columns.size > MAX_COLUMNS) return undefined;
  }
  const flat = columns.size > 0 && deep * 3 <= cells;
  return flat ? { kind: "table", rows: list, columns: [...columns], facts } : undefined;
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** One line for a cell or a leaf. */
export function cellText(value: Json | undefined): string {
  if (value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
