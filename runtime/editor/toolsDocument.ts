/** A tools.json in an editor, as far as it can be read while somebody types. */
import { parseTree } from "jsonc-parser";
import type { Node } from "jsonc-parser";
import type { Range } from "../contract/control.ts";
import type { JsonPath, Span } from "../tools/jsonc.ts";
import { createLines } from "./lines.ts";
import type { Lines } from "./lines.ts";

export interface ToolsDocument extends Lines {
  readonly text: string;
  readonly root: Node | undefined;
  readonly entries: readonly Entry[];
  at(path: JsonPath): Node | undefined;
  /** The innermost value or key at an offset, its end included. */
  nodeAt(offset: number): Node | undefined;
  entryAt(offset: number): Entry | undefined;
  named(name: string): Entry | undefined;
}

/** One of "tools". */
export interface Entry {
  readonly index: number;
  readonly node: Node;
  readonly name: string | undefined;
  readonly script: string | undefined;
  /** The value of a field. */
  field(name: string): Node | undefined;
  /** Header name → its text value. */
  headers(): { name: string; value: Node }[];
}

export function openToolsDocument(text: string): ToolsDocument {
  const root = parse(text);
  const list = root && childAt(root, "tools");
  const entries = (list?.type === "array" ? (list.children ?? []) : []).map(entryOf);
  return {
    ...createLines(text),
    text,
    root,
    entries,
    at: (path) => path.reduce<Node | undefined>((node, part) => node && childAt(node, part), root),
    nodeAt: (offset) => root && innermost(root, offset),
    entryAt: (offset) => entries.find(({ node }) => holds(node, offset)),
    named: (name) => entries.find((entry) => entry.name === name),
  };
}

function parse(text: string): Node | undefined {
  try {
    return parseTree(text.replace(/^\uFEFF/, " "), [], { allowTrailingComma: true });
  } catch (error) {
    // Brackets that are nested too deeply; the file's own problem says so.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function entryOf(node: Node, index: number): Entry {
  const field = (name: string) => childAt(node, name);
  return {
    index,
    node,
    name: textOf(field("name")),
    script: textOf(field("script")),
    field,
    headers: () =>
      properties(field("headers")).flatMap(({ key, value }) =>
        value?.type === "string" ? [{ name: String(key.value), value }] : [],
      ),
  };
}

/** Of a key that stands twice the last one counts. */
function childAt(node: Node, part: string | number): Node | undefined {
  if (node.type === "array") return node.children?.[Number(part)];
  return properties(node).findLast(({ key }) => key.value === String(part))?.value;
}

function innermost(node: Node, offset: number): Node | undefined {
  if (!holds(node, offset)) return undefined;
  for (const child of node.children ?? []) {
    const found = innermost(child, offset);
    if (found) return found;
  }
  return node;
}

function holds(node: Node, offset: number): boolean {
  return node.offset <= offset && offset <= node.offset + node.length;
}

export function properties(node: Node | undefined): { property: Node; key: Node; value: Node | undefined }[] {
  if (node?.type !== "object") return [];
  return (node.children ?? []).flatMap((property) => {
    const [key, value] = property.children ?? [];
    return key ? [{ property, key, value }] : [];
  });
}

export function textOf(node: Node | undefined): string | undefined {
  return node?.type === "string" && typeof node.value === "string" ? node.value : undefined;
}

/** What stands between the quotes of a text, as it is written. A text that is not closed yet ends where it ends. */
export function inside(document: { text: string }, node: Node): Span {
  const closed = node.length > 1 && document.text[node.offset + node.length - 1] === '"';
  return { offset: node.offset + 1, length: Math.max(0, node.length - (closed ? 2 : 1)) };
}

export function insideRange(document: ToolsDocument, node: Node): Range {
  return document.rangeOf(inside(document, node));
}
