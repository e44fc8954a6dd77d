/** Completion in tools.json beyond its schema: scripts, secrets, hosts. Works while the text is half typed. */
import { getLocation } from "jsonc-parser";
import type { Location } from "jsonc-parser";
import type { Completion } from "../contract/control.ts";
import { parseTemplate } from "../headerTemplate.ts";
import type { SecretEntry } from "../secrets/secrets.ts";
import { codeSpan } from "./markdown.ts";
import type { ScriptFiles } from "./scriptFiles.ts";
import { secretsInDocument } from "./secretPlaces.ts";
import { secretState } from "./secretText.ts";
import { inside, textOf } from "./toolsDocument.ts";
import type { ToolsDocument } from "./toolsDocument.ts";

/** What is asked only where it is needed. */
export interface CompletionFacts {
  scripts(): ScriptFiles;
  secrets(): Promise<readonly SecretEntry[]>;
  /** Hosts that stand in a script. */
  literalHosts(script: string): Promise<readonly string[]>;
}

export async function completionsAt(
  document: ToolsDocument,
  offset: number,
  facts: CompletionFacts,
): Promise<Completion[]> {
  const location = locationAt(document.text, offset);
  const [list, index, field, name] = location?.path ?? [];
  if (!location || list !== "tools" || typeof index !== "number" || location.isAtPropertyKey) return [];
  if (field === "script" && location.path.length === 3) return scriptsHere(document, location, offset, facts.scripts());
  if (field === "headers" && name !== undefined && location.path.length === 4)
    return secretsHere(document, offset, await facts.secrets());
  if (field === "allowedHosts" && location.path.length === 4)
    return hostsHere(document, location, offset, index, await hostsFor(document, index, facts));
  return [];
}

function locationAt(text: string, offset: number): Location | undefined {
  try {
    return getLocation(text, offset);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function scriptsHere(
  document: ToolsDocument,
  location: Location,
  offset: number,
  { files, folders }: ScriptFiles,
): Completion[] {
  const used = new Set(document.entries.flatMap(({ script }) => script ?? []));
  return [
    ...files.map((file) =>
      textItem(document, location, offset, file, "file", used.has(file) ? "used by a tool" : undefined),
    ),
    ...folders.map((folder) => textItem(document, location, offset, folder, "folder", undefined)),
  ];
}

async function hostsFor(document: ToolsDocument, index: number, facts: CompletionFacts): Promise<[string, string][]> {
  const entry = document.entries[index];
  const hosts = new Map<string, string>();
  if (entry?.script) for (const host of await facts.literalHosts(entry.script)) hosts.set(host, "stands in the script");
  for (const other of document.entries)
    for (const item of other.field("allowedHosts")?.children ?? []) {
      const host = textOf(item);
      if (host && other !== entry && !hosts.has(host)) hosts.set(host, `allowed for ${other.name ?? "another tool"}`);
    }
  return [...hosts];
}

function hostsHere(
  document: ToolsDocument,
  location: Location,
  offset: number,
  index: number,
  hosts: readonly [string, string][],
): Completion[] {
  const items = document.entries[index]?.field("allowedHosts")?.children ?? [];
  const there = new Set(items.filter((item) => !holds(item, offset)).map(textOf));
  return hosts
    .filter(([host]) => !there.has(host))
    .map(([host, detail]) => textItem(document, location, offset, host, "value", detail));
}

/** A whole text: in its quotes where they are there, else with them. */
function textItem(
  document: ToolsDocument,
  { previousNode }: Location,
  offset: number,
  text: string,
  kind: Completion["kind"],
  detail: string | undefined,
): Completion {
  const node = previousNode?.type === "string" && holds(previousNode, offset) ? previousNode : undefined;
  const range = document.rangeOf(node ? lineEndAt(document.text, inside(document, node)) : { offset, length: 0 });
  const quoted = JSON.stringify(text);
  return { label: text, kind, ...(detail ? { detail } : {}), insertText: node ? quoted.slice(1, -1) : quoted, range };
}

function holds({ offset: start, length }: { offset: number; length: number }, offset: number): boolean {
  return start < offset && offset <= start + length;
}

/** A text that is not closed yet goes on to the end of its line. */
function lineEndAt(text: string, { offset, length }: { offset: number; length: number }) {
  const end = text.slice(offset, offset + length).search(/[\r\n]/);
  return { offset, length: end === -1 ? length : end };
}

/** Names, where the cursor stands after an open {{ or <<. */
function secretsHere(document: ToolsDocument, offset: number, entries: readonly SecretEntry[]): Completion[] {
  const { text } = document;
  const lineStart = Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1;
  const before = text.slice(lineStart, offset);
  const [, open, typed = ""] = /(\{\{|<<)\s*([A-Za-z0-9_]*)$/.exec(before) ?? [];
  if (open === undefined) return [];
  const close = open === "{{" ? "}}" : ">>";
  if (isEscaped(before.slice(0, before.length - typed.length).trimEnd(), close)) return [];
  const after = /^[A-Za-z0-9_]*/.exec(text.slice(offset))?.[0] ?? "";
  const rest = text.slice(offset + after.length).trimStart();
  const end = rest.startsWith(close) ? "" : rest.startsWith(close.slice(1)) ? close.slice(1) : close;
  const range = document.rangeOf({ offset: offset - typed.length, length: typed.length + after.length });
  const here = offset - typed.length;
  const elsewhere = secretsInDocument(document).filter((place) => place.offset !== here);
  const names = new Set([...entries, ...elsewhere].map(({ name }) => name));
  return [...names].toSorted().map((name) => {
    const tools = [...new Set(elsewhere.filter((place) => place.name === name).flatMap(({ tool }) => tool ?? []))];
    const used = tools.slice(0, 10).map(codeSpan).join(", ");
    return {
      label: name,
      kind: "secret",
      detail: secretState(name, entries),
      ...(used ? { documentation: `Used by: ${used}` } : {}),
      insertText: name + end,
      range,
    };
  });
}

/** Four brackets stand for two that are text. @param before a line up to an opening bracket, which is its end */
function isEscaped(before: string, close: string): boolean {
  const value = before.slice(before.lastIndexOf('"') + 1);
  return parseTemplate(`${value}X${close}`).parts.every((part) => !("secret" in part && part.secret === "X"));
}
