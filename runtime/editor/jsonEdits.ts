/**
 * Changes of a JSON text that leave everything else as it is: comments, line ends, and whether an object stands on one line.
 * (jsonc-parser's own edits write the line they touch anew.)
 */
import type { Node } from "jsonc-parser";
import type { TextEdit } from "../contract/control.ts";
import type { Json } from "../contract/tools.ts";
import type { Span } from "../tools/jsonc.ts";
import { properties } from "./toolsDocument.ts";
import type { ToolsDocument } from "./toolsDocument.ts";

export interface Change extends Span {
  text: string;
}

export function editsOf(document: ToolsDocument, changes: readonly Change[]): TextEdit[] {
  return changes.map(({ text, ...span }) => ({ range: document.rangeOf(span), newText: text }));
}

export function replaceNode(node: Span, value: Json): Change {
  return { offset: node.offset, length: node.length, text: JSON.stringify(value) };
}

/** Sets a property of an object, adding it at the end where it is not there. @param object its node */
export function setProperty(document: ToolsDocument, object: Node, name: string, value: Json): Change[] {
  const all = properties(object);
  // Of a key that stands twice the last one counts.
  const existing = all.findLast(({ key }) => key.value === name);
  if (existing?.value) return [replaceNode(existing.value, value)];
  return addItem(document, object, (indent) => `${JSON.stringify(name)}: ${valueText(document, value, indent)}`);
}

/** Adds an item at the end of a list. @param list its node */
export function addToList(document: ToolsDocument, list: Node, value: Json): Change[] {
  return addItem(document, list, (indent) => valueText(document, value, indent));
}

/** Takes a property or an item out, with its comma, and its line where it has one for itself. */
export function removeItem({ text }: ToolsDocument, container: Node, item: Node): Change[] {
  const items = container.children ?? [];
  const index = items.indexOf(item);
  const [before, after] = [items[index - 1], items[index + 1]];
  const end = endOf(item);
  const comma = /^(?:\s|\/\/[^\n\r]*|\/\*[\s\S]*?\*\/)*?,/.exec(text.slice(end, after?.offset ?? endOf(container)));
  if (after || comma) {
    let stop = end + (comma?.[0].length ?? 0);
    const start = lineStart(text, item.offset);
    const ownLine = /^[ \t]*$/.test(text.slice(start, item.offset));
    const rest = /^[ \t]*(?:\r\n|\r|\n)/.exec(text.slice(stop));
    if (ownLine && rest) {
      return [{ offset: start, length: stop + rest[0].length - start, text: "" }];
    }
    stop += /^[ \t]*/.exec(text.slice(stop))?.[0].length ?? 0;
    return [{ offset: item.offset, length: stop - item.offset, text: "" }];
  }
  const start = before ? endOf(before) : item.offset;
  return [{ offset: start, length: end - start, text: "" }];
}

function addItem(document: ToolsDocument, container: Node, write: (indent: string) => string): Change[] {
  const { text } = document;
  const last = container.children?.at(-1);
  const close = endOf(container) - 1;
  const eol = eolOf(text);
  if (!last) {
    const inner = text.slice(container.offset + 1, close);
    // What stands between the brackets may be a comment.
    if (inner.trim() !== "") return [{ offset: container.offset + 1, length: 0, text: ` ${write("")}` }];
    const indent = indentAt(text, container.offset);
    const deeper = indent + unitOf(text);
    const oneLine = !/[\r\n]/.test(inner) && container.type === "array";
    const added = oneLine ? write(indent) : `${eol}${deeper}${write(deeper)}${eol}${indent}`;
    return [{ offset: container.offset + 1, length: inner.length, text: added }];
  }
  const end = endOf(last);
  // As the last one stands: beside others, or on a line of its own.
  if (!/[\r\n][ \t]*$/.test(text.slice(container.offset, last.offset)))
    return [{ offset: end, length: 0, text: `, ${write(indentAt(text, last.offset))}` }];
  const indent = indentAt(text, last.offset);
  const line = `${eol}${indent}${write(indent)}`;
  // A comment at the end of the line stays with what it is about.
  const comment = /^[ \t]*(,?)[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/)(?=[ \t]*[\r\n])/.exec(text.slice(end, close));
  if (!comment) return [{ offset: end, length: 0, text: `,${line}` }];
  const after = { offset: end + comment[0].length, length: 0, text: comment[1] === "," ? `${line},` : line };
  return comment[1] === "," ? [after] : [{ offset: end, length: 0, text: "," }, after];
}

/** Short values on one line, objects with something in them on several. */
function valueText({ text }: ToolsDocument, value: Json, indent: string): string {
  const short = JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, " ");
  const flat = short.replaceAll(/^\[ | \]$/g, (bracket) => bracket.trim());
  if (flat.length <= 60) return flat;
  return JSON.stringify(value, null, unitOf(text)).replaceAll("\n", eolOf(text) + indent);
}

function endOf({ offset, length }: Span): number {
  return offset + length;
}

function indentAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, offset), offset))?.[0] ?? "";
}

function lineStart(text: string, offset: number): number {
  let start = offset;
  while (start > 0 && text[start - 1] !== "\n" && text[start - 1] !== "\r") start--;
  return start;
}

function unitOf(text: string): string {
  return /(?:^|[\r\n])([ \t]+)\S/.exec(text)?.[1] ?? "  ";
}

function eolOf(text: string): string {
  return /\r\n|\n|\r/.exec(text)?.[0] ?? "\n";
}
