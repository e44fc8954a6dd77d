/** Fixes of the fields of an entry. */
import type { Node } from "jsonc-parser";
import type { Fix } from "../contract/control.ts";
import type { Json } from "../contract/tools.ts";
import { withoutHiddenCharacters } from "../tools/hiddenCharacters.ts";
import { freeName, safeName } from "../tools/names.ts";
import { FILE_SHAPE, shapeAt, TOOL_SHAPE } from "../tools/shape.ts";
import { editFix, shown } from "./fix.ts";
import type { FixContext, Fixer } from "./fix.ts";
import { removeItem, replaceNode, setProperty } from "./jsonEdits.ts";
import { properties, textOf } from "./toolsDocument.ts";
import type { ToolsDocument } from "./toolsDocument.ts";

export const ENTRY_FIXES: Record<string, Fixer> = {
  "script-missing": ({ problem }) =>
    problem.tool === undefined
      ? []
      : [{ title: "Create the script", kind: "createScript", tool: problem.tool, preferred: true }],

  script: ({ problem }) => [{ title: `Open ${problem.file}`, kind: "openFile", file: problem.file }],

  "duplicate-name": ({ document, node }) => {
    const name = textOf(node);
    if (!node || name === undefined) return [];
    const free = freeName(name, namesIn(document));
    return editFix(document, `Rename this tool to "${free}"`, [replaceNode(node, free)], true);
  },

  name: ({ document, node }) => {
    const name = textOf(node);
    if (!node || name === undefined) return [];
    const free = freeName(safeName(name), namesIn(document));
    return editFix(
      document,
      `Rename this tool to "${free}", which every client takes`,
      [replaceNode(node, free)],
      true,
    );
  },

  "unknown-field": (context) => {
    const { document, problem, node } = context;
    const key = node && keyOf(node);
    const renamed =
      key && problem.subject !== undefined
        ? editFix(document, `Change it to "${problem.subject}"`, [replaceNode(key, problem.subject)], true)
        : [];
    return [...renamed, ...removal(context)];
  },

  "missing-field": ({ document, path }) => {
    const field = String(path.at(-1));
    const owner = path.length === 1 ? document.root : document.at(path.slice(0, -1));
    if (owner?.type !== "object") return [];
    const value = placeholder(document, path);
    return editFix(document, `Add "${field}"`, setProperty(document, owner, field, value), true);
  },

  "wrong-type": asWanted,

  "wrong-value": ({ document, problem, node }) =>
    node && problem.subject !== undefined
      ? editFix(document, `Change it to "${problem.subject}"`, [replaceNode(node, problem.subject)], true)
      : [],

  timeout: (context) => {
    const { document, problem, path, node } = context;
    const other = path.at(-1) === "timeoutMs" ? "timeout" : "timeoutMs";
    const sibling = document.at([...path.slice(0, -1), other]);
    if (problem.subject !== undefined && node) {
      const most = Number(problem.subject);
      return editFix(document, `Set it to the maximum of ${most}`, [replaceNode(node, most)], true);
    }
    if (sibling && node?.type === "number") {
      return [
        ...removal(context, true),
        ...removal({ ...context, node: sibling, path: [...path.slice(0, -1), other] }),
      ];
    }
    return asWanted(context);
  },

  "two-schemas": (context) => removal(context, true),

  "duplicate-key": ({ document, problem, path }) => {
    const owner = path.length === 1 ? document.root : document.at(path.slice(0, -1));
    const same = properties(owner).filter(({ key }) => key.value === path.at(-1));
    const last = same.findLast(({ key }) => document.rangeOf(key).start.line === problem.at.line - 1) ?? same.at(-1);
    const first = same[0];
    if (!owner || !first || !last || first === last) return [];
    const name = String(path.at(-1));
    return [
      ...editFix(
        document,
        `Remove the first "${name}", which does not count`,
        removeItem(document, owner, first.property),
        true,
      ),
      ...editFix(document, `Remove this "${name}"`, removeItem(document, owner, last.property)),
    ];
  },

  "hidden-characters": ({ document, node }) => {
    const text = textOf(node);
    if (!node || text === undefined) return [];
    return editFix(document, "Remove the hidden characters", [replaceNode(node, withoutHiddenCharacters(text))], true);
  },

  "unused-field": (context) => {
    const { document, path } = context;
    const entry = document.at(path.slice(0, 2));
    if (path.at(-1) !== "confirm" || !entry) return removal(context);
    const annotations = document.at([...path.slice(0, 2), "annotations"]);
    const changes = annotations
      ? setProperty(document, annotations, "destructive", true)
      : setProperty(document, entry, "annotations", { destructive: true });
    return editFix(document, `Say that the tool is destructive`, changes, true);
  },
};

/** The same value in the type that the field takes: "30" → 30. */
function asWanted({ document, path, node }: FixContext): Fix[] {
  const text = textOf(node);
  if (!node || text === undefined) return [];
  const inEntry = path[0] === "tools" && path.length > 2;
  const type = shapeAt(inEntry ? TOOL_SHAPE : FILE_SHAPE, inEntry ? path.slice(2) : path)?.type;
  const value = type === "boolean" ? BOOLEANS[text.toLowerCase()] : type && converted(type, text);
  return value === undefined ? [] : editFix(document, `Write ${shown(value)}`, [replaceNode(node, value)], true);
}

const BOOLEANS: Record<string, boolean | undefined> = { true: true, false: false, yes: true, no: false };

function converted(type: string, text: string): Json | undefined {
  if (type === "array") return [text];
  if (type !== "number" && type !== "integer") return undefined;
  const number = Number(text.replace(/\s*(?:s|sec|seconds|ms)$/i, ""));
  return text.trim() !== "" && Number.isFinite(number) && number > 0 ? number : undefined;
}

function removal({ document, node, path }: FixContext, preferred = false): Fix[] {
  const property = node?.parent;
  if (property?.type !== "property" || !property.parent) return [];
  return editFix(
    document,
    `Remove "${String(path.at(-1))}"`,
    removeItem(document, property.parent, property),
    preferred,
  );
}

function keyOf(node: Node): Node | undefined {
  return node.parent?.type === "property" ? node.parent.children?.[0] : undefined;
}

function namesIn({ entries }: ToolsDocument): Set<string> {
  return new Set(entries.flatMap(({ name }) => (name === undefined ? [] : [name])));
}

/** What stands there until the author writes something better. */
function placeholder(document: ToolsDocument, path: readonly (string | number)[]): Json {
  const field = path.at(-1);
  const entry = document.entries[Number(path[1])];
  const fromScript = entry?.script
    ?.split(/[\\/]/)
    .at(-1)
    ?.replace(/\.\w+$/, "");
  if (field === "name") return freeName(safeName(fromScript || "my-tool"), namesIn(document));
  if (field === "script") return `scripts/${safeName(entry?.name || "my-tool")}.js`;
  if (field === "description") return "What it does, when to use it, and what comes back";
  if (field === "mode") return "headless";
  return {};
}
