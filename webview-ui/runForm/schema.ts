/** Reads the JSON schema of a tool's parameters, one level at a time, into the field that a person fills in. */
import type { Json, JsonObject } from "../../runtime/contract/tools.ts";
import { deref, isObject, merged, sameJson } from "./schemaTools.ts";

export type Field = FieldBase &
  (
    | { kind: "text"; input: TextInput }
    | { kind: "number"; integer: boolean }
    | { kind: "boolean" }
    | { kind: "choice"; options: Option[] }
    /** A list without repetition of some given values. */
    | { kind: "choices"; options: Option[] }
    | { kind: "list"; item: JsonObject }
    | { kind: "group"; properties: GroupProperty[]; closed: boolean }
    | { kind: "variants"; variants: Variant[] }
    /** What has no input of its own: JSON text. */
    | { kind: "json" }
  );

export interface FieldBase {
  /** Resolved: no $ref, no allOf where they could be resolved. */
  schema: JsonObject;
  title: string | undefined;
  help: string | undefined;
  nullable: boolean;
  /** Is not remembered and not shown in clear. */
  secret: boolean;
}

export type TextInput = "text" | "long" | "date" | "time" | "dateTime" | "email" | "url" | "color" | "password";

export interface Option {
  label: string;
  value: Json;
}

export interface GroupProperty {
  name: string;
  schema: JsonObject;
  required: boolean;
}

export interface Variant {
  /** undefined: it has no name; its number says which it is. */
  label: string | undefined;
  schema: JsonObject;
}

const MAX_DEPTH = 12;
/** How deep a value is looked into to find the shape that it has. */
const MAX_MATCH_DEPTH = 4;
const LONG_TEXT = 200;
const INPUTS: Record<string, TextInput> = {
  date: "date",
  time: "time",
  "date-time": "dateTime",
  email: "email",
  uri: "url",
  url: "url",
  color: "color",
  password: "password",
  textarea: "long",
  multiline: "long",
};

/** @param root the whole schema, in which $ref is looked up */
export function readField(given: Json | undefined, root: JsonObject, depth = 0): Field {
  const whole = merged(deref(isObject(given) ? given : {}, root), root);
  const { schema, nullable } = withoutNull(whole, root);
  const base: FieldBase = {
    schema,
    nullable,
    title: text(schema["title"]) ?? text(whole["title"]),
    help: text(schema["description"]) ?? text(whole["description"]),
    secret: looksSecret(schema),
  };
  if (depth > MAX_DEPTH) return { ...base, kind: "json" };
  return { ...base, ...kindOf(schema, root) };
}

type Kind<F = Field> = F extends Field ? Omit<F, keyof FieldBase> : never;

function kindOf(schema: JsonObject, root: JsonObject): Kind {
  const options = optionsOf(schema, root);
  if (options) return { kind: "choice", options };
  const arms = armsOf(schema, root);
  if (arms) return { kind: "variants", variants: arms };
  switch (schema["type"]) {
    case "string":
      return { kind: "text", input: textInput(schema) };
    case "number":
      return { kind: "number", integer: false };
    case "integer":
      return { kind: "number", integer: true };
    case "boolean":
      return { kind: "boolean" };
    case "array":
      return listKind(schema, root);
    case "object":
      return groupKind(schema);
  }
  if (schema["type"] !== undefined) return { kind: "json" };
  if (isObject(schema["properties"])) return groupKind(schema);
  if (isObject(schema["items"])) return listKind(schema, root);
  return { kind: "json" };
}

function groupKind(schema: JsonObject): Kind {
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const names = Object.keys(properties);
  // A map of any names has no fields to show.
  if (names.length === 0 && schema["additionalProperties"] !== false) return { kind: "json" };
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  return {
    kind: "group",
    closed: schema["additionalProperties"] === false,
    properties: names.map((name) => {
      const property = properties[name];
      return { name, schema: isObject(property) ? property : {}, required: required.includes(name) };
    }),
  };
}

function listKind(schema: JsonObject, root: JsonObject): Kind {
  const item = schema["items"];
  if (!isObject(item) || schema["prefixItems"] !== undefined) return { kind: "json" };
  const options = optionsOf(merged(deref(item, root), root), root);
  if (options && schema["uniqueItems"] === true && options.length <= 30) return { kind: "choices", options };
  return { kind: "list", item };
}

function textInput(schema: JsonObject): TextInput {
  const format = text(schema["format"]);
  if (schema["writeOnly"] === true) return "password";
  const known = format !== undefined && Object.hasOwn(INPUTS, format) ? INPUTS[format] : undefined;
  if (known) return known;
  const longest = schema["maxLength"];
  return typeof longest === "number" && longest > LONG_TEXT ? "long" : "text";
}

/** enum, const, or a union of consts, with their names. */
function optionsOf(schema: JsonObject, root: JsonObject): Option[] | undefined {
  if ("const" in schema) return [optionOf(schema["const"], text(schema["title"]))];
  const values = schema["enum"];
  if (Array.isArray(values)) {
    const names = [schema["enumNames"], schema["x-enumNames"], schema["x-enum-varnames"]].find(Array.isArray) ?? [];
    return values.map((value, index) => optionOf(value, text(names[index])));
  }
  const arms = unionOf(schema)?.map((arm) => merged(deref(isObject(arm) ? arm : {}, root), root));
  if (!arms?.every((arm) => "const" in arm)) return undefined;
  return arms.map((arm) => optionOf(arm["const"], text(arm["title"]) ?? text(arm["description"])));
}

function optionOf(value: Json | undefined, name?: string): Option {
  const given = value ?? null;
  return { value: given, label: name ?? (typeof given === "string" && given !== "" ? given : JSON.stringify(given)) };
}

function unionOf(schema: JsonObject): Json[] | undefined {
  const union = [schema["oneOf"], schema["anyOf"]].find((arms) => Array.isArray(arms) && arms.length > 0);
  return Array.isArray(union) ? union : undefined;
}

/** The choices of a union, each with what stands beside the union; undefined: no union that a person could choose from. */
function armsOf(schema: JsonObject, root: JsonObject): Variant[] | undefined {
  const types = schema["type"];
  const { oneOf: _one, anyOf: _any, title: _title, description: _description, default: _default, ...beside } = schema;
  if (Array.isArray(types)) return types.map((type) => ({ label: text(type), schema: { ...schema, type } }));
  const arms = unionOf(schema)?.map((arm) => merged(deref(isObject(arm) ? arm : {}, root), root));
  // Arms that only say which fields go together are a rule, not a choice; the runtime's check tells.
  if (!arms || arms.every((arm) => Object.keys(arm).every((key) => key === "required" || key === "not")))
    return undefined;
  return arms.map((arm) => {
    const whole = merged({ ...beside, allOf: [arm] }, root);
    return { label: text(arm["title"]) ?? variantName(arm), schema: whole };
  });
}

/** By what tells it from the others: the value of a constant field, else its description or type. */
function variantName(arm: JsonObject): string | undefined {
  const properties = isObject(arm["properties"]) ? Object.values(arm["properties"]) : [];
  const constant = properties.find((property) => isObject(property) && typeof property["const"] === "string");
  if (isObject(constant)) return text(constant["const"]);
  return text(arm["description"]) ?? text(arm["format"]) ?? text(arm["type"]);
}

/** Takes null out of what a schema allows. */
function withoutNull(schema: JsonObject, root: JsonObject): { schema: JsonObject; nullable: boolean } {
  const type = schema["type"];
  if (Array.isArray(type) && type.includes("null")) {
    const rest = type.filter((one) => one !== "null");
    const values = schema["enum"];
    return {
      nullable: true,
      schema: {
        ...schema,
        type: rest.length === 1 ? (rest[0] ?? null) : rest,
        ...(Array.isArray(values) ? { enum: values.filter((value) => value !== null) } : {}),
      },
    };
  }
  for (const key of ["anyOf", "oneOf"]) {
    const arms = schema[key];
    if (!Array.isArray(arms)) continue;
    const rest = arms.filter((arm) => !isNull(isObject(arm) ? deref(arm, root) : {}));
    if (rest.length === arms.length || rest.length === 0) continue;
    const { [key]: _, ...beside } = schema;
    const [only] = rest;
    const left =
      rest.length === 1 && isObject(only) ? merged({ ...beside, allOf: [only] }, root) : { ...beside, [key]: rest };
    return { nullable: true, schema: withoutNull(left, root).schema };
  }
  return { schema, nullable: schema["nullable"] === true };
}

function isNull(schema: JsonObject): boolean {
  return schema["type"] === "null" || ("const" in schema && schema["const"] === null);
}

function looksSecret(schema: JsonObject): boolean {
  return schema["writeOnly"] === true || schema["format"] === "password";
}

/** Can the field show the value? */
export function fits(field: Field, value: Json, root: JsonObject, depth = 0): boolean {
  if (value === null && field.nullable) return true;
  switch (field.kind) {
    case "text":
      return typeof value === "string";
    case "number":
      return typeof value === "number";
    case "boolean":
      return typeof value === "boolean";
    case "choice":
      return field.options.some((option) => sameJson(option.value, value));
    case "choices":
      return Array.isArray(value) && value.every((one) => field.options.some((option) => sameJson(option.value, one)));
    case "list":
      return Array.isArray(value);
    case "group":
      return isObject(value);
    case "variants":
      return bestVariant(field.variants, value, root, depth) !== undefined;
    case "json":
      return true;
  }
}

/** Which variant a value is most likely of; undefined: of none. */
export function bestVariant(variants: Variant[], value: Json, root: JsonObject, depth = 0): number | undefined {
  if (depth > MAX_MATCH_DEPTH) return 0;
  const scores = variants.map(({ schema }) => score(readField(schema, root, depth + 1), value, root, depth + 1));
  const best = Math.max(...scores);
  return best > 0 ? scores.indexOf(best) : undefined;
}

function score(field: Field, value: Json, root: JsonObject, depth: number): number {
  if (!fits(field, value, root, depth)) return 0;
  if (field.kind === "json") return 1;
  if (field.kind !== "group" || !isObject(value)) return 2;
  let points = 2;
  for (const { name, schema, required } of field.properties) {
    const given = value[name];
    if (given === undefined) points -= required ? 1.5 : 0;
    else if (fits(readField(schema, root, depth + 1), given, root, depth + 1)) points += 1;
    else points -= 3;
  }
  const known = new Set(field.properties.map(({ name }) => name));
  points -= Object.keys(value).filter((name) => !known.has(name)).length * (field.closed ? 1 : 0.5);
  return Math.max(points, 0.1);
}

/** What a part that is added begins with. */
export function seedOf(schema: JsonObject): Json | undefined {
  if (schema["default"] !== undefined) return schema["default"];
  return "const" in schema ? schema["const"] : undefined;
}

function text(value: Json | undefined): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}
