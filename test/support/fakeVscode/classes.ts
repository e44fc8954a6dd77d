/** The value classes and enums of vscode that the extension makes use of. */

export class Disposable {
  readonly #run: () => void;
  constructor(run: () => void) {
    this.#run = run;
  }
  static from(...disposables: { dispose(): unknown }[]): Disposable {
    return new Disposable(() => disposables.forEach((disposable) => disposable.dispose()));
  }
  dispose(): void {
    this.#run();
  }
}

export class EventEmitter<T> {
  readonly #listeners = new Set<(value: T) => unknown>();
  readonly event = (listener: (value: T) => unknown, that?: unknown, disposables?: Disposable[]): Disposable => {
    const bound = listener.bind(that);
    this.#listeners.add(bound);
    const disposable = new Disposable(() => this.#listeners.delete(bound));
    disposables?.push(disposable);
    return disposable;
  };
  get listenerCount(): number {
    return this.#listeners.size;
  }
  fire(value: T): void {
    for (const listener of Array.from(this.#listeners)) listener(value);
  }
  dispose(): void {
    this.#listeners.clear();
  }
}

export class CancellationTokenSource {
  readonly #emitter = new EventEmitter<void>();
  #canceled = false;
  readonly token: { readonly isCancellationRequested: boolean; onCancellationRequested: EventEmitter<void>["event"] };
  constructor() {
    const canceled = (): boolean => this.#canceled;
    this.token = {
      get isCancellationRequested() {
        return canceled();
      },
      onCancellationRequested: this.#emitter.event,
    };
  }
  cancel(): void {
    if (this.#canceled) return;
    this.#canceled = true;
    this.#emitter.fire();
  }
  dispose(): void {
    this.#emitter.dispose();
  }
}

export class Position {
  readonly line: number;
  readonly character: number;
  constructor(line: number, character: number) {
    this.line = line;
    this.character = character;
  }
  compareTo(other: Position): number {
    return this.line - other.line || this.character - other.character;
  }
  isEqual = (other: Position): boolean => this.compareTo(other) === 0;
  isBefore = (other: Position): boolean => this.compareTo(other) < 0;
  isBeforeOrEqual = (other: Position): boolean => this.compareTo(other) <= 0;
  isAfter = (other: Position): boolean => this.compareTo(other) > 0;
  isAfterOrEqual = (other: Position): boolean => this.compareTo(other) >= 0;
  translate = (lines = 0, characters = 0): Position => new Position(this.line + lines, this.character + characters);
  with = (line = this.line, character = this.character): Position => new Position(line, character);
}

export class Range {
  readonly start: Position;
  readonly end: Position;
  constructor(start: Position | number, end: Position | number, endLine?: number, endCharacter?: number) {
    this.start = typeof start === "number" ? new Position(start, Number(end)) : start;
    this.end = typeof end === "number" ? new Position(endLine ?? 0, endCharacter ?? 0) : end;
  }
  get isEmpty(): boolean {
    return this.start.isEqual(this.end);
  }
  get isSingleLine(): boolean {
    return this.start.line === this.end.line;
  }
  contains = (what: Position | Range): boolean =>
    what instanceof Range
      ? this.contains(what.start) && this.contains(what.end)
      : what.isAfterOrEqual(this.start) && what.isBeforeOrEqual(this.end);
  isEqual = (other: Range): boolean => this.start.isEqual(other.start) && this.end.isEqual(other.end);
  intersection(other: Range): Range | undefined {
    const start = this.start.isAfter(other.start) ? this.start : other.start;
    const end = this.end.isBefore(other.end) ? this.end : other.end;
    return start.isAfter(end) ? undefined : new Range(start, end);
  }
}

export class Selection extends Range {
  readonly anchor: Position;
  readonly active: Position;
  constructor(anchor: Position, active: Position) {
    super(anchor, active);
    this.anchor = anchor;
    this.active = active;
  }
}

export class TabInputWebview {
  readonly viewType: string;
  constructor(viewType: string) {
    this.viewType = viewType;
  }
}

export class Location {
  uri: unknown;
  range: Range;
  constructor(uri: unknown, range: Range | Position) {
    this.uri = uri;
    this.range = range instanceof Range ? range : new Range(range, range);
  }
}

export class TextEdit {
  range: Range;
  newText: string;
  constructor(range: Range, newText: string) {
    this.range = range;
    this.newText = newText;
  }
  static replace = (range: Range, newText: string): TextEdit => new TextEdit(range, newText);
  static insert = (at: Position, newText: string): TextEdit => new TextEdit(new Range(at, at), newText);
  static delete = (range: Range): TextEdit => new TextEdit(range, "");
}

export class WorkspaceEdit {
  readonly #edits = new Map<string, { uri: { toString(): string }; edits: TextEdit[] }>();
  get size(): number {
    return this.#edits.size;
  }
  replace(uri: { toString(): string }, range: Range, newText: string): void {
    this.set(uri, [...this.get(uri), new TextEdit(range, newText)]);
  }
  insert(uri: { toString(): string }, at: Position, newText: string): void {
    this.replace(uri, new Range(at, at), newText);
  }
  delete(uri: { toString(): string }, range: Range): void {
    this.replace(uri, range, "");
  }
  get(uri: { toString(): string }): TextEdit[] {
    return this.#edits.get(uri.toString())?.edits ?? [];
  }
  set(uri: { toString(): string }, edits: TextEdit[]): void {
    this.#edits.set(uri.toString(), { uri, edits });
  }
  entries(): [{ toString(): string }, TextEdit[]][] {
    return [...this.#edits.values()].map(({ uri, edits }) => [uri, edits]);
  }
}

export class MarkdownString {
  value: string;
  supportThemeIcons: boolean;
  isTrusted?: boolean | { readonly enabledCommands: readonly string[] };
  supportHtml?: boolean;
  constructor(value = "", supportThemeIcons = false) {
    this.value = value;
    this.supportThemeIcons = supportThemeIcons;
  }
  appendText(text: string): this {
    this.value += text.replace(/[\\`*_{}[\]()#+\-!~<>|]/g, String.raw`\$&`).replaceAll("\n", "\n\n");
    return this;
  }
  appendMarkdown(text: string): this {
    this.value += text;
    return this;
  }
  appendCodeblock(text: string, language = ""): this {
    this.value += `\n\`\`\`${language}\n${text}\n\`\`\`\n`;
    return this;
  }
}

export class SnippetString {
  value: string;
  constructor(value = "") {
    this.value = value;
  }
}

export class ThemeColor {
  readonly id: string;
  constructor(id: string) {
    this.id = id;
  }
}

export class ThemeIcon {
  static readonly File = new ThemeIcon("file");
  static readonly Folder = new ThemeIcon("folder");
  readonly id: string;
  readonly color: ThemeColor | undefined;
  constructor(id: string, color?: ThemeColor) {
    this.id = id;
    this.color = color;
  }
}

export class TreeItem {
  label: unknown;
  collapsibleState: number;
  constructor(label: unknown, collapsibleState = 0) {
    this.label = label;
    this.collapsibleState = collapsibleState;
  }
}

export class Diagnostic {
  range: Range;
  message: string;
  severity: number;
  source?: string;
  code?: unknown;
  constructor(range: Range, message: string, severity = 0) {
    this.range = range;
    this.message = message;
    this.severity = severity;
  }
}

export class CodeActionKind {
  readonly value: string;
  constructor(value: string) {
    this.value = value;
  }
  static readonly Empty = new CodeActionKind("");
  static readonly QuickFix = new CodeActionKind("quickfix");
  static readonly Refactor = new CodeActionKind("refactor");
  static readonly Source = new CodeActionKind("source");
}

export class CodeAction {
  title: string;
  kind: CodeActionKind | undefined;
  constructor(title: string, kind?: CodeActionKind) {
    this.title = title;
    this.kind = kind;
  }
}

export class CodeLens {
  range: Range;
  command: unknown;
  constructor(range: Range, command?: unknown) {
    this.range = range;
    this.command = command;
  }
  get isResolved(): boolean {
    return this.command !== undefined;
  }
}

export class CompletionItem {
  label: unknown;
  kind: number | undefined;
  constructor(label: unknown, kind?: number) {
    this.label = label;
    this.kind = kind;
  }
}

export class CompletionList {
  items: CompletionItem[];
  isIncomplete: boolean;
  constructor(items: CompletionItem[] = [], isIncomplete = false) {
    this.items = items;
    this.isIncomplete = isIncomplete;
  }
}

export class Hover {
  contents: unknown[];
  range: Range | undefined;
  constructor(contents: unknown, range?: Range) {
    this.contents = Array.isArray(contents) ? contents : [contents];
    this.range = range;
  }
}

export class DocumentLink {
  range: Range;
  target: unknown;
  tooltip?: string;
  constructor(range: Range, target?: unknown) {
    this.range = range;
    this.target = target;
  }
}

export class McpStdioServerDefinition {
  readonly label: string;
  command: string;
  args: string[];
  env: Record<string, string | number | null>;
  version: string | undefined;
  cwd?: unknown;
  constructor(
    label: string,
    command: string,
    args: string[] = [],
    env: Record<string, string | number | null> = {},
    version?: string,
  ) {
    this.label = label;
    this.command = command;
    this.args = args;
    this.env = env;
    this.version = version;
  }
}

export class RelativePattern {
  readonly baseUri: unknown;
  readonly pattern: string;
  constructor(base: unknown, pattern: string) {
    this.baseUri = typeof base === "object" && base !== null && "uri" in base ? base.uri : base;
    this.pattern = pattern;
  }
}
