/** Texts of a workspace in a log or a terminal: what would move the cursor, begin a line or hide from a reader is shown as an escape. */

const UNSEEN = new RegExp(
  [
    "[\\u0000-\\u0008\\u000A-\\u001F\\u007F-\\u009F]", // controls but tab
    "[\\u200B\\u2028\\u2029\\u2060-\\u2064\\u206A-\\u206F\\uFEFF\\uFFF9-\\uFFFB]", // line ends of Unicode, zero-width characters
    "[\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069]", // marks, overrides and isolates of direction
    "[\\u{E0000}-\\u{E01EF}]", // tags
    "\\p{Surrogate}", // half a character
  ].join("|"),
  "gu",
);

/** One line: line ends become "\n", the escape character "\x1b". A backslash stays as it is, so this is for reading only. */
export function visibleText(text: string): string {
  return text.replace(UNSEEN, escaped);
}

/** The same, but lines stay lines: for texts whose line ends are of our own making, and for what a person asked to see. */
export function visibleLines(text: string): string {
  return text.replace(UNSEEN, (character) => (character === "\n" ? "\n" : escaped(character)));
}

function escaped(character: string): string {
  if (character === "\n") return "\\n";
  if (character === "\r") return "\\r";
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (code < 0x100) return `\\x${hex.padStart(2, "0")}`;
  return code < 0x10000 ? `\\u${hex.padStart(4, "0")}` : `\\u{${hex}}`;
}
