/** Open documents: text, edits, positions, events. Files are read from disk; a change is written by save() only. */
import { basename } from "node:path";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { EventEmitter, Position, Range, type TextEdit, type WorkspaceEdit } from "./classes.ts";
import { Uri } from "./uri.ts";

const LANGUAGES: Record<string, string> = {
  json: "json",
  js: "javascript",
  mjs: "javascript",
  ts: "typescript",
  mts: "typescript",
};

export class FakeDocument {
  readonly uri: Uri;
  readonly languageId: string;
  version = 1;
  isDirty = false;
  isClosed = false;
  readonly isUntitled: boolean;
  readonly eol = 1;
  #text: string;
  readonly #saved: (document: FakeDocument) => void;

  constructor(uri: Uri, text: string, languageId: string | undefined, saved: (document: FakeDocument) => void) {
    this.uri = uri;
    this.#text = text;
    this.#saved = saved;
    this.isUntitled = uri.scheme === "untitled";
    const fromName = uri.path.endsWith("tools.json") ? "jsonc" : LANGUAGES[uri.path.split(".").at(-1) ?? ""];
    this.languageId = languageId ?? fromName ?? "plaintext";
  }

  get fileName(): string {
    return this.uri.fsPath;
  }
  get lineCount(): number {
    return this.#text.split("\n").length;
  }
  getText = (range?: Range): string =>
    range ? this.#text.slice(this.offsetAt(range.start), this.offsetAt(range.end)) : this.#text;
  lineAt = (at: number | Position): { text: string; range: Range; lineNumber: number } => {
    const line = typeof at === "number" ? at : at.line;
    const text = (this.#text.split("\n")[line] ?? "").replace(/\r$/, "");
    return { text, lineNumber: line, range: new Range(line, 0, line, text.length) };
  };
  offsetAt = ({ line, character }: Position): number => {
    const lines = this.#text.split("\n");
    const before = lines.slice(0, line).reduce((sum, each) => sum + each.length + 1, 0);
    return Math.min(this.#text.length, before + Math.min(character, (lines[line] ?? "").length));
  };
  positionAt = (offset: number): Position => {
    const before = this.#text.slice(0, offset).split("\n");
    return new Position(before.length - 1, before.at(-1)?.length ?? 0);
  };
  getWordRangeAtPosition = (at: Position, pattern = /\w+/g): Range | undefined => {
    for (const match of this.lineAt(at).text.matchAll(new RegExp(pattern, "g"))) {
      const range = new Range(at.line, match.index, at.line, match.index + match[0].length);
      if (range.contains(at)) return range;
    }
    return undefined;
  };
  validateRange = (range: Range): Range => range;
  validatePosition = (at: Position): Position => at;
  save = (): Promise<boolean> => {
    if (this.uri.scheme === "file") writeFileSync(this.uri.fsPath, this.#text);
    this.isDirty = false;
    this.#saved(this);
    return Promise.resolve(true);
  };

  setText(text: string): void {
    this.#text = text;
    this.version++;
    this.isDirty = true;
  }
  edit(edits: TextEdit[]): void {
    const placed = edits.map(({ range, newText }) => ({
      from: this.offsetAt(range.start),
      to: this.offsetAt(range.end),
      newText,
    }));
    let text = this.#text;
    for (const { from, to, newText } of placed.toSorted((a, b) => b.from - a.from || b.to - a.to)) {
      text = text.slice(0, from) + newText + text.slice(to);
    }
    this.setText(text);
  }
}

export function createDocuments() {
  const opened = new EventEmitter<FakeDocument>();
  const changed = new EventEmitter<{ document: FakeDocument; contentChanges: unknown[]; reason: undefined }>();
  const saved = new EventEmitter<FakeDocument>();
  const closed = new EventEmitter<FakeDocument>();
  const documents: FakeDocument[] = [];
  const find = (uri: Uri): FakeDocument | undefined =>
    documents.find((document) => document.uri.toString() === uri.toString());
  const tell = (document: FakeDocument): void =>
    changed.fire({ document, contentChanges: [{ text: document.getText() }], reason: undefined });

  const open = (uri: Uri, text?: string, languageId?: string): FakeDocument => {
    const there = find(uri);
    if (there) return there;
    if (text === undefined && !existsSync(uri.fsPath)) throw new Error(`cannot open ${uri.toString()}`);
    const document = new FakeDocument(uri, text ?? readFileSync(uri.fsPath, "utf8"), languageId, (one) =>
      saved.fire(one),
    );
    documents.push(document);
    opened.fire(document);
    return document;
  };

  return {
    documents,
    opened,
    changed,
    saved,
    closed,
    open,
    /** As when a person types. */
    type(document: FakeDocument, text: string): void {
      document.setText(text);
      tell(document);
    },
    close(document: FakeDocument): void {
      document.isClosed = true;
      documents.splice(documents.indexOf(document), 1);
      closed.fire(document);
    },
    openTextDocument(what?: Uri | string | { content?: string; language?: string }): Promise<FakeDocument> {
      return Promise.resolve().then(() => {
        if (typeof what === "string") return open(Uri.file(what));
        if (what instanceof Uri) return open(what);
        const uri = Uri.parse(`untitled:Untitled-${documents.length + 1}`);
        return open(uri, what?.content ?? "", what?.language);
      });
    },
    applyEdit(edit: WorkspaceEdit): Promise<boolean> {
      for (const [uri, edits] of edit.entries()) {
        const document = open(Uri.parse(uri.toString()));
        document.edit(edits);
        tell(document);
      }
      return Promise.resolve(true);
    },
  };
}

/** @returns more than 0 when it does; patterns are compared by their file name alone. */
export function matches(selector: any, document: FakeDocument): number {
  const list: any[] = Array.isArray(selector) ? selector : [selector];
  return list.some((one) => {
    if (typeof one === "string") return one === document.languageId || one === "*";
    if (one.scheme && one.scheme !== document.uri.scheme) return false;
    if (one.language && one.language !== document.languageId) return false;
    const pattern: unknown = one.pattern?.pattern ?? one.pattern;
    return typeof pattern !== "string" || pattern.endsWith("*") || basename(document.uri.path) === basename(pattern);
  })
    ? 10
    : 0;
}
