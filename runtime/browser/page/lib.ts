/** What the parts of the page script offer each other. Types only: the parts run inside the page, in an isolated world. */

/** One step of a chain: which engine, and the text for it. `exact`: the whole text must be equal. */
export interface Step {
  engine: "css" | "text" | "role" | "label" | "placeholder" | "testid" | "xpath";
  body: string;
  exact?: boolean;
  /** role only: the accessible name. */
  name?: string;
}

/** A selector: its steps, each searched inside the matches of the one before. `text` is what the author wrote. */
export interface Selector {
  text: string;
  steps: Step[];
}

/** Fallbacks in order: the first with a match counts. */
export type Selectors = Selector[];

export type Outcome = { ok: unknown } | { pending: Pending } | { bad: { selector: string; message: string } };

export interface Pending {
  /** How many elements matched. */
  matched: number;
  /** Why that is not enough, "" when nothing matched: "not visible", "covered by <div id=\"veil\">". */
  reason: string;
}

export type Root = Document | ShadowRoot | Element;

/** What a field of a shape gives. */
export interface Field {
  kind: "field";
  /** Undefined: the element itself. */
  select?: Selectors;
  attr?: string;
  as: "text" | "number" | "integer" | "boolean" | "html" | "url";
  /** Decimal mark of numbers, when it is known. */
  decimal?: "," | ".";
  required: boolean;
}
export type Shape =
  Field | { kind: "list"; select: Selectors; each: Shape } | { kind: "object"; fields: [name: string, shape: Shape][] };

export interface QueryPart {
  findAll(selectors: Selectors, root?: Root): Element[];
  findFirst(selectors: Selectors, root?: Root): Element | undefined;
  /** Open shadow roots below, in document order. */
  shadowRoots(root: Root): ShadowRoot[];
  /** Parent through slots' hosts and shadow roots. */
  parentOf(node: Node): Node | null;
}
export interface TextPart {
  /** One space for every run of blanks, line breaks kept, ends trimmed. */
  tidy(text: string): string;
  textOf(element: Element): string;
  /** Text of the page as a reader sees it, with that of open shadow roots. */
  pageText(): string;
  parseNumber(text: string, decimal?: "," | "."): number | null;
}
export interface StatePart {
  isVisible(element: Element): boolean;
  /** Shown, but with nothing in it that could be seen. */
  hasNoSize(element: Element): boolean;
  describe(element: Element): string;
  /** "" when the element can be acted on, else why not. */
  blocker(element: Element, needs: Needs): string;
}
export interface Needs {
  visible?: boolean;
  enabled?: boolean;
  editable?: boolean;
}
export interface WaitPart {
  run(op: string, input: { waitMs?: number }): Promise<string>;
}

/** An operation: one try. It is tried again until it is ok or the time is over. */
export type Op = (input: never) => Outcome | Promise<Outcome>;
export interface PageLib extends QueryPart, TextPart, StatePart, WaitPart {
  ops: Record<string, Op>;
}
