/** Takes out the arguments that a tool's parameters call secret (`"format": "password"`, `"writeOnly": true`). */
import type { Json, JsonObject } from "../contract/tools.ts";
import { resolvePointer } from "../tools/references.ts";

/** Stands in their place, as for secrets of which nothing is known. */
const MARK = "«secret»";
/** A schema that holds itself, with arguments as deep: what lies deeper is not shown at all. */
const MAX_DEPTH = 200;
const UNIONS = ["allOf", "anyOf", "oneOf"] as const;

/** @param args as the caller sent them, so in any shape; not changed */
export function withoutSecretArguments(args: unknown, parameters: JsonObject): { args: unknown; redacted: boolean } {
  if (!mentionsSecrets(parameters)) return { args, redacted: false };
  let redacted = false;

  const clean = (value: unknown, schemas: Iterable<Json | undefined>, depth: number): unknown => {
    if (value === null || value === undefined) return value;
    const shapes = shapesOf(schemas, parameters);
    if (depth > MAX_DEPTH || shapes.some(isSecret)) {
      redacted = true;
      return MARK;
    }
    if (shapes.length === 0) return value;
    if (typeof value === "string") return cleanText(value, shapes, depth);
    if (Array.isArray(value)) return value.map((item, index) => clean(item, itemSchemas(shapes, index), depth + 1));
    if (typeof value !== "object") return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [name, clean(part, propertySchemas(shapes, name), depth + 1)]),
    );
  };
  /** Agents send an object as its JSON text, too, which is put right before the run. */
  const cleanText = (text: string, shapes: JsonObject[], depth: number): string => {
    const value = /^\s*[[{]/.test(text) ? parsed(text) : undefined;
    if (value === undefined) return text;
    const before = redacted;
    redacted = false;
    const left = clean(value, shapes, depth + 1);
    const found = redacted;
    redacted ||= before;
    return found ? JSON.stringify(left) : text;
  };
  return { args: clean(args, [parameters], 0), redacted };
}

/** Most tools have no such parameter, and the question comes with each run. */
const mentions = new WeakMap<JsonObject, boolean>();

function mentionsSecrets(parameters: JsonObject): boolean {
  const known = mentions.get(parameters) ?? /"(?:writeOnly|password)"/.test(JSON.stringify(parameters));
  mentions.set(parameters, known);
  return known;
}

function isSecret({ format, writeOnly }: JsonObject): boolean {
  return format === "password" || writeOnly === true;
}

/** The schemas themselves and all that they refer to or could stand for. */
function shapesOf(schemas: Iterable<Json | undefined>, root: JsonObject): JsonObject[] {
  const shapes = new Set<JsonObject>();
  const add = (schema: Json | undefined): void => {
    if (!isObject(schema) || shapes.has(schema)) return;
    shapes.add(schema);
    const { $ref } = schema;
    if (typeof $ref === "string" && $ref.startsWith("#")) add(resolvePointer(root, $ref.slice(1)));
    for (const part of [...UNIONS.map((name) => schema[name]), schema["then"], schema["else"]].flat()) add(part);
  };
  for (const schema of schemas) add(schema);
  return [...shapes];
}

function itemSchemas(shapes: JsonObject[], index: number): (Json | undefined)[] {
  return shapes.flatMap(({ items, prefixItems, additionalItems }) => {
    const first = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : [];
    return [first[index] ?? (Array.isArray(items) ? additionalItems : items)];
  });
}

/** Patterns are not tried: one that is meant for other names hides too much at worst. */
function propertySchemas(shapes: JsonObject[], name: string): (Json | undefined)[] {
  return shapes.flatMap(({ properties, patternProperties, additionalProperties }) => {
    if (isObject(properties) && Object.hasOwn(properties, name)) return [properties[name]];
    return [...(isObject(patternProperties) ? Object.values(patternProperties) : []), additionalProperties];
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
