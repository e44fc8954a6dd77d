/** structuredClone of what scripts hold: plain data, dates, maps, sets, errors, binary. Cycles are kept. */
import { inspect } from "./inspect.ts";
import {
  ArrayBufferClass,
  DataViewClass,
  dateGetTime,
  DateClass,
  ErrorClass,
  getPrototypeOf,
  hide,
  isArray,
  isView,
  keys,
  mapForEach,
  mapGet,
  MapClass,
  mapSet,
  PromiseClass,
  RegExpClass,
  setAdd,
  setForEach,
  SetClass,
} from "./primordials.ts";

type Seen = Map<unknown, unknown>;

export function structuredClone(value: unknown): unknown {
  return clone(value, new MapClass());
}

function clone(value: unknown, seen: Seen): unknown {
  if (typeof value === "function" || typeof value === "symbol") throw cloneError(value);
  if (typeof value !== "object" || value === null) return value;
  const known = mapGet(seen, value);
  if (known !== undefined) return known;
  const copy = emptyCopy(value, seen);
  mapSet(seen, value, copy);
  fill(copy, value, seen);
  return copy;
}

function emptyCopy(value: object, seen: Seen): object {
  if (isArray(value)) return [];
  if (value instanceof DateClass) return new DateClass(dateGetTime(value));
  if (value instanceof RegExpClass) return new RegExpClass(value.source, value.flags);
  if (value instanceof MapClass) return new MapClass();
  if (value instanceof SetClass) return new SetClass();
  if (value instanceof ErrorClass) return copyError(value);
  if (value instanceof ArrayBufferClass) return value.slice(0);
  if (isView(value)) return copyView(value, seen);
  if (value instanceof PromiseClass) throw cloneError(value);
  return {};
}

function copyView(view: ArrayBufferView, seen: Seen): object {
  const buffer = clone(view.buffer, seen) as ArrayBuffer;
  if (view instanceof DataViewClass) return new DataViewClass(buffer, view.byteOffset, view.byteLength);
  const { constructor } = getPrototypeOf(view) as {
    constructor: new (b: ArrayBuffer, at: number, n: number) => object;
  };
  return new constructor(buffer, view.byteOffset, (view as Uint8Array).length);
}

function copyError(error: Error): Error {
  const copy = new ErrorClass(error.message);
  hide(copy, "name", error.name);
  hide(copy, "stack", error.stack);
  return copy;
}

function fill(copy: object, value: object, seen: Seen): void {
  if (value instanceof MapClass) {
    mapForEach(value, (item, key) => void mapSet(copy as Map<unknown, unknown>, clone(key, seen), clone(item, seen)));
  } else if (value instanceof SetClass) {
    setForEach(value, (item) => void setAdd(copy as Set<unknown>, clone(item, seen)));
  } else if (isArray(value) || isPlain(value)) {
    const names = keys(value);
    for (let i = 0; i < names.length; i++) {
      const name = names[i] ?? "";
      (copy as Record<string, unknown>)[name] = clone((value as Record<string, unknown>)[name], seen);
    }
    if (isArray(value)) (copy as unknown[]).length = value.length;
  }
}

/** Instances of classes lose their class, as in browsers; built-ins above have no entries to copy. */
function isPlain(value: object): boolean {
  return !(
    value instanceof DateClass ||
    value instanceof RegExpClass ||
    value instanceof ErrorClass ||
    value instanceof ArrayBufferClass ||
    isView(value)
  );
}

function cloneError(value: unknown): Error {
  const error = new ErrorClass(`${inspect(value)} could not be cloned`);
  hide(error, "name", "DataCloneError");
  return error;
}
