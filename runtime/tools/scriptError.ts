/** The error of a script that cannot be run: where, what stands there, and what is wrong with it. */
import { ToolError } from "../errors.ts";
import { visibleText } from "../visibleText.ts";

interface ScriptFault {
  /** Relative to the workspace folder. */
  file: string;
  /** 1-based. */
  line: number;
  column: number;
  lineText: string;
  text: string;
  hint?: string | undefined;
  code?: "ScriptError" | "InvalidPath";
}

/** Message: `scripts/tool.js:2:13: Unexpected token ';'` and the source line with a caret under the place. */
export function scriptError({
  file,
  line,
  column,
  lineText,
  text,
  hint,
  code = "ScriptError",
}: ScriptFault): ToolError {
  // Of a very long line only the part around the place is shown.
  const from = Math.max(0, column - 60);
  const shown = visibleText(
    lineText
      .slice(from, from + 120)
      .replaceAll("\t", " ")
      .trimEnd(),
  );
  const source = shown.trim() === "" ? "" : `\n  ${shown}\n  ${" ".repeat(Math.max(0, column - 1 - from))}^`;
  return new ToolError(code, `${file}:${line}:${column}: ${visibleText(text)}${source}`, {
    hint,
    details: { file, line, column },
  });
}
