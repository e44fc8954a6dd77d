/**
 * Plain JSON of whatever a script made.
 * Date → ISO text · Map → object when all its keys are strings, else a list of pairs · Set → list · Error → {name, message, code} ·
 * RegExp and BigInt → text · typed arrays and ArrayBuffer → list of numbers · toJSON is honoured · −0 → 0.
 * What JSON cannot hold is left out (null in a list) and reported by its path.
 */
import {
  append,
  ArrayBufferClass,
  bigintToString,
  booleanValueOf,
  DataViewClass,
  dateGetTime,
  dateToISOString,
  DateClass,
  ErrorClass,
  isArray,
  isFiniteNumber,
  isInteger,
  isView,
  keys,
  mapForEach,
  MapClass,
  mapSize,
  numberToString,
  numberValueOf,
  objectToString,
  PromiseClass,
  RegExpClass,
  regExpToString,
  setForEach,
  SetClass,
  setSize,
  stringify,
  stringSlice,
  stringValueOf,
  Uint8ArrayClass,
} from "./primordials.ts";
import { isIdentifier } from "./names.ts";
import { ToolError } from "./toolError.ts";

const MAX_DEPTH = 1000;
const MAX_PATH = 200;
/** Counting goes on this far above the limit, so that the error can tell the size. */
const COUNT_FACTOR = 16;

export interface JsonOptions {
  /** What the value is called in errors: "the result", "argument 1 of g.http.get". */
  what: string;
  /** Characters. */
  limit: number;
  tooLarge: "ResultTooLarge" | "InvalidArgument";
  /** `path` is "" for the value itself. */
  onLost(path: string, what: string): void;
}

type Key = string | number;

/** JSON text, or "" for undefined. Throws ToolError: circular, nested too deeply, too large. */
export function toJson(value: unknown, options: JsonOptions): string {
  const { limit, what } = options;
  const path: Key[] = [];
  const ancestors: unknown[] = [];
  let text = "";
  let total = 0;

  function emit(piece: string): void {
    total += piece.length;
    if (total <= limit) text += piece;
    else if (total > limit * COUNT_FACTOR) throw tooLarge(" more than");
  }

  function tooLarge(amount: string): ToolError {
    return new ToolError(
      options.tooLarge,
      `${what} is too large:${amount} ${megabytes(total)}, the limit is ${megabytes(limit)}`,
      {
        hint: "Return less: pick fields, page through the list, or shorten long texts",
      },
    );
  }

  function pathText(): string {
    let out = "";
    for (let i = 0; i < path.length; i++) {
      const key = path[i];
      if (typeof key === "number") out += `[${key}]`;
      else if (isIdentifier(key ?? "")) out += (out === "" ? "" : ".") + key;
      else out += `[${stringify(key)}]`;
    }
    return out.length > MAX_PATH ? `${stringSlice(out, 0, MAX_PATH)}…` : out;
  }

  function lose(kind: string): void {
    options.onLost(pathText(), kind);
  }

  function failAt(problem: string, hint: string): ToolError {
    const where = pathText();
    return new ToolError(
      options.tooLarge === "ResultTooLarge" ? "ScriptError" : "InvalidArgument",
      `${what} ${problem}${where === "" ? "" : ` at ${where}`}`,
      { hint },
    );
  }

  /** The value that stands for another: of toJSON, of wrapper objects. Gives DROP for what JSON has no word for. */
  function standIn(source: unknown, key: Key): unknown {
    let item = source;
    if (item !== null && typeof item === "object") {
      if (item instanceof DateClass) {
        if (dateGetTime(item) === dateGetTime(item)) return dateToISOString(item);
        lose("invalid Date");
        return null;
      }
      const { toJSON } = item as { toJSON?: unknown };
      if (typeof toJSON === "function") item = (item as { toJSON(key: string): unknown }).toJSON(`${key}`);
    }
    if (item !== null && typeof item === "object" && !isArray(item)) item = unwrap(item);
    switch (typeof item) {
      case "undefined":
      case "function":
        lose(typeof item);
        return DROP;
      case "symbol":
        lose("symbol");
        return DROP;
      case "bigint":
        lose("BigInt, given as text");
        return bigintToString(item);
      case "number":
        if (isFiniteNumber(item)) return item;
        lose(numberToString(item));
        return null;
      case "object":
        if (!(item instanceof PromiseClass)) return item;
        lose("a Promise: await is missing");
        return null;
      default:
        return item;
    }
  }

  /** @param item Not undefined, function, symbol or bigint. */
  function write(item: unknown): void {
    if (item === null) return emit("null");
    if (typeof item === "string") {
      if (item.length > limit) {
        total += item.length + 2;
        return;
      }
      return emit(stringify(item));
    }
    if (typeof item === "number") return emit(item === 0 ? "0" : numberToString(item));
    if (typeof item === "boolean") return emit(item ? "true" : "false");
    const object = item as object;
    for (let i = 0; i < ancestors.length; i++) {
      if (ancestors[i] === object)
        throw failAt("is circular: it contains itself", "Return plain data without references back to its parents");
    }
    if (ancestors.length >= MAX_DEPTH)
      throw failAt(`is nested deeper than ${MAX_DEPTH} levels`, "Return a flatter structure");
    append(ancestors, object);
    writeObject(object);
    ancestors.length--;
  }

  function writeObject(object: object): void {
    if (isArray(object)) return writeList(object.length, (i) => object[i] as unknown);
    if (object instanceof SetClass && read(setSize, object) !== undefined) return writeCollected(object, false);
    if (object instanceof MapClass && read(mapSize, object) !== undefined) return writeCollected(object, true);
    if (object instanceof ErrorClass) return writeError(object);
    if (object instanceof ArrayBufferClass) return writeBytes(new Uint8ArrayClass(object));
    if (isView(object)) {
      if (object instanceof DataViewClass)
        return writeBytes(new Uint8ArrayClass(object.buffer, object.byteOffset, object.byteLength));
      return writeBytes(object as unknown as ArrayLike<unknown>);
    }
    const names = keys(object);
    writeEntries(
      names.length,
      (i) => names[i] ?? "",
      (i) => (object as Record<string, unknown>)[names[i] ?? ""],
    );
  }

  function writeBytes(list: ArrayLike<unknown>): void {
    writeList(list.length, (i) => list[i]);
  }

  function writeCollected(source: Set<unknown> | Map<unknown, unknown>, isMap: boolean): void {
    const values: unknown[] = [];
    if (!isMap) {
      setForEach(source as Set<unknown>, (item) => append(values, item));
      return writeList(values.length, (i) => values[i]);
    }
    const names: unknown[] = [];
    let allStrings = true;
    mapForEach(source as Map<unknown, unknown>, (item, key) => {
      append(names, key);
      append(values, item);
      if (typeof key !== "string") allStrings = false;
    });
    if (allStrings)
      return writeEntries(
        names.length,
        (i) => names[i] as string,
        (i) => values[i],
      );
    writeList(names.length, (i) => [names[i], values[i]]);
  }

  function writeError(error: Error): void {
    const { name, message, code } = error as Error & { code?: unknown };
    const names = typeof code === "string" ? ["name", "message", "code"] : ["name", "message"];
    const values = [name, message, code];
    writeEntries(
      names.length,
      (i) => names[i] ?? "",
      (i) => values[i],
    );
  }

  function writeList(length: number, at: (index: number) => unknown): void {
    emit("[");
    for (let i = 0; i < length; i++) {
      if (i > 0) emit(",");
      append(path, i);
      const item = standIn(at(i), i);
      write(item === DROP ? null : item);
      path.length--;
    }
    emit("]");
  }

  function writeEntries(count: number, name: (index: number) => string, at: (index: number) => unknown): void {
    let separator = "";
    emit("{");
    for (let i = 0; i < count; i++) {
      const key = name(i);
      append<Key>(path, key);
      const item = standIn(at(i), key);
      if (item !== DROP) {
        emit(`${separator}${stringify(key)}:`);
        separator = ",";
        write(item);
      }
      path.length--;
    }
    emit("}");
  }

  if (value === undefined) return "";
  const root = standIn(value, "");
  if (root === DROP) return "";
  write(root);
  if (total > limit) throw tooLarge("");
  return text;
}

/** What stands for Number, String, Boolean and RegExp objects. Others can call themselves so, and stay what they are. */
function unwrap(item: object): unknown {
  if (item instanceof RegExpClass) return read(regExpToString, item) ?? item;
  const primitive = item as unknown;
  switch (read(objectToString, item)) {
    case "[object Number]":
      return read(numberValueOf, primitive as number) ?? item;
    case "[object String]":
      return read(stringValueOf, primitive as string) ?? item;
    case "[object Boolean]":
      return read(booleanValueOf, primitive as boolean) ?? item;
    default:
      return item;
  }
}

/** What a built-in says of a value; undefined for one that has its prototype or name, but is none of its kind. */
function read<This, Result>(method: (self: This) => Result, value: This): Result | undefined {
  try {
    return method(value);
  } catch {
    return undefined;
  }
}

const DROP = { dropped: true };

function megabytes(characters: number): string {
  const tenths = Math.round((characters / (1024 * 1024)) * 10) / 10;
  return isInteger(tenths) ? `${tenths} MB` : `${tenths.toFixed(1)} MB`;
}
