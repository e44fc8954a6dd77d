/** A JSON Schema as the text of a TypeScript type. What cannot be said as a type is `unknown`, never wrong. */
import type { Json, JsonObject } from "../contract/tools.ts";
import { resolvePointer } from "./references.ts";
import { isObject } from "./schemaLint.ts";

const MAX_DEPTH = 12;
/** References can make a small schema as large as one likes. */
const MAX_PARTS = 2000;
const MAX_DOC = 400;
const IDENTIFIER = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u;

/** Of the arguments as main() gets them: what has a default is always there. */
export function argsTypeText(parameters: JsonObject): string {
  return typeText(parameters, { root: parameters, left: MAX_PARTS }, 0);
}

/** One type for all of several. */
export function unionText(types: readonly string[]): string {
  const distinct = [...new Set(types)];
  if (distinct.length === 0 || distinct.includes("unknown")) return "unknown";
  const [only] = distinct;
  return distinct.length === 1 && only !== undefined ? only : distinct.map(grouped).join(" | ");
}

interface Whole {
  root: JsonObject;
  /** So many parts may still be looked at. */
  left: number;
}

function typeText(schema: Json | undefined, whole: Whole, depth: number): string {
  if (schema === false) return "never";
  if (!isObject(schema) || depth > MAX_DEPTH || whole.left-- <= 0) return "unknown";
  const below = (part: Json | undefined): string => typeText(part, whole, depth + 1);
  const parts = [own(schema, below)];
  const { $ref, allOf } = schema;
  if (typeof $ref === "string")
    parts.push($ref.startsWith("#") ? below(resolvePointer(whole.root, $ref.slice(1))) : "unknown");
  if (Array.isArray(allOf)) parts.push(...allOf.map(below));
  for (const arms of [schema["anyOf"], schema["oneOf"]])
    if (Array.isArray(arms)) parts.push(unionText(arms.map(below)));
  const said = [...new Set(parts)].filter((part) => part !== "unknown");
  const [only] = said;
  const text = only === undefined ? "unknown" : said.length === 1 ? only : said.map(grouped).join(" & ");
  return schema["nullable"] === true ? unionText([text, "null"]) : text;
}

/** What the schema says by itself, without the schemas that it is put together from. */
function own(schema: JsonObject, below: (part: Json | undefined) => string): string {
  if (schema["const"] !== undefined) return literalText(schema["const"]);
  if (Array.isArray(schema["enum"])) return unionText(schema["enum"].map(literalText));
  const { type } = schema;
  if (Array.isArray(type)) return unionText(type.map((name) => named(name, schema, below)));
  return named(type ?? impliedType(schema), schema, below);
}

function impliedType(schema: JsonObject): string {
  if (schema["properties"] !== undefined) return "object";
  return schema["items"] !== undefined || schema["prefixItems"] !== undefined ? "array" : "unknown";
}

function named(type: Json, schema: JsonObject, below: (part: Json | undefined) => string): string {
  switch (type) {
    case "string":
    case "boolean":
    case "null":
      return type;
    case "number":
    case "integer":
      return "number";
    case "array":
      return arrayText(schema, below);
    case "object":
      return objectText(schema, below);
    default:
      return "unknown";
  }
}

/** Of a value that stands in the schema. */
function literalText(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(literalText).join(", ")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, item]) => `${nameText(name)}: ${literalText(item)}`);
  return `{ ${fields.join("; ")} }`;
}

function arrayText(schema: JsonObject, below: (part: Json | undefined) => string): string {
  const { items, prefixItems, additionalItems, minItems } = schema;
  const tuple = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : undefined;
  if (!tuple) return `${grouped(below(items))}[]`;
  const needed = typeof minItems === "number" ? minItems : 0;
  const places = tuple.map((item, index) => `${grouped(below(item))}${index < needed ? "" : "?"}`);
  const rest = Array.isArray(items) ? additionalItems : items;
  return `[${[...places, ...(rest === false ? [] : [`...${grouped(below(rest))}[]`])].join(", ")}]`;
}

function objectText(schema: JsonObject, below: (part: Json | undefined) => string): string {
  const { required, additionalProperties, patternProperties } = schema;
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const needed = new Set(Array.isArray(required) ? required.filter((name) => typeof name === "string") : []);
  const fields = Object.entries(properties).map(([name, property]) => {
    const always = needed.has(name) || (isObject(property) && property["default"] !== undefined);
    return `${docText(property)}${nameText(name)}${always ? "" : "?"}: ${below(property)}`;
  });
  for (const name of needed) if (!Object.hasOwn(properties, name)) fields.push(`${nameText(name)}: unknown`);
  const open = isObject(additionalProperties) || additionalProperties === true || isObject(patternProperties);
  if (fields.length > 0) {
    // An index signature has to take in the types of all fields.
    if (open) fields.push("[name: string]: unknown");
    return `{ ${fields.join("; ")} }`;
  }
  if (additionalProperties === false && !isObject(patternProperties)) return "Record<string, never>";
  return `Record<string, ${isObject(additionalProperties) && !isObject(patternProperties) ? below(additionalProperties) : "unknown"}>`;
}

function nameText(name: string): string {
  return IDENTIFIER.test(name) ? name : JSON.stringify(name);
}

function docText(schema: Json | undefined): string {
  const description = isObject(schema) ? (schema["description"] ?? schema["title"]) : undefined;
  if (typeof description !== "string" || description.trim() === "") return "";
  const text = description
    .replace(/[\s\p{Cc}\u2028\u2029]+/gu, " ")
    .trim()
    .slice(0, MAX_DOC)
    .toWellFormed();
  return `/** ${text.replaceAll("*/", "*\\/")} */ `;
}

function grouped(type: string): string {
  return /^[\w"]+$/.test(type) ? type : `(${type})`;
}
