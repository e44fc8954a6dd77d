/** Readable text of any value, for logs: `{ b: 1, c: [ 1n ] }`. Short, never throws, reads no deeper than four levels. */
import {
  append,
  arrayJoin,
  bigintToString,
  dateGetTime,
  dateToISOString,
  DateClass,
  ErrorClass,
  functionToString,
  isArray,
  isView,
  keys,
  mapForEach,
  MapClass,
  regExpToString,
  RegExpClass,
  setForEach,
  SetClass,
  stringify,
  stringIndexOf,
  stringSlice,
  symbolToString,
  PromiseClass,
} from "./primordials.ts";
import { isIdentifier } from "./names.ts";

const MAX_DEPTH = 4;
const MAX_ITEMS = 100;
const MAX_TEXT = 10_000;
const LINE = 76;

export function inspect(value: unknown): string {
  try {
    return show(value, 0, []);
  } catch {
    return "[unprintable]";
  }
}

/** Arguments of console.log: texts as they are, %s %d %i %f %j %o %O %% in the first, everything else inspected. */
export function formatLog(args: readonly unknown[]): string {
  let text = "";
  let next = 0;
  const first = args[0];
  if (typeof first === "string" && args.length > 1 && stringIndexOf(first, "%") !== -1) {
    next = 1;
    for (let i = 0; i < first.length; i++) {
      const letter = first[i] === "%" ? first[i + 1] : undefined;
      if (letter === "%") text += "%";
      else if (letter !== undefined && next < args.length && stringIndexOf("sdifjoO", letter) !== -1) {
        text += placeholder(letter, args[next++]);
      } else {
        text += first[i];
        continue;
      }
      i++;
    }
  }
  for (; next < args.length; next++) {
    const item = args[next];
    text += (next > 0 ? " " : "") + (typeof item === "string" ? item : inspect(item));
    if (text.length > MAX_TEXT) break;
  }
  return text.length > MAX_TEXT ? `${stringSlice(text, 0, MAX_TEXT)}… (shortened)` : text;
}

function placeholder(letter: string, value: unknown): string {
  if (letter === "s") return typeof value === "string" ? value : inspect(value);
  if (letter === "d" || letter === "f") return typeof value === "object" ? "NaN" : `${Number(value)}`;
  if (letter === "i") return typeof value === "object" ? "NaN" : `${Math.trunc(Number(value))}`;
  return inspect(value);
}

function show(value: unknown, depth: number, parents: unknown[]): string {
  switch (typeof value) {
    case "string":
      return depth === 0 ? value : stringify(value.length > MAX_TEXT ? `${stringSlice(value, 0, MAX_TEXT)}…` : value);
    case "bigint":
      return `${bigintToString(value)}n`;
    case "symbol":
      return symbolToString(value);
    case "function":
      return showFunction(value as () => unknown);
    case "object":
      return value === null ? "null" : showObject(value, depth, parents);
    case "number":
      return value === 0 && 1 / value < 0 ? "-0" : `${value}`;
    default:
      return `${value as undefined | boolean}`;
  }
}

function showFunction(value: (...args: never[]) => unknown): string {
  const { name } = value;
  const kind = stringSlice(functionToString(value), 0, 5) === "class" ? "class" : "Function";
  return `[${kind}${typeof name === "string" && name !== "" ? `: ${name}` : " (anonymous)"}]`;
}

function showObject(value: object, depth: number, parents: unknown[]): string {
  for (let i = 0; i < parents.length; i++) if (parents[i] === value) return "[Circular]";
  if (value instanceof DateClass)
    return dateGetTime(value) === dateGetTime(value) ? dateToISOString(value) : "Invalid Date";
  if (value instanceof RegExpClass) return regExpToString(value);
  if (value instanceof ErrorClass) return showError(value, depth);
  if (value instanceof PromiseClass) return "Promise { await it to see its value }";
  const list = isArray(value) || (isView(value) && "length" in value);
  if (depth >= MAX_DEPTH) return list ? "[Array]" : "[Object]";
  append(parents, value);
  const text = list
    ? showList(value as unknown as ArrayLike<unknown>, isArray(value) ? "" : `${nameOf(value)} `, depth, parents)
    : showEntries(value, depth, parents);
  parents.length--;
  return text;
}

function showError(error: Error, depth: number): string {
  const { stack, name, message } = error;
  if (depth === 0 && typeof stack === "string") return stack;
  return `[${name}: ${message}]`;
}

function showList(list: ArrayLike<unknown>, prefix: string, depth: number, parents: unknown[]): string {
  const parts: string[] = [];
  for (let i = 0; i < list.length && i < MAX_ITEMS; i++) append(parts, show(list[i], depth + 1, parents));
  if (list.length > MAX_ITEMS) append(parts, `… ${list.length - MAX_ITEMS} more items`);
  return prefix + wrap("[", parts, "]", depth);
}

function showEntries(value: object, depth: number, parents: unknown[]): string {
  const parts: string[] = [];
  let prefix = nameOf(value);
  const add = (text: string): void => {
    if (parts.length < MAX_ITEMS) append(parts, text);
  };
  if (value instanceof MapClass) {
    mapForEach(value, (item, key) => add(`${show(key, depth + 1, parents)} => ${show(item, depth + 1, parents)}`));
  } else if (value instanceof SetClass) {
    setForEach(value, (item) => add(show(item, depth + 1, parents)));
  } else {
    if (prefix === "Object") prefix = "";
    const names = keys(value);
    for (let i = 0; i < names.length && i < MAX_ITEMS; i++) {
      const name = names[i] ?? "";
      add(
        `${isIdentifier(name) ? name : stringify(name)}: ${show((value as Record<string, unknown>)[name], depth + 1, parents)}`,
      );
    }
    if (names.length > MAX_ITEMS) append(parts, `… ${names.length - MAX_ITEMS} more`);
  }
  return (prefix === "" ? "" : `${prefix} `) + wrap("{", parts, "}", depth);
}

function wrap(open: string, parts: string[], close: string, depth: number): string {
  if (parts.length === 0) return open + close;
  const line = arrayJoin(parts, ", ");
  if (line.length <= LINE && stringIndexOf(line, "\n") === -1) return `${open} ${line} ${close}`;
  const indent = "  ";
  let pad = "";
  for (let i = 0; i < depth; i++) pad += indent;
  return `${open}\n${pad}${indent}${arrayJoin(parts, `,\n${pad}${indent}`)}\n${pad}${close}`;
}

function nameOf(value: object): string {
  const { constructor } = value as { constructor?: { name?: unknown } };
  return typeof constructor === "function" && typeof constructor.name === "string" ? constructor.name : "";
}
