/** What the parts of the form have in common. Types only. */
import type { ArgumentProblem } from "../../runtime/contract/control.ts";
import type { Json, JsonObject } from "../../runtime/contract/tools.ts";
import type { Field } from "./schema.ts";

export interface FormContext {
  root: JsonObject;
  /** Something was typed, chosen, added or removed. */
  changed(): void;
  newId(): string;
  /** Makes a field inside of a field. */
  field(options: FieldOptions): FieldView;
}

export interface FieldOptions {
  schema: JsonObject;
  /** Of the property; "" where there is none. */
  name: string;
  /** Takes the place of the title or name; read again when an item moves. */
  label?: () => string;
  required: boolean;
  /** Its label is only read aloud. */
  inList?: boolean;
  /** No label, no help: it stands inside of one that has them. */
  bare?: boolean;
  value: Json | undefined;
  context: FormContext;
  /** How many fields it lies in: a schema may hold itself. */
  depth: number;
  pointer(): string;
  onChange(): void;
}

/** A field with its label, help and problem. */
export interface FieldView {
  readonly element: HTMLElement;
  readonly label: string;
  /** The person has been here. */
  readonly touched: boolean;
  /** JSON pointer into the arguments, now. */
  pointer(): string;
  /** undefined: not given, or not readable. */
  read(): Json | undefined;
  /** What can be said at once, without the runtime; its own and its parts'. */
  problems(): ArgumentProblem[];
  parts(): FieldView[];
  show(messages: string[]): void;
  focus(): void;
}

/** What a value is typed or chosen in. */
export interface Input {
  element: HTMLElement;
  /** Where the focus goes. */
  focusable: HTMLElement;
  /** True: a label can stand for it; false: a group of several. */
  single: boolean;
  read(): Json | undefined;
  /** A sentence; undefined: nothing is wrong. */
  problem(): string | undefined;
  parts(): FieldView[];
  /** Where "not given" is a state of the input itself: makes it so. */
  clear?(): void;
  /** Of a text: says that "" is meant. */
  emptyText?: { given(): boolean; set(given: boolean): void };
}

export interface InputOptions {
  context: FormContext;
  /** For the focusable element. */
  id: string;
  required: boolean;
  depth: number;
  /** Shown while it is empty. */
  placeholder: string;
  pointer(): string;
  /** To be called after each change. */
  onChange(): void;
}

export type MakeInput<Kind extends Field["kind"]> = (
  field: Extract<Field, { kind: Kind }>,
  value: Json | undefined,
  options: InputOptions,
) => Input;
