/** Schemas and values in a few words, for the text that tells an agent what was expected and what came. */
import type { Json, JsonObject } from "../contract/tools.ts";
import { resolvePointer } from "./references.ts";
import { isObject } from "./schemaLint.ts";

const MAX_VALUES = 20;

/** "an integer from 1 to 50", `one of "low", "high"`, "a string in the format date". */
export function describeSchema(schema: Json | undefined, root: JsonObject, depth = 0): string {
  if (schema === false) return "nothing";
  if (!isObject(schema) || depth > 3) return "any value";
  const { $ref, const: constant, enum: allowed, type } = schema;
  if (typeof $ref === "string") return describeSchema(resolvePointer(root, $ref.replace(/^#/, "")), root, depth + 1);
  if (constant !== undefined) return shortJson(constant);
  if (Array.isArray(allowed)) {
    const more = allowed.length > MAX_VALUES ? `, … (${allowed.length} values)` : "";
    return (
      (allowed.length > 1 ? "one of " : "") +
      allowed
        .slice(0, MAX_VALUES)
        .map((value) => shortJson(value))
        .join(", ") +
      more
    );
  }
  const arms = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(arms) && type === undefined) {
    return [...new Set(arms.slice(0, 6).map((arm) => describeSchema(arm, root, depth + 1)))].join(" or ");
  }
  if (Array.isArray(type)) return type.map((name) => describeType(String(name), schema, root, depth)).join(" or ");
  if (typeof type === "string") return describeType(type, schema, root, depth);
  return isObject(schema["properties"]) ? describeType("object", schema, root, depth) : "another value";
}

function describeType(type: string, schema: JsonObject, root: JsonObject, depth: number): string {
  switch (type) {
    case "integer":
    case "number":
      return (type === "integer" ? "an integer" : "a number") + numberRange(schema);
    case "string":
      return "a string" + stringRules(schema);
    case "array":
      return listText(schema, root, depth);
    case "object":
      return objectText(schema);
    case "boolean":
      return "true or false";
    default:
      return type;
  }
}

function numberRange({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }: JsonObject): string {
  const low =
    typeof exclusiveMinimum === "number"
      ? ` above ${exclusiveMinimum}`
      : minimum === undefined
        ? ""
        : ` from ${shortJson(minimum)}`;
  const high =
    typeof exclusiveMaximum === "number"
      ? ` below ${exclusiveMaximum}`
      : maximum === undefined
        ? ""
        : ` up to ${shortJson(maximum)}`;
  return low + high + (multipleOf === undefined ? "" : `, a multiple of ${shortJson(multipleOf)}`);
}

function stringRules({ minLength, maxLength, pattern, format }: JsonObject): string {
  const rules = [
    typeof format === "string" ? ` in the format ${format}` : "",
    typeof pattern === "string" ? ` that matches ${pattern.slice(0, 120)}` : "",
    minLength === undefined ? "" : ` of at least ${shortJson(minLength)} characters`,
    maxLength === undefined ? "" : ` of at most ${shortJson(maxLength)} characters`,
  ];
  return rules.filter(Boolean).join(",");
}

function listText({ items, minItems, maxItems }: JsonObject, root: JsonObject, depth: number): string {
  const of = isObject(items) ? ` of ${describeSchema(items, root, depth + 1)}` : "";
  const low = minItems === undefined ? "" : `, at least ${shortJson(minItems)}`;
  return "an array" + of + low + (maxItems === undefined ? "" : `, at most ${shortJson(maxItems)}`);
}

function objectText({ properties, required }: JsonObject): string {
  const names =
    Array.isArray(required) && required.length > 0 ? required : isObject(properties) ? Object.keys(properties) : [];
  return "an object" + (names.length > 0 ? ` with ${names.slice(0, 8).join(", ")}` : "");
}

/** JSON text of a value, cut after some characters. */
export function shortJson(value: Json, limit = 60): string {
  const text = JSON.stringify(value);
  return text.length > limit ? text.slice(0, limit).toWellFormed() + "…" : text;
}

/** "text "5812"", "the number 1.5": kind and value of what came. */
export function describeValue(value: Json | undefined): string {
  if (value === undefined) return "nothing";
  if (typeof value === "string") return `the string ${shortJson(value)}`;
  if (typeof value === "number") return `the number ${value}`;
  if (value === null || typeof value === "boolean") return String(value);
  return `${Array.isArray(value) ? "an array" : "an object"} ${shortJson(value)}`;
}
