/** Fixes inside the schemas of parameters and results. */
import { editFix } from "./fix.ts";
import type { Fixer } from "./fix.ts";
import { removeItem, replaceNode, setProperty } from "./jsonEdits.ts";
import { properties } from "./toolsDocument.ts";

export const SCHEMA_FIXES: Record<string, Fixer> = {
  "array-without-items": ({ document, node }) =>
    node?.type === "object"
      ? [
          ...editFix(document, 'Add "items": {}', setProperty(document, node, "items", {}), true),
          ...editFix(document, "Add items that are texts", setProperty(document, node, "items", { type: "string" })),
        ]
      : [],

  "unknown-keyword": ({ document, problem, node }) => {
    const key = node?.parent?.type === "property" ? node.parent.children?.[0] : undefined;
    if (!key || problem.subject === undefined) return [];
    return editFix(document, `Change it to "${problem.subject}"`, [replaceNode(key, problem.subject)], true);
  },

  "schema-root": ({ document, node }) =>
    node ? editFix(document, 'Change it to "object"', [replaceNode(node, "object")], true) : [],

  "required-unknown": ({ document, node, path }) => {
    const known = new Set(properties(document.at([...path.slice(0, -1), "properties"])).map(({ key }) => key.value));
    const items = node?.type === "array" ? (node.children ?? []) : [];
    const wrong = items.filter(({ value }) => typeof value === "string" && !known.has(value));
    const [only] = wrong;
    if (!node || !only) return [];
    if (wrong.length === 1)
      return editFix(
        document,
        `Remove "${String(only.value)}" from "required"`,
        removeItem(document, node, only),
        true,
      );
    const kept = items.filter((item) => !wrong.includes(item)).map(({ value }) => String(value));
    return editFix(document, "Remove names that are no properties", [replaceNode(node, kept)], true);
  },
};
