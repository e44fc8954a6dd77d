/** From a place of tools.json to others: scripts, and the places where a secret or a tool stands. */
import { statSync } from "node:fs";
import { join } from "node:path";
import type { DocumentLink, FileRange, OpenFile } from "../contract/control.ts";
import { scriptPathProblem } from "../tools/scriptPath.ts";
import { readTextFile } from "../tools/textFile.ts";
import { TOOLS_FILE } from "../tools/toolsFile.ts";
import { createLines } from "./lines.ts";
import { scriptFile } from "./scriptFile.ts";
import { findMain } from "./scriptMain.ts";
import { placeAt, secretsInDocument, secretsInScript } from "./secretPlaces.ts";
import { insideRange } from "./toolsDocument.ts";
import type { Entry, ToolsDocument } from "./toolsDocument.ts";

const MAX_SCRIPT_BYTES = 1 << 20;

/** The text of a file of the folder; undefined where it cannot be read. */
export type TextOf = (file: string) => string | undefined;

/** As the editor has it, since its ranges are about that; all others are read from disk. */
export function textsOf(folder: string, open: readonly OpenFile[]): TextOf {
  const texts = new Map(open.map(({ file, text }) => [scriptFile(folder, file), text]));
  return (file) => {
    const text = texts.get(file);
    if (text !== undefined) return text;
    const read = readTextFile(join(folder, file), MAX_SCRIPT_BYTES);
    return read.ok ? read.text : undefined;
  };
}

export function scriptLinks(folder: string, document: ToolsDocument): DocumentLink[] {
  return document.entries.flatMap((entry) => {
    const node = entry.field("script");
    const file = scriptOf(folder, entry);
    return node && file !== undefined ? [{ range: insideRange(document, node), file, tooltip: "Open the script" }] : [];
  });
}

/** The script of the tool on whose name or script the offset is. */
export function definitionAt(folder: string, document: ToolsDocument, offset: number): { file: string } | null {
  const entry = document.entryAt(offset);
  const node = document.nodeAt(offset);
  if (!entry || !node || (node !== entry.field("script") && node !== entry.field("name"))) return null;
  const file = scriptOf(folder, entry);
  return file === undefined ? null : { file };
}

/** Its path, where a script is there and inside the folder as far as its path tells. */
function scriptOf(folder: string, { script }: Entry): string | undefined {
  if (!script || scriptPathProblem(script)) return undefined;
  const file = scriptFile(folder, script);
  return statSync(join(folder, file), { throwIfNoEntry: false })?.isFile() ? file : undefined;
}

/** Every place of a secret, in tools.json and in the scripts that it names. Ranges of the name alone. */
export function secretReferences(folder: string, document: ToolsDocument, textOf: TextOf, name: string): FileRange[] {
  const here = secretsInDocument(document)
    .filter((place) => place.name === name)
    .map((place) => ({ file: TOOLS_FILE, range: document.rangeOf(place) }));
  const scripts = scriptTexts(folder, document, textOf).flatMap(({ file, text }) => {
    const places = secretsInScript(text).filter((place) => place.name === name);
    const lines = createLines(text);
    return places.map((place) => ({ file, range: lines.rangeOf(place) }));
  });
  return [...here, ...scripts];
}

/** The name of a tool in tools.json, and main of its script. */
export function toolReferences(folder: string, document: ToolsDocument, textOf: TextOf, entry: Entry): FileRange[] {
  const name = entry.field("name");
  const here = name ? [{ file: TOOLS_FILE, range: insideRange(document, name) }] : [];
  const script = scriptOf(folder, entry);
  const text = script === undefined ? undefined : textOf(script);
  const main = text === undefined ? undefined : findMain(text);
  if (script === undefined || text === undefined || !main) return here;
  return [...here, { file: script, range: createLines(text).rangeOf(main) }];
}

/** The secret whose name an offset of the open file is on. */
export function secretAt(document: ToolsDocument, { file, text }: OpenFile, offset: number) {
  return placeAt(file === TOOLS_FILE ? secretsInDocument(document) : secretsInScript(text), offset);
}

function scriptTexts(folder: string, document: ToolsDocument, textOf: TextOf): OpenFile[] {
  const files = new Set(document.entries.flatMap((entry) => scriptOf(folder, entry) ?? []));
  return [...files].flatMap((file) => {
    const text = textOf(file);
    return text === undefined ? [] : [{ file, text }];
  });
}
