/** Takes out of an answer of the language service whatever points into the added text. */
import type ts from "typescript-classic";

/** Length of a file as its author has it; undefined for files without added text. */
export type LengthOf = (fileName: string) => number | undefined;

const GONE = Symbol("gone");

/** Without these an answer still makes sense. */
const OPTIONAL_SPANS = new Set(["contextSpan", "originalContextSpan", "hintSpan", "nameSpan", "parent"]);

/** @param answer plain data of spans, each in the file that the nearest object with a fileName names, or else in `fileName` */
export function ownTextOf<T>(answer: T, fileName: string, lengthOf: LengthOf): T | undefined {
  const cut = ownPart(answer, fileName, lengthOf);
  return cut === GONE ? undefined : (cut as T);
}

function ownPart(value: unknown, fileName: string, lengthOf: LengthOf): unknown {
  if (Array.isArray(value)) {
    const kept = value.map((item) => ownPart(item, fileName, lengthOf)).filter((item) => item !== GONE);
    return kept.length === 0 && value.length > 0 && value.every(isSpan) ? GONE : kept;
  }
  if (typeof value !== "object" || value === null) return value;
  if (isSpan(value)) return ownSpan(value, lengthOf(fileName));
  const file = "fileName" in value && typeof value.fileName === "string" ? value.fileName : fileName;
  if (isChange(value)) return ownChange(value, lengthOf(file));
  const own: Record<string, unknown> = {};
  for (const [name, item] of Object.entries(value)) {
    const part = ownPart(item, name.startsWith("original") ? fileName : file, lengthOf);
    if (part !== GONE) own[name] = part;
    else if (!OPTIONAL_SPANS.has(name)) return GONE;
  }
  return own;
}

function ownSpan(span: ts.TextSpan, length: number | undefined): unknown {
  const { start } = span;
  if (length === undefined || start + span.length <= length) return span;
  return start >= length ? GONE : { ...span, length: length - start };
}

/** What is put at the end of the file goes to the end that its author sees. */
function ownChange(change: ts.TextChange, length: number | undefined): unknown {
  const { start } = change.span;
  if (length === undefined || start + change.span.length <= length) return change;
  if (start >= length) return change.span.length === 0 ? { ...change, span: { start: length, length: 0 } } : GONE;
  return { ...change, span: { start, length: length - start } };
}

function isSpan(value: unknown): value is ts.TextSpan {
  return (
    typeof value === "object" &&
    value !== null &&
    "start" in value &&
    "length" in value &&
    typeof value.start === "number" &&
    typeof value.length === "number"
  );
}

function isChange(value: object): value is ts.TextChange {
  return "newText" in value && "span" in value && isSpan(value.span);
}

/** Diagnostics hold whole syntax trees, so they are not walked. */
export function ownDiagnostics<T extends ts.Diagnostic>(all: readonly T[], length: number): T[] {
  return all
    .filter(({ start }) => start === undefined || start < length)
    .map((diagnostic) => withoutHiddenPlaces(diagnostic, length));
}

function withoutHiddenPlaces<T extends ts.Diagnostic>(diagnostic: T, length: number): T {
  const { relatedInformation: related, file } = diagnostic;
  if (!related?.some((each) => each.file === file && (each.start ?? 0) >= length)) return diagnostic;
  return {
    ...diagnostic,
    relatedInformation: related.filter((each) => each.file !== file || (each.start ?? 0) < length),
  };
}
