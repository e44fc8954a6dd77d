/** Where main stands in a script. */
import type { Span } from "../tools/jsonc.ts";
import { maskScript } from "../tools/scriptText.ts";

const FORMS = [
  /^[ \t]*(?:export\s+)?(?:default\s+)?(?:async\s+)?function\s*\*?\s*main\b/m,
  /^[ \t]*(?:export\s+)?(?:const|let|var)\s+main\b\s*[:=]/m,
  /\bmodule\s*\.\s*exports(?:\s*\.\s*(?:main|default))?\s*=(?!=)/,
  /^[ \t]*export\s+default\b/m,
  /\bglobalThis\s*\.\s*main\s*=(?!=)/,
];

/** The first line of its declaration, as far as words tell; undefined where there is none. */
export function findMain(source: string): Span | undefined {
  const code = maskScript(source, "all");
  for (const form of FORMS) {
    const match = form.exec(code);
    if (!match) continue;
    const blanks = /^\s*/.exec(match[0])?.[0].length ?? 0;
    return { offset: match.index + blanks, length: match[0].length - blanks };
  }
  return undefined;
}
