/**
 * Regular expressions of schemas. They come from the workspace and meet text from agents, so two things can go wrong: a
 * pattern that only one of JavaScript's two syntaxes takes, and one that backtracks for years. The first is decided here; the
 * second is stopped by the time limit under which arguments are checked (timeLimit.ts): unlike an engine without
 * backtracking it also covers look-around and back-references, which real schemas use.
 */

/** Only the `u` syntax knows `\p{…}` and `\u{…}`; without it they would silently mean something else. */
const NEEDS_UNICODE = /\\[pPu]\{/;

/** Throws SyntaxError where neither syntax takes the pattern. Most patterns are written for the plain syntax (`\-`, `\/`). */
export function compilePattern(pattern: string): RegExp {
  if (NEEDS_UNICODE.test(pattern)) {
    try {
      return new RegExp(pattern, "u");
    } catch {
      // A plain pattern that happens to contain these letters.
    }
  }
  return new RegExp(pattern);
}

/** A repeated group, a back-reference, or a second repeat without an upper bound. */
const COSTLY = /\)[*+?{]|\\[1-9k]|(?:[^\\][*+]|\{\d+,\}).*?(?:[^\\][*+]|\{\d+,\})/s;

/** Can matching take more time than the square of the text's length? Rather yes than no. */
export function isCostly(pattern: string): boolean {
  return COSTLY.test(pattern);
}
