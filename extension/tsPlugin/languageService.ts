/** The language service of a project in which scripts have `g`: its answers speak of the author's text only. */
import type ts from "typescript-classic";
import { ownDiagnostics, ownTextOf } from "./ownText.ts";
import type { ScriptFiles } from "./scriptFiles.ts";

type Method = (...args: unknown[]) => unknown;

/** Methods whose answers are data with spans. The first argument is the file, but where answers name their files. */
const WITH_SPANS = [
  "findRenameLocations",
  "getCodeFixesAtPosition",
  "getCombinedCodeFix",
  "getCompletionEntryDetails",
  "getDocumentHighlights",
  "getEditsForRefactor",
  "getFileReferences",
  "getFormattingEditsAfterKeystroke",
  "getFormattingEditsForDocument",
  "getFormattingEditsForRange",
  "getImplementationAtPosition",
  "getNavigateToItems",
  "getNavigationBarItems",
  "getNavigationTree",
  "getOutliningSpans",
  "getReferencesAtPosition",
  "getSmartSelectionRange",
  "mapCode",
  "organizeImports",
  "prepareCallHierarchy",
  "provideCallHierarchyIncomingCalls",
  "provideCallHierarchyOutgoingCalls",
  "toggleLineComment",
  "toggleMultilineComment",
];

/** Of the same, those that say where something is declared. */
const DEFINITIONS = ["getDefinitionAtPosition", "getDefinitionAndBoundSpan", "getTypeDefinitionAtPosition"];

const DIAGNOSTICS = ["getSyntacticDiagnostics", "getSemanticDiagnostics", "getSuggestionDiagnostics"];

/**
 * Errors about settings that do not matter to a script, since the runtime bundles it: await and import in what the project's
 * settings take for CommonJS.
 */
const NO_ERRORS = new Set([1286, 1287, 1293, 1295, 1309, 1375, 1378]);
/** "Cannot find name": a half-typed script can swallow the declaration of g. */
const UNKNOWN_NAME = new Set([2304, 2552]);
/** Name in a script → where g.d.ts has it. */
const DECLARED: Record<string, RegExp> = { g: /(?<=interface )GuidonApi\b/, ToolError: /(?<=class )ToolError\b/ };

export function decorateLanguageService(service: ts.LanguageService, files: ScriptFiles): ts.LanguageService {
  const plain = service as unknown as Record<string, Method | undefined>;
  const changed: Record<string, Method> = {};
  const change = (name: string, edit: (answer: unknown, file: string) => unknown): void => {
    const method = plain[name];
    if (typeof method !== "function") return;
    changed[name] = (...args) => {
      const answer = method.apply(service, args);
      if (files.declarations === "") return answer;
      const [first] = args;
      const file = typeof first === "string" ? first : "";
      try {
        return edit(answer, file);
      } catch {
        return answer;
      }
    };
  };

  const own = (answer: unknown, file: string): unknown => ownTextOf(answer, file, files.lengthOf);
  for (const name of WITH_SPANS) change(name, own);
  for (const name of DEFINITIONS) change(name, (answer, file) => own(mapDefinitions(answer, placeOf), file));
  change("findReferences", (answer, file) =>
    own((answer as ts.ReferencedSymbol[] | undefined)?.map(atReference), file),
  );
  change("getCompletionsAtPosition", (answer) => withoutHiddenNames(answer as ts.CompletionInfo | undefined));
  for (const name of DIAGNOSTICS)
    change(name, (answer, file) => diagnosticsOf(name, answer as readonly ts.Diagnostic[], file));
  change("getRegionSemanticDiagnostics", (answer, file) => {
    const region = answer as { diagnostics?: readonly ts.Diagnostic[] } | undefined;
    if (!region?.diagnostics) return answer;
    return { ...region, diagnostics: diagnosticsOf("getSemanticDiagnostics", region.diagnostics, file) };
  });

  function diagnosticsOf(name: string, all: readonly ts.Diagnostic[], fileName: string): readonly ts.Diagnostic[] {
    const length = files.lengthOf(fileName);
    if (length === undefined) return all;
    const broken = name === "getSyntacticDiagnostics" ? files.syntaxErrorsOf(fileName) : [];
    if (broken.length > 0) return broken;
    return ownDiagnostics(all, length).filter(
      ({ code, file, start, length: size }) =>
        !NO_ERRORS.has(code) &&
        !(UNKNOWN_NAME.has(code) && /^(g|ToolError)$/.test(file?.text.slice(start, (start ?? 0) + (size ?? 0)) ?? "")),
    );
  }

  /** `g` and `ToolError` are declared in the added text for the compiler; for people they stand in g.d.ts. */
  function placeOf(definition: ts.DefinitionInfo): ts.DefinitionInfo {
    const length = files.lengthOf(definition.fileName);
    const type = DECLARED[definition.name];
    if (length === undefined || definition.textSpan.start < length || type === undefined) return definition;
    const found = type.exec(service.getProgram()?.getSourceFile(files.declarations)?.text ?? "");
    if (!found) return definition;
    const { contextSpan: _, ...rest } = definition;
    return { ...rest, fileName: files.declarations, textSpan: { start: found.index, length: found[0].length } };
  }

  /** What is declared in the added text is listed under its first use. */
  function atReference(symbol: ts.ReferencedSymbol): ts.ReferencedSymbol {
    const { fileName, textSpan } = symbol.definition;
    const isOwn = (file: string, { start }: ts.TextSpan): boolean => start < (files.lengthOf(file) ?? Infinity);
    const first = symbol.references.find((each) => isOwn(each.fileName, each.textSpan));
    if (isOwn(fileName, textSpan) || !first) return symbol;
    const definition = { ...symbol.definition, fileName: first.fileName, textSpan: first.textSpan };
    return { ...symbol, definition };
  }

  return { ...service, ...changed };
}

/** Without those that then are the same. */
function mapDefinitions(answer: unknown, placeOf: (each: ts.DefinitionInfo) => ts.DefinitionInfo): unknown {
  if (!Array.isArray(answer)) {
    const { definitions } = Object(answer) as Partial<ts.DefinitionInfoAndBoundSpan>;
    return definitions ? { ...Object(answer), definitions: mapDefinitions(definitions, placeOf) } : answer;
  }
  const places = new Map<string, ts.DefinitionInfo>();
  for (const place of (answer as ts.DefinitionInfo[]).map(placeOf))
    places.set(`${place.fileName}:${place.textSpan.start}`, place);
  return [...places.values()];
}

/** In JavaScript every word of the file is offered, in every file what modules export: those of the added text as well. */
function withoutHiddenNames(info: ts.CompletionInfo | undefined): ts.CompletionInfo | undefined {
  return info && { ...info, entries: info.entries.filter(({ name }) => !name.startsWith("__guidon")) };
}
