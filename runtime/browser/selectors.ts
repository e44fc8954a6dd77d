/** The selector string of scripts → steps that the page script understands. */
import * as z from "zod";
import { ToolError } from "../errors.ts";
import type { Selector, Selectors, Step } from "./page/lib.ts";

const one = z.string().min(1).max(10_000);

export const selectorParam = z
  .union([one, z.array(one).min(1).max(20)])
  .describe(
    'Selector: CSS (open shadow roots are searched too), or `text=`, `role=button[name="Save"]`, `label=`, `placeholder=`, `testid=`, `xpath=`; `a >> b` searches b inside a. An array holds fallbacks, tried in order. Where several elements match, the first is used.',
  );

export type SelectorText = z.infer<typeof selectorParam>;

export function parseSelectors(given: SelectorText): Selectors {
  return (Array.isArray(given) ? given : [given]).map(parseSelector);
}

/** How a selector is named in messages. */
export const selectorName = (given: SelectorText): string =>
  Array.isArray(given) ? given.map((s) => `"${s}"`).join(" or ") : `"${given}"`;

function parseSelector(text: string): Selector {
  return { text, steps: text.split(/\s>>>?\s/).map((part) => parseStep(part.trim(), text)) };
}

function parseStep(part: string, whole: string): Step {
  const [, prefix, body = ""] = /^(css|text|role|label|placeholder|testid|xpath|ref)=([\s\S]*)$/.exec(part) ?? [];
  if (prefix === undefined) return { engine: "css", body: part };
  if (prefix === "ref") {
    throw new ToolError(
      "InvalidArgument",
      `"${whole}": ref= selectors come from g.page.snapshot, which this version does not offer`,
      {
        hint: "Use a CSS selector, text=, role= or label=.",
      },
    );
  }
  if (body.trim() === "") throw invalidSelector(whole, `nothing follows ${prefix}=`);
  if (prefix === "role") return parseRole(body, whole);
  if (prefix === "css" || prefix === "xpath" || prefix === "testid") return { engine: prefix, body };
  const [, quoted] = /^"([\s\S]*)"$/.exec(body.trim()) ?? [];
  const engine = prefix === "label" ? "label" : prefix === "placeholder" ? "placeholder" : "text";
  return quoted === undefined ? { engine, body } : { engine, body: quoted, exact: true };
}

function parseRole(body: string, whole: string): Step {
  const match = /^([a-z]+)(?:\[name=(?:"([^"]*)"|'([^']*)'|([^\]"']*))\])?$/i.exec(body.trim());
  if (!match) throw invalidSelector(whole, 'a role selector looks like role=button or role=button[name="Save"]');
  const name = match[2] ?? match[3] ?? match[4];
  return { engine: "role", body: match[1] ?? "", ...(name === undefined ? {} : { name }) };
}

/** @param why what the browser or we say about it. */
export function invalidSelector(selector: string, why: string): ToolError {
  const hint = /^\(?\/\//.test(selector)
    ? "For XPath write xpath=//…"
    : "Correct it; selectors that are not CSS begin with text=, role=, label=, placeholder=, testid= or xpath=.";
  const said = why.replace(/^Failed to execute '\w+' on '\w+': /, "");
  const more = said.includes("is not a valid selector") ? "" : `: ${said}`;
  return new ToolError("InvalidArgument", `"${selector}" is not a valid selector${more}`, {
    hint,
    details: { selector },
  });
}
