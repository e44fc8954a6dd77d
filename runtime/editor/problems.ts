/** Problems as editors show them: with a range, and with what could be done about them. */
import type { DocumentProblem } from "../contract/control.ts";
import type { Problem } from "../contract/tools.ts";
import { parsePointer } from "../tools/jsonc.ts";
import type { Analysis } from "../tools/analysis.ts";
import { TOOLS_FILE } from "../tools/toolsFile.ts";
import { fixesFor } from "./fixes.ts";
import { scriptFile } from "./scriptFile.ts";
import { secretsInValue } from "./secretPlaces.ts";
import type { ToolsDocument } from "./toolsDocument.ts";

/** So many problems get fixes; whoever has more needs to begin with the first. */
const MAX_FIXED = 500;

export function documentProblems(
  folder: string,
  document: ToolsDocument,
  { problems, literalHosts }: Analysis,
): DocumentProblem[] {
  return (
    problems
      // A folder without tools.json has no place to show it at; the tools view says it.
      .filter(({ code }) => code !== "missing-file")
      .map((found, index) => {
        const problem = found.file === TOOLS_FILE ? found : { ...found, file: scriptFile(folder, found.file) };
        const { at: _at, ...rest } = problem;
        const hosts = literalHosts.get(problem.tool ?? "") ?? [];
        const fixes = index < MAX_FIXED ? fixesFor(document, problem, hosts) : [];
        return { ...rest, range: rangeOf(document, problem), fixes };
      })
  );
}

function rangeOf(document: ToolsDocument, { at, code, subject, pointer, file }: Problem): DocumentProblem["range"] {
  if (code === "secret-not-set" && file === TOOLS_FILE) {
    const value = document.at(parsePointer(pointer));
    const place = value && secretsInValue(document, value).find(({ name }) => name === subject);
    if (place) return document.rangeOf(place);
  }
  return {
    start: { line: at.line - 1, character: at.column - 1 },
    end: { line: at.endLine - 1, character: at.endColumn - 1 },
  };
}
