/** JSON with comments and trailing commas: its value, its first error, and where things stand. One pass over the text. */
import { findNodeAtLocation, parseTree, printParseErrorCode, visit } from "jsonc-parser";
import type { ParseErrorCode } from "jsonc-parser";
import type { Json, JsonObject, Position } from "../contract/tools.ts";

export type JsonPath = readonly (string | number)[];

/** Where a piece of the text stands, in UTF-16 units. */
export interface Span {
  offset: number;
  length: number;
}

export interface JsoncText {
  readonly text: string;
  readonly value: Json | undefined;
  /** The first thing that is not JSON. */
  readonly error: (Span & { message: string }) | undefined;
  /** Keys that stand more than once in one object; the last one counts. */
  readonly duplicates: readonly (Span & { path: JsonPath })[];
  /** Spans of the elements of the array at the root's key `list`. */
  readonly entries: readonly Span[];
}

/** Deeper nesting than this is refused; no tool needs it, and readers further on would overflow. */
const MAX_DEPTH = 2500;

const MESSAGES: Record<ReturnType<typeof printParseErrorCode>, string> = {
  InvalidSymbol: "this is not JSON",
  InvalidNumberFormat: "this is not a number",
  PropertyNameExpected: 'a name in double quotes is missing, such as "name"',
  ValueExpected: "a value is missing",
  ColonExpected: "a colon is missing",
  CommaExpected: "a comma is missing",
  CloseBraceExpected: "a closing } is missing",
  CloseBracketExpected: "a closing ] is missing",
  EndOfFileExpected: "the file should end here",
  InvalidCommentToken: "comments start with // or /*",
  UnexpectedEndOfComment: "a comment is not closed",
  UnexpectedEndOfString: "a closing double quote is missing",
  UnexpectedEndOfNumber: "a number is not complete",
  InvalidUnicode: "a \\u escape needs four hexadecimal digits",
  InvalidEscapeCharacter: "this \\ escape does not exist in JSON; a backslash is written \\\\",
  InvalidCharacter: "a control character stands in a text; write it as an escape such as \\n",
  "<unknown ParseErrorCode>": "this is not JSON",
};

interface Open {
  container: Json[] | JsonObject;
  key: string;
  offset: number;
}

/** Never throws. @param list key of the root whose elements' places are wanted, such as "tools" */
export function parseJsonc(text: string, list: string): JsoncText {
  const open: Open[] = [];
  const duplicates: (Span & { path: JsonPath })[] = [];
  const entries: Span[] = [];
  let value: Json | undefined;
  let error: (Span & { message: string }) | undefined;

  const inList = (depth: number) => open.length === depth && open[0]?.key === list && Array.isArray(open[1]?.container);
  const place = (item: Json) => {
    const parent = open.at(-1);
    if (!parent) value = item;
    else if (Array.isArray(parent.container)) parent.container.push(item);
    else setOwn(parent.container, parent.key, item);
  };
  const begin = (container: Json[] | JsonObject, offset: number) => {
    if (open.length >= MAX_DEPTH) throw new TooDeep(offset);
    place(container);
    open.push({ container, key: "", offset });
  };
  const end = (offset: number, length: number) => {
    const closed = open.pop();
    if (closed && inList(2)) entries.push({ offset: closed.offset, length: offset + length - closed.offset });
  };
  const pathHere = (): JsonPath =>
    open.map(({ container, key }) => (Array.isArray(container) ? container.length - 1 : key));

  try {
    visit(
      text,
      {
        onObjectBegin: (offset) => begin({}, offset),
        onArrayBegin: (offset) => begin([], offset),
        onObjectEnd: end,
        onArrayEnd: end,
        onObjectProperty(name, offset, length) {
          const parent = open.at(-1);
          if (!parent) return;
          parent.key = name;
          if (Object.hasOwn(parent.container, name)) duplicates.push({ offset, length, path: pathHere() });
        },
        onLiteralValue(literal: Json, offset, length) {
          place(literal);
          if (inList(2)) entries.push({ offset, length });
        },
        onError(code: ParseErrorCode, offset, length) {
          error ??= { offset, length, message: MESSAGES[printParseErrorCode(code)] };
        },
      },
      { allowTrailingComma: true },
    );
  } catch (thrown) {
    if (!(thrown instanceof TooDeep) && !(thrown instanceof RangeError)) throw thrown;
    const offset = thrown instanceof TooDeep ? thrown.offset : (open.at(-1)?.offset ?? 0);
    error = { offset, length: 1, message: "the brackets are nested too deeply here" };
  }
  if (value === undefined) error ??= { offset: text.length, length: 0, message: "the file is empty" };
  return { text, value: error ? undefined : value, error, duplicates, entries };
}

class TooDeep extends Error {
  readonly offset: number;
  constructor(offset: number) {
    super("nested too deeply");
    this.offset = offset;
  }
}

/** Sets an own property whatever its name is: `object["__proto__"] = …` would set the prototype. */
export function setOwn(object: JsonObject, key: string, value: Json): void {
  if (key === "__proto__")
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  else object[key] = value;
}

/** Finds where a path of one piece of the text stands: the key of the property, or the value. */
export function spanOf(text: string, within: Span, path: JsonPath, on: "key" | "value"): Span {
  const tree = parseTree(text.slice(within.offset, within.offset + within.length), [], { allowTrailingComma: true });
  if (!tree) return within;
  let node = findNodeAtLocation(tree, [...path]);
  // What a problem is about may be absent (a required field): then its nearest parent is shown.
  for (let end = path.length - 1; !node && end >= 0; end--) node = findNodeAtLocation(tree, path.slice(0, end));
  const key = on === "key" && node?.parent?.type === "property" ? node.parent.children?.[0] : undefined;
  const found = key ?? node;
  return found ? { offset: within.offset + found.offset, length: found.length } : within;
}

/** @returns a function from offset to 1-based line and column; counts UTF-16 units as editors do */
export function positionsIn(text: string): (span: Span) => Position {
  const starts = [0];
  for (const match of text.matchAll(/\r\n|\n|\r/g)) starts.push(match.index + match[0].length);
  const lineAt = (offset: number) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  return ({ offset, length }) => {
    const line = lineAt(offset);
    const endLine = lineAt(offset + length);
    return {
      line: line + 1,
      column: offset - (starts[line] ?? 0) + 1,
      endLine: endLine + 1,
      endColumn: offset + length - (starts[endLine] ?? 0) + 1,
    };
  };
}

/** The path of a JSON pointer; numbers are taken for places in lists. */
export function parsePointer(pointer: string): (string | number)[] {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => (/^(?:0|[1-9]\d*)$/.test(part) ? Number(part) : part.replaceAll("~1", "/").replaceAll("~0", "~")));
}

/** JSON pointer of a path: ["tools", 0, "a/b"] → "/tools/0/a~1b". */
export function pointerOf(path: JsonPath): string {
  return path.map((part) => "/" + String(part).replaceAll("~", "~0").replaceAll("/", "~1")).join("");
}
