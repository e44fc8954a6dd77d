/** Reads tools.json: text → tools and problems, each with its line and column. */
import { basename, join } from "node:path";
import type { Json, JsonObject, Problem, WorkspaceTool } from "../contract/tools.ts";
import { readEntry } from "./entry.ts";
import type { EntryTool } from "./entry.ts";
import type { EntryFinding } from "./entryFinding.ts";
import { hiddenCharacter } from "./hiddenCharacters.ts";
import { parseJsonc, pointerOf, positionsIn, spanOf } from "./jsonc.ts";
import type { JsoncText, JsonPath, Span } from "./jsonc.ts";
import { mcpNames } from "./names.ts";
import { isObject } from "./schemaLint.ts";
import { checkShape, describeJson, FILE_SHAPE } from "./shape.ts";
import { readTextFile } from "./textFile.ts";
import { TIMEOUTS } from "./timeouts.ts";
import type { Timeouts } from "./timeouts.ts";

export const TOOLS_FILE = "tools.json";
/** Ten thousand tools with large schemas fit. */
const MAX_BYTES = 16 << 20;

/** A file that can be used, whatever is wrong with single tools. */
export interface ReadTools {
  name: string;
  displayName: string;
  author?: string;
  tools: WorkspaceTool[];
  problems: Problem[];
  /** Where a part of one of `tools` stands. */
  place(tool: WorkspaceTool, path: JsonPath): Pick<Problem, "pointer" | "at">;
}

export type ToolsFile =
  { state: "ok"; text: string; read: ReadTools } | { state: "missing" | "broken"; text: string; problem: Problem };

/** Never throws. */
export function readToolsFile(folder: string, timeouts: Timeouts = TIMEOUTS): ToolsFile {
  const file = readTextFile(join(folder, TOOLS_FILE), MAX_BYTES, true);
  if (file.ok) return toolsFileOf(file.text, folder, timeouts);
  const missing = file.failure === "missing";
  const hint = missing
    ? "Run `guidon init` in this folder to get a tools.json that works, or write one."
    : "Put a text file in its place.";
  const message = missing ? "there is no tools.json in this folder" : `tools.json ${file.reason}`;
  return {
    state: missing ? "missing" : "broken",
    text: "",
    problem: fileProblem(missing ? "missing-file" : "unreadable-file", message, hint),
  };
}

/** Its text; "" where it is not there or cannot be read. */
export function readToolsText(folder: string): string {
  const file = readTextFile(join(folder, TOOLS_FILE), MAX_BYTES, true);
  return file.ok ? file.text : "";
}

/** As if the file had this text. Never throws. */
export function toolsFileOf(text: string, folder: string, timeouts: Timeouts = TIMEOUTS): ToolsFile {
  const read = parseTools(text, basename(folder), timeouts);
  return "tools" in read ? { state: "ok", text, read } : { state: "broken", text, problem: read };
}

/** Never throws. @returns a Problem where the file as a whole cannot be used. @param folderName name where the file gives none */
export function parseTools(text: string, folderName: string, timeouts: Timeouts = TIMEOUTS): ReadTools | Problem {
  const parsed = parseJsonc(text, "tools");
  const position = positionsIn(text);
  if (parsed.error) {
    const at = position(parsed.error);
    const problem = fileProblem("broken-file", parsed.error.message, "Correct the file and save it.");
    return { ...problem, at };
  }
  const root = parsed.value ?? null;
  const list = isObject(root) ? root["tools"] : undefined;
  if (!isObject(root) || !Array.isArray(list)) {
    const what = isObject(root)
      ? list === undefined
        ? '"tools" is missing'
        : `"tools" must be a list, not ${describeJson(list)}`
      : `tools.json must be an object, not ${describeJson(root)}`;
    const path = isObject(root) && list !== undefined ? ["tools"] : [];
    const at = position(spanOf(text, wholeOf(text), path, "value"));
    const problem = fileProblem(
      "broken-file",
      what,
      'The file has the form {"tools": [{"name": …, "description": …, "script": …}]}.',
    );
    return { ...problem, at, pointer: pointerOf(path) };
  }
  return readTools(root, list, parsed, position, folderName, timeouts);
}

function readTools(
  root: JsonObject,
  list: Json[],
  parsed: JsoncText,
  position: (span: Span) => Problem["at"],
  folderName: string,
  timeouts: Timeouts,
): ReadTools {
  const { text } = parsed;
  const problems: Problem[] = [];
  const head = readHead(root, folderName, (finding) => {
    const at = position(spanOf(text, wholeOf(text), finding.path, finding.on));
    problems.push(problemOf(finding, finding.path, at));
  });
  const firstOf = new Map<string, { index: number; line: number }>();
  const spellings = new Map<string, string>();
  const kept: { tool: EntryTool; at: Problem["at"]; index: number }[] = [];

  list.forEach((entry, index) => {
    const span = parsed.entries[index] ?? wholeOf(text);
    const { tool, findings } = readEntry(entry, timeouts);
    const at = position(span);
    const name = isObject(entry) && typeof entry["name"] === "string" ? entry["name"] : undefined;
    const first = name === undefined ? undefined : firstOf.get(name);
    if (name !== undefined) {
      if (!first) firstOf.set(name, { index, line: at.line });
      findings.push(...sameNames(name, index, at.line, first, spellings));
    }
    for (const finding of findings) {
      const place = position(finding.path.length === 0 ? span : spanOf(text, span, finding.path, finding.on));
      problems.push(problemOf(finding, ["tools", index, ...finding.path], place, name));
    }
    if (tool && !first) kept.push({ tool, at, index });
  });

  for (const { path, ...span } of parsed.duplicates) {
    const key = path.at(-1);
    const message = `the key "${key}" stands twice in one object; the last one counts`;
    const finding: EntryFinding = {
      severity: "warning",
      code: "duplicate-key",
      path,
      on: "key",
      message,
      hint: "Remove one of the two.",
    };
    problems.push(problemOf(finding, path, position(span)));
  }
  const names = mcpNames(
    head.name,
    kept.map(({ tool }) => tool.name),
  );
  const indexes = new Map<string, number>();
  const tools = kept.map(({ tool, at, index }, count) => {
    indexes.set(tool.name, index);
    return { ...tool, mcpName: names[count] ?? tool.name, at };
  });
  const place = (tool: WorkspaceTool, path: JsonPath) => {
    const index = indexes.get(tool.name) ?? 0;
    const at = position(spanOf(text, parsed.entries[index] ?? wholeOf(text), path, "value"));
    return { pointer: pointerOf(["tools", index, ...path]), at };
  };
  return { ...head, tools, problems, place };
}

function readHead(root: JsonObject, folderName: string, report: (finding: EntryFinding) => void) {
  const fields = { ...root };
  for (const { path, ...finding } of checkShape(FILE_SHAPE, root, "tools.json")) {
    report({ ...finding, path, severity: "warning" });
    delete fields[String(path[0])];
  }
  const text = (field: string) => {
    const value = fields[field];
    if (typeof value !== "string") return undefined;
    const hidden = hiddenCharacter(value);
    if (hidden)
      report({
        severity: "warning",
        code: "hidden-characters",
        path: [field],
        on: "value",
        message: `"${field}" has a character that people do not see (${hidden}); it is left out`,
      });
    return hidden ? undefined : value;
  };
  const name = text("name") ?? folderName;
  const author = text("author");
  return { name, displayName: text("displayName") ?? name, ...(author === undefined ? {} : { author }) };
}

/** The later of two tools with one name is refused; names that differ only in case or in how an accent is written are pointed out. */
function sameNames(
  name: string,
  index: number,
  line: number,
  first: { index: number; line: number } | undefined,
  spellings: Map<string, string>,
): EntryFinding[] {
  if (first) {
    const message = `"${name}" is already the name of /tools/${first.index} (line ${first.line}); /tools/${index} (line ${line}) is left out`;
    return [
      {
        severity: "error",
        code: "duplicate-name",
        path: ["name"],
        on: "value",
        message,
        hint: "Give one of the two another name.",
      },
    ];
  }
  // Several clients make an underscore of what is no letter or digit.
  const folded = name.normalize("NFC").toLowerCase().replaceAll(/[-. ]/g, "_");
  const other = spellings.get(folded);
  if (other === undefined) {
    spellings.set(folded, name);
    return [];
  }
  const message = `the name looks like "${other}", the name of another tool; agents will mix them up`;
  return [
    {
      severity: "warning",
      code: "similar-name",
      path: ["name"],
      on: "value",
      message,
      hint: "Give one of the two another name.",
    },
  ];
}

function problemOf(finding: EntryFinding, path: JsonPath, at: Problem["at"], tool?: string): Problem {
  const { severity, code, message, hint, subject } = finding;
  return {
    severity,
    code,
    message,
    ...(hint ? { hint } : {}),
    pointer: pointerOf(path),
    file: TOOLS_FILE,
    at,
    ...(tool === undefined ? {} : { tool }),
    ...(subject === undefined ? {} : { subject }),
  };
}

function fileProblem(code: string, message: string, hint: string): Problem {
  return {
    severity: "error",
    code,
    message,
    hint,
    pointer: "",
    file: TOOLS_FILE,
    at: { line: 1, column: 1, endLine: 1, endColumn: 1 },
  };
}

function wholeOf(text: string): Span {
  return { offset: 0, length: text.length };
}
