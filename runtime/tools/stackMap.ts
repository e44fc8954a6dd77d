/** Maps the frames of a bundled script back to the lines that its author wrote. */
import { SourceMap } from "node:module";
import type { SourceMapPayload } from "node:module";

/** A frame of the script as the sandbox writes it: `at name (scripts/tool.js:3:7)` or `at scripts/tool.js:3:7`. */
const FRAME = /^(\s*at (?:.*\()?)(.+):(\d+):(\d+)(\)?)$/;

/**
 * @param file name of the bundle in stacks @param map JSON text of its source map
 * @param sources source of the map → path relative to the workspace folder
 */
export function createStackMap(
  file: string,
  map: string,
  sources: (source: string) => string,
): (stack: string) => string {
  let parsed: SourceMap | undefined;
  return (stack) =>
    stack
      .split("\n")
      .flatMap((line) => {
        const [, head, name, row, column, tail] = FRAME.exec(line) ?? [];
        if (name !== file) return [line];
        parsed ??= new SourceMap(JSON.parse(map) as SourceMapPayload);
        const entry = parsed.findEntry(Number(row) - 1, Number(column) - 1);
        // A line of the bundle that no source has is of the code around the script, which is not the author's.
        if (!("originalSource" in entry) || entry.generatedLine !== Number(row) - 1) return [];
        return [`${head}${sources(entry.originalSource)}:${entry.originalLine + 1}:${entry.originalColumn + 1}${tail}`];
      })
      .join("\n");
}
