/** `// @timeout 45` in the comments with which a script begins. */
import { parseDuration } from "./timeouts.ts";

interface Pragma {
  timeoutMs?: number;
  /** What is wrong with a line that was meant as one. */
  pragmaProblem?: string;
}

/** Plain numbers are seconds; `500ms` and `2m` are understood. Line and block comments, in any order, before the first code. */
export function readPragma(source: string): Pragma {
  const match = /@timeout\b[ \t:=]*([^\s*]*)/.exec(leadingComments(source));
  if (!match) return {};
  const value = match[1] ?? "";
  const timeoutMs = parseDuration(value);
  if (timeoutMs !== undefined) return { timeoutMs };
  const shown = value ? `"@timeout ${value.slice(0, 40)}" is no time` : '"@timeout" has no time';
  return { pragmaProblem: `${shown}; write seconds such as "@timeout 45", or "500ms", "2m"` };
}

function leadingComments(source: string): string {
  const token = /\s+|\/\/.*|\/\*[\s\S]*?\*\/|#!.*/y;
  token.lastIndex = source.startsWith("\uFEFF") ? 1 : 0;
  let comments = "";
  for (let match = token.exec(source); match; match = token.exec(source)) comments += match[0] + "\n";
  return comments;
}
