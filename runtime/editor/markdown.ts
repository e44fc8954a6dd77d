/** Texts of a workspace in markdown: data, of which nothing becomes a link, a command, an icon or HTML. */
import { visibleText } from "../visibleText.ts";

const MAX_LENGTH = 1500;

/** Every character that markdown could take for more than itself is escaped. Lines stay lines. */
export function escapeMarkdown(text: string): string {
  const shown = text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH).toWellFormed()}…` : text;
  return shown
    .split(/\r\n|\r|\n/)
    .map((line) => visibleText(line.replaceAll("\t", " ")).trim())
    .filter(Boolean)
    .map((line) => line.replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`))
    .join("  \n");
}

/** As code, in one line. */
export function codeSpan(text: string): string {
  const shown = visibleText(text.replaceAll(/\s+/g, " ")).slice(0, 200).toWellFormed();
  const longest = Math.max(0, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return /^`|`$|^ | $|^$/.test(shown) ? `${fence} ${shown} ${fence}` : `${fence}${shown}${fence}`;
}
