/** Makes a value that fits a schema, as an example for an agent whose call did not. Best effort: the caller checks it. */
import type { Json, JsonObject } from "../contract/tools.ts";
import { setOwn } from "./jsonc.ts";
import { patternExample } from "./patternExample.ts";
import { resolvePointer } from "./references.ts";
import { isObject } from "./schemaLint.ts";

const MAX_DEPTH = 8;

const FORMATS: Record<string, string> = {
  date: "2026-01-31",
  time: "12:00:00Z",
  "date-time": "2026-01-31T12:00:00Z",
  "iso-time": "12:00:00",
  "iso-date-time": "2026-01-31T12:00:00",
  duration: "PT1H",
  uri: "https://example.com/",
  url: "https://example.com/",
  "uri-reference": "https://example.com/",
  "uri-template": "https://example.com/{id}",
  email: "name@example.com",
  hostname: "example.com",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  regex: "^a",
  uuid: "123e4567-e89b-42d3-a456-426614174000",
  "json-pointer": "/a",
  "json-pointer-uri-fragment": "#/a",
  "relative-json-pointer": "0",
  byte: "dGV4dA==",
};

/** @param root the schema in which `$ref` is looked up */
export function exampleOf(schema: Json | undefined, root: JsonObject, depth = 0): Json {
  if (!isObject(schema)) return "value";
  const given = givenExample(schema);
  if (given !== undefined) return given;
  if (depth > MAX_DEPTH) return {};
  const { $ref, allOf, type } = schema;
  const below = (part: Json | undefined) => exampleOf(part, root, depth + 1);
  if (typeof $ref === "string") return below(resolvePointer(root, $ref.replace(/^#/, "")));
  const arms = schema["anyOf"] ?? schema["oneOf"];
  const arm = Array.isArray(arms)
    ? (arms.find((part) => isObject(part) && part["type"] !== "null") ?? arms[0])
    : undefined;
  const parts = [...(Array.isArray(allOf) ? allOf : []), ...(arm === undefined ? [] : [arm])];
  if (parts.length > 0) {
    const { allOf: _all, anyOf: _any, oneOf: _one, ...rest } = schema;
    const values = parts.map(below);
    const own = rest["type"] !== undefined || rest["properties"] !== undefined ? below(rest) : undefined;
    if (values.every(isObject) && (own === undefined || isObject(own)))
      return Object.assign({}, own, ...values) as Json;
    return values.at(-1) ?? own ?? {};
  }
  switch (Array.isArray(type) ? (type.find((name) => name !== "null") ?? "null") : (type ?? inferredType(schema))) {
    case "object":
      return objectExample(schema, below);
    case "array":
      return arrayExample(schema, below);
    case "integer":
    case "number":
      return numberExample(schema, type === "integer" || (Array.isArray(type) && type.includes("integer")));
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return textExample(schema);
  }
}

function givenExample(schema: JsonObject): Json | undefined {
  const { examples, example, const: constant, enum: allowed } = schema;
  if (constant !== undefined) return constant;
  if (Array.isArray(allowed)) return allowed.find((value) => value !== null) ?? null;
  if (Array.isArray(examples) && examples.length > 0) return examples[0];
  return example ?? schema["default"];
}

function inferredType(schema: JsonObject): string {
  if (schema["properties"] ?? schema["required"] ?? schema["additionalProperties"]) return "object";
  if (schema["items"] ?? schema["prefixItems"]) return "array";
  return schema["minimum"] === undefined && schema["maximum"] === undefined ? "string" : "number";
}

function objectExample(schema: JsonObject, below: (part: Json | undefined) => Json): JsonObject {
  const { required, properties, additionalProperties, minProperties } = schema;
  const result: JsonObject = {};
  const parts = isObject(properties) ? properties : {};
  for (const name of Array.isArray(required) ? required : []) {
    if (typeof name !== "string") continue;
    setOwn(result, name, below(Object.hasOwn(parts, name) ? parts[name] : additionalProperties));
  }
  for (const name of Object.keys(parts)) {
    if (Object.keys(result).length >= Number(minProperties ?? 0)) break;
    if (!Object.hasOwn(result, name)) setOwn(result, name, below(parts[name]));
  }
  for (let n = 1; Object.keys(result).length < Math.min(20, Number(minProperties ?? 0)); n++) {
    result[`name${n}`] = below(additionalProperties);
  }
  return result;
}

function arrayExample(schema: JsonObject, below: (part: Json | undefined) => Json): Json[] {
  const { items, prefixItems, minItems, maxItems } = schema;
  const tuple = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : [];
  const result = tuple.map(below);
  const wanted = Math.min(
    20,
    Number(minItems ?? (tuple.length > 0 || !isObject(items) ? 0 : 1)),
    Number(maxItems ?? 20),
  );
  while (result.length < wanted) result.push(below(Array.isArray(items) ? schema["additionalItems"] : items));
  return result;
}

function numberExample(schema: JsonObject, whole: boolean): number {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const step = typeof multipleOf === "number" ? multipleOf : whole ? 1 : 0.5;
  const above =
    typeof exclusiveMinimum === "number" ? exclusiveMinimum : exclusiveMinimum === true ? Number(minimum) : undefined;
  if (above !== undefined) return (Math.floor(above / step) + 1) * step;
  if (typeof minimum === "number") return Math.ceil(minimum / step) * step;
  if (typeof exclusiveMaximum === "number") return (Math.ceil(exclusiveMaximum / step) - 1) * step;
  return typeof maximum === "number"
    ? Math.min(step < 1 ? 1 : step, Math.floor(maximum / step) * step)
    : Math.max(step, 1);
}

function textExample(schema: JsonObject): string {
  const { format, pattern, minLength, maxLength } = schema;
  const matching = typeof pattern === "string" ? patternExample(pattern, Number(minLength ?? 0)) : undefined;
  if (matching !== undefined) return matching;
  if (typeof format === "string" && Object.hasOwn(FORMATS, format)) return FORMATS[format] ?? "text";
  return "text".padEnd(Math.min(Number(minLength ?? 0), 200), "x").slice(0, Number(maxLength ?? 200));
}
