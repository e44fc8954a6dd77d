/** The text of a script with what is no code blanked out, so that each position stays. Nothing is parsed: good enough to find words. */

const TOKEN =
  /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[\s\S])*'?|`(?:[^`\\]|\\[\s\S])*`?/g;

/** @param what "comments": texts in quotes stay. "all": they are blanked out as well, but for their quotes */
export function maskScript(source: string, what: "comments" | "all"): string {
  return source.replaceAll(TOKEN, (token) => {
    if (token.startsWith("/")) return blank(token);
    if (what === "comments" || token.length < 2) return token;
    return token.slice(0, 1) + blank(token.slice(1, -1)) + token.slice(-1);
  });
}

function blank(text: string): string {
  return text.replaceAll(/[^\r\n]/g, " ");
}
