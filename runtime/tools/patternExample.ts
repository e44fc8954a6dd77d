/** A text that a simple pattern matches: literals, classes, groups, alternatives and repeats; enough for ids, dates and colours. */
import { compilePattern } from "./patterns.ts";
import { withTimeLimit } from "./timeLimit.ts";

/** One part of a pattern: `[^…]`-class, escape, group start or end, alternative, repeat, anchor, or a literal character. */
const TOKEN =
  /\[(\^?)((?:\\.|[^\]\\])*)\]|\\(.)|(\((?:\?[:=!<]*)?)|(\))|(\|)|([*+?]\??|\{\d+(?:,\d*)?\}\??)|([\s\S])/gu;
const CLASSES: Record<string, string> = {
  d: "1",
  w: "a",
  s: " ",
  D: "a",
  W: "-",
  S: "a",
  t: "\t",
  n: "\n",
  b: "",
  B: "",
};

/** undefined where none was found; what is given matches. @param length wanted at least, where a repeat can give it */
export function patternExample(pattern: string, length: number): string | undefined {
  try {
    const regExp = compilePattern(pattern);
    const fits = (text: string) => text.length >= length && withTimeLimit(10, () => regExp.test(text));
    return [1, length, 0].map((count) => write(pattern, count)).find(fits);
  } catch {
    return undefined;
  }
}

function write(pattern: string, count: number): string {
  const stack: string[][] = [];
  let parts: string[] = [];
  let skipping = 0;
  for (const [token, negated, members, escaped, open, close, or, repeat] of pattern.matchAll(TOKEN)) {
    if (skipping > 0) {
      // Only the first alternative of a group is written.
      skipping += open ? 1 : 0;
      if (!close || --skipping > 0) continue;
    }
    if (open) {
      stack.push(parts);
      parts = [];
    } else if (close) {
      const group = parts.join("");
      parts = stack.pop() ?? [];
      parts.push(group);
    } else if (or) {
      if (stack.length === 0) break;
      skipping = 1;
    } else if (repeat) parts.push((parts.pop() ?? "").repeat(Math.min(500, timesOf(repeat, count))));
    else if (members !== undefined) parts.push(negated ? (members.includes("a") ? "1" : "a") : memberOf(members));
    else if (escaped) parts.push(CLASSES[escaped] ?? escaped);
    else parts.push(token === "^" || token === "$" ? "" : token === "." ? "a" : token);
  }
  return parts.join("");
}

function timesOf(repeat: string, count: number): number {
  if (repeat.startsWith("{")) return Number(/\d+/.exec(repeat)?.[0] ?? 1);
  return repeat.startsWith("+") ? Math.max(1, count) : repeat.startsWith("*") ? count : Math.min(1, count);
}

function memberOf(members: string): string {
  const escaped = /^\\(.)/.exec(members)?.[1];
  return escaped ? (CLASSES[escaped] ?? escaped) : (members[0] ?? "");
}
