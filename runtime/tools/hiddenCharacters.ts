/**
 * Characters that a person does not see and a model reads all the same: controls, bidirectional overrides, tag characters,
 * zero-width spaces. Texts that reach agents must not have them. Joiners stay allowed, as emoji and several scripts need them.
 */
const HIDDEN = new RegExp(
  [
    "[\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F]", // controls but tab and line ends
    "[\\u200B\\u2060-\\u2064\\u206A-\\u206F\\uFEFF\\uFFF9-\\uFFFB]", // zero-width and format characters
    "[\\u061C\\u202A-\\u202E\\u2066-\\u2069]", // bidirectional overrides and isolates
    "[\\u{E0000}-\\u{E01EF}]", // tags and supplementary variation selectors
    "\\p{Surrogate}", // half a character
  ].join("|"),
  "u",
);

export function withoutHiddenCharacters(text: string): string {
  return text.replaceAll(new RegExp(HIDDEN, "gu"), "");
}

/** The first such character as "U+202E", if there is one. */
export function hiddenCharacter(text: string): string | undefined {
  const code = HIDDEN.exec(text)?.[0].codePointAt(0);
  return code === undefined ? undefined : "U+" + code.toString(16).toUpperCase().padStart(4, "0");
}
