/**
 * Checks tools.json against tools.schema.json, the same file that the editor uses. A reader of the few keywords which that
 * schema has, in place of ajv: it starts in no time, says where and what in plain words, and knows the nearest field.
 */
import { distance } from "fastest-levenshtein";
import type { Json } from "../contract/tools.ts";
import type { JsonPath } from "./jsonc.ts";
import toolsSchema from "./tools.schema.json" with { type: "json" };

interface ShapeFinding {
  path: JsonPath;
  on: "key" | "value";
  code: "unknown-field" | "missing-field" | "wrong-type" | "wrong-value";
  message: string;
  /** The word that was meant. */
  subject?: string;
}

export interface Shape {
  type?: "string" | "number" | "integer" | "boolean" | "object" | "array";
  required?: string[];
  properties?: Record<string, Shape>;
  additionalProperties?: boolean | Shape;
  items?: Shape;
  enum?: string[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  maxItems?: number;
  pattern?: string;
}

const { tools: _list, ...rootProperties } = toolsSchema.properties;
/** The file without its tools. */
export const FILE_SHAPE = {
  type: "object",
  properties: { ...rootProperties, tools: {} },
  additionalProperties: false,
} as Shape;
export const TOOL_SHAPE = toolsSchema.definitions.tool as Shape;

/** Everything wrong with a value, outermost first. @param owner what the fields belong to, in words: "a tool" */
export function checkShape(shape: Shape, value: Json, owner: string): ShapeFinding[] {
  const findings: ShapeFinding[] = [];
  check(shape, value, [], owner, findings);
  return findings;
}

function check(shape: Shape, value: Json, path: JsonPath, owner: string, findings: ShapeFinding[]): void {
  const wrong: Wrong = (code, text, subject) =>
    void findings.push({
      path,
      on: "value",
      code,
      message: `${labelOf(path, owner)} ${text}`,
      ...(subject === undefined ? {} : { subject }),
    });
  if (shape.type && !hasType(shape.type, value)) {
    wrong("wrong-type", `must be ${TYPE_WORDS[shape.type]}${rangeText(shape)}, not ${describeJson(value)}`);
  } else if (typeof value === "string") {
    checkText(shape, value, wrong);
  } else if (typeof value === "number") {
    const low = shape.exclusiveMinimum !== undefined && value <= shape.exclusiveMinimum;
    if (low || value < (shape.minimum ?? -Infinity) || value > (shape.maximum ?? Infinity)) {
      wrong("wrong-value", `must be a number${rangeText(shape)}, not ${value}`);
    }
  } else if (Array.isArray(value)) {
    if (value.length > (shape.maxItems ?? Infinity)) wrong("wrong-value", `has more than ${shape.maxItems} entries`);
    const items = shape.items;
    if (items) value.forEach((item, index) => check(items, item, [...path, index], owner, findings));
  } else if (value !== null && typeof value === "object") {
    checkObject(shape, value, path, owner, findings);
  }
}

type Wrong = (code: ShapeFinding["code"], text: string, subject?: string) => void;

function checkText(shape: Shape, value: string, wrong: Wrong): void {
  if (shape.enum && !shape.enum.includes(value)) {
    const nearest = nearestOf(value, shape.enum);
    const list = shape.enum.map((item) => `"${item}"`).join(", ");
    wrong(
      "wrong-value",
      `must be ${shape.enum.length > 1 ? "one of " : ""}${list}${nearest ? `; did you mean "${nearest}"?` : ""}`,
      nearest,
    );
  } else if (value.length < (shape.minLength ?? 0)) {
    wrong("wrong-value", "must not be empty");
  } else if (value.length > (shape.maxLength ?? Infinity)) {
    wrong("wrong-value", `has ${value.length} characters; ${shape.maxLength} are allowed`);
  } else if (shape.pattern && !new RegExp(shape.pattern).test(value)) {
    wrong("wrong-value", `must match ${shape.pattern}`);
  }
}

function checkObject(
  shape: Shape,
  value: { [key: string]: Json },
  path: JsonPath,
  owner: string,
  findings: ShapeFinding[],
): void {
  const known = shape.properties ?? {};
  for (const name of shape.required ?? []) {
    if (Object.hasOwn(value, name)) continue;
    findings.push({ path: [...path, name], on: "value", code: "missing-field", message: `"${name}" is missing` });
  }
  for (const [name, item] of Object.entries(value)) {
    const below = [...path, name];
    const part = Object.hasOwn(known, name) ? known[name] : shape.additionalProperties;
    if (typeof part === "object") check(part, item, below, owner, findings);
    else if (part === false) findings.push(unknownField(name, below, Object.keys(known), owner, value));
  }
}

function unknownField(name: string, path: JsonPath, known: string[], owner: string, given: object): ShapeFinding {
  const nearest = nearestOf(
    name,
    known.filter((field) => !Object.hasOwn(given, field)),
  );
  const where = path.length > 1 ? labelOf(path.slice(0, -1), owner) : owner;
  const message = `"${name}" is not a field of ${where}${nearest ? `; did you mean "${nearest}"?` : ""}`;
  return { path, on: "key", code: "unknown-field", message, ...(nearest ? { subject: nearest } : {}) };
}

/** The part of a shape that a path leads to, as far as it is described. */
export function shapeAt(shape: Shape, path: JsonPath): Shape | undefined {
  let at: Shape | undefined = shape;
  for (const part of path) {
    at = typeof part === "number" ? at?.items : fieldOf(at, part);
  }
  return at;
}

function fieldOf(shape: Shape | undefined, name: string): Shape | undefined {
  if (shape?.properties && Object.hasOwn(shape.properties, name)) return shape.properties[name];
  return typeof shape?.additionalProperties === "object" ? shape.additionalProperties : undefined;
}

/** The nearest of some words, where one is near enough to be a slip of the hand. */
export function nearestOf(word: string, words: readonly string[]): string | undefined {
  const lower = word.toLowerCase();
  const limit = word.length < 5 ? 1 : Math.max(2, Math.floor(word.length / 3));
  let best: string | undefined;
  let least = limit + 1;
  for (const candidate of words) {
    const steps = isAnagram(lower, candidate.toLowerCase()) ? 1 : distance(lower, candidate.toLowerCase());
    if (steps < least) [best, least] = [candidate, steps];
  }
  return best;
}

/** Letters that changed places, the commonest slip: "tpye". */
function isAnagram(a: string, b: string): boolean {
  return a.length === b.length && a !== b && [...a].toSorted().join("") === [...b].toSorted().join("");
}

const TYPE_WORDS = {
  string: "a text",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  object: "an object",
  array: "a list",
} as const;

function hasType(type: NonNullable<Shape["type"]>, value: Json): boolean {
  if (type === "array") return Array.isArray(value);
  if (type === "object") return value !== null && typeof value === "object" && !Array.isArray(value);
  if (type === "integer") return Number.isSafeInteger(value);
  if (type === "number") return typeof value === "number" && Number.isFinite(value);
  return typeof value === type;
}

function rangeText({ exclusiveMinimum, minimum, maximum }: Shape): string {
  const above = exclusiveMinimum === undefined ? "" : ` above ${exclusiveMinimum}`;
  return minimum === undefined || maximum === undefined ? above : ` from ${minimum} to ${maximum}`;
}

/** `"timeout"`, or `"annotations.readOnly"`; the owner itself at the top. */
function labelOf(path: JsonPath, owner: string): string {
  return path.length === 0 ? owner : `"${path.join(".")}"`;
}

/** A JSON value in a few words: `the text "30"`, `null`, `a list`. */
export function describeJson(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "an object";
  if (typeof value === "string")
    return `the text ${JSON.stringify(value.length > 40 ? value.slice(0, 40) + "…" : value)}`;
  return String(value);
}
