/** Small things on JSON schemas. */
import type { Json, JsonObject } from "../../runtime/contract/tools.ts";

const MAX_STEPS = 20;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Follows $ref within the schema; what cannot be followed allows anything. Words beside a $ref stay. */
export function deref(schema: JsonObject, root: JsonObject): JsonObject {
  let current = schema;
  for (let step = 0; step < MAX_STEPS; step++) {
    const { $ref, ...beside } = current;
    if (typeof $ref !== "string") return current;
    const target = lookUp($ref, root);
    if (!isObject(target)) return beside;
    current = { ...target, ...beside };
  }
  return {};
}

function lookUp(reference: string, root: JsonObject): Json | undefined {
  if (reference === "#") return root;
  if (!reference.startsWith("#/")) return undefined;
  let current: Json | undefined = root;
  for (const part of reference.slice(2).split("/")) {
    const name = decode(part).replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(current)) current = current[Number(name)];
    else if (isObject(current) && Object.hasOwn(current, name)) current = current[name];
    else return undefined;
  }
  return current;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Puts the parts of allOf into one schema. */
export function merged(schema: JsonObject, root: JsonObject, depth = 0): JsonObject {
  const { allOf, ...rest } = schema;
  if (!Array.isArray(allOf) || depth > MAX_STEPS) return schema;
  let whole: JsonObject = rest;
  for (const part of allOf) {
    if (isObject(part)) whole = both(whole, merged(deref(part, root), root, depth + 1));
  }
  return whole;
}

function both(one: JsonObject, other: JsonObject): JsonObject {
  const whole: JsonObject = { ...other, ...one };
  if (isObject(one["properties"]) && isObject(other["properties"])) {
    const properties: JsonObject = { ...one["properties"] };
    for (const [name, schema] of Object.entries(other["properties"])) {
      const mine = properties[name];
      properties[name] = isObject(mine) && isObject(schema) ? { ...mine, ...schema } : schema;
    }
    whole["properties"] = properties;
  }
  if (Array.isArray(one["required"]) && Array.isArray(other["required"]))
    whole["required"] = [...new Set([...one["required"], ...other["required"]])];
  return whole;
}

export function sameJson(one: Json, other: Json): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** JSON pointer of a part. */
export function below(pointer: string, name: string | number): string {
  return `${pointer}/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}
