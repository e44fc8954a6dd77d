/** Headers of tools.json, as templates: `Bearer {{API_TOKEN}}` or `<<API_TOKEN>>`; `{{{{` and `<<<<` stand for the brackets themselves. */
export const SECRET_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

export function isHeaderName(name: string): boolean {
  return HEADER_NAME.test(name);
}

/** Whether HTTP can carry the text as a header value: no line breaks, no NUL, nothing beyond Latin-1. */
export function isHeaderValue(value: string): boolean {
  return HEADER_VALUE.test(value);
}

/** `offset`: of the name, in UTF-16 units. */
export type TemplatePart = { text: string } | { secret: string; offset: number };

export interface TemplateProblem {
  message: string;
  /** Of the opening bracket, in UTF-16 units. */
  offset: number;
}

export interface Template {
  parts: TemplatePart[];
  problems: TemplateProblem[];
}

const BRACKETS = [
  { open: "{{", close: "}}" },
  { open: "<<", close: ">>" },
] as const;

/** Never throws; what is no template comes back as text and as a problem. */
export function parseTemplate(text: string): Template {
  const parts: TemplatePart[] = [];
  const problems: TemplateProblem[] = [];
  let literal = "";
  const flush = (): void => {
    if (literal !== "") parts.push({ text: literal });
    literal = "";
  };
  for (let at = 0; at < text.length;) {
    const bracket = BRACKETS.find(({ open }) => text.startsWith(open, at));
    if (!bracket) {
      literal += text[at++];
      continue;
    }
    const { open, close } = bracket;
    if (text.startsWith(open + open, at)) {
      literal += open;
      at += 4;
      continue;
    }
    const end = text.indexOf(close, at + 2);
    const inner = end === -1 ? "" : text.slice(at + 2, end);
    const name = inner.trim();
    if (end !== -1 && SECRET_NAME.test(name)) {
      flush();
      parts.push({ secret: name, offset: at + 2 + inner.indexOf(name) });
    } else {
      problems.push({ message: problemOf(open, close, end, name), offset: at });
      literal += end === -1 ? text.slice(at) : text.slice(at, end + 2);
    }
    at = end === -1 ? text.length : end + 2;
  }
  flush();
  return { parts, problems };
}

/** Names of the secrets in the headers of a tool, each once, in order. */
export function secretNames(headers: Readonly<Record<string, string>>): string[] {
  const names = Object.values(headers).flatMap((value) =>
    parseTemplate(value).parts.flatMap((part) => ("secret" in part ? [part.secret] : [])),
  );
  return [...new Set(names)];
}

function problemOf(open: string, close: string, end: number, name: string): string {
  if (end === -1) return `${open} is not closed by ${close}; ${open}${open} stands for ${open} itself`;
  if (name === "") return `There is no name between ${open} and ${close}`;
  return `${JSON.stringify(name.slice(0, 80))} is not the name of a secret: letters, digits and _ only, no digit first, at most 64 characters`;
}
