/** Fixes of headers, secrets and hosts. */
import { clearPart } from "../tools/secretInClear.ts";
import { editFix } from "./fix.ts";
import type { FixContext, Fixer } from "./fix.ts";
import { addToList, replaceNode, setProperty } from "./jsonEdits.ts";
import type { Change } from "./jsonEdits.ts";
import { inside, textOf } from "./toolsDocument.ts";

const EXAMPLE_HOST = "api.example.com";

export const HEADER_FIXES: Record<string, Fixer> = {
  "secret-not-set": ({ problem }) =>
    problem.subject === undefined
      ? []
      : [{ title: `Set the secret ${problem.subject}…`, kind: "setSecret", secret: problem.subject, preferred: true }],

  "secret-host": (context) => {
    const { literalHosts, document } = context;
    if (literalHosts.length === 0) {
      return editFix(document, `Add "allowedHosts" with an example`, allow(context, [EXAMPLE_HOST]), true);
    }
    return editFix(
      document,
      `Allow the hosts of the script: ${literalHosts.join(", ")}`,
      allow(context, literalHosts),
      true,
    );
  },

  "host-not-allowed": (context) => {
    const { problem, document } = context;
    if (problem.subject === undefined) return [];
    return editFix(document, `Add "${problem.subject}" to allowedHosts`, allow(context, [problem.subject]), true);
  },

  "allowed-host": ({ document, node }) => {
    const host = URL.parse(textOf(node) ?? "")?.host;
    return node && host ? editFix(document, `Change it to "${host}"`, [replaceNode(node, host)], true) : [];
  },

  // Not the preferred one: what it takes out has to be kept first.
  "secret-in-clear": ({ document, problem, path, node }) => {
    const text = textOf(node);
    const part = text === undefined ? undefined : clearPart(String(path.at(-1)), text);
    if (!node || !part || problem.subject === undefined) return [];
    const { offset, length } = inside(document, node);
    // With escapes the places would differ.
    if (document.text.slice(offset, offset + length) !== text) return [];
    const change: Change = { offset: offset + part.offset, length: part.length, text: `{{${problem.subject}}}` };
    return editFix(document, `Put {{${problem.subject}}} in its place (copy the value first, to set the secret)`, [
      change,
    ]);
  },
};

/** Adds hosts to those that the problem's tool may send its secrets to. */
function allow({ document, problem, path }: FixContext, hosts: readonly string[]): Change[] {
  const entry = path[0] === "tools" ? document.entries[Number(path[1])] : document.named(problem.tool ?? "");
  const list = entry?.field("allowedHosts");
  if (!entry) return [];
  if (list?.type !== "array") return setProperty(document, entry.node, "allowedHosts", [...hosts]);
  const [first] = hosts;
  if (hosts.length === 1 && first !== undefined) return addToList(document, list, first);
  return (list.children ?? []).length === 0
    ? [replaceNode(list, [...hosts])]
    : hosts.flatMap((host) => addToList(document, list, host));
}
