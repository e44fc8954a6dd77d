/** The keywords of JSON Schema, as far as the lint needs them. */
import type { Json, JsonObject } from "../contract/tools.ts";
import { describeJson, nearestOf } from "./shape.ts";

/** Keywords whose value is a schema. */
export const SCHEMAS = words(
  `additionalItems additionalProperties contains contentSchema else if items not propertyNames then unevaluatedItems
  unevaluatedProperties`,
);
export const LISTS_OF_SCHEMAS = words("allOf anyOf oneOf prefixItems");
export const MAPS_OF_SCHEMAS = words("$defs definitions dependencies dependentSchemas patternProperties properties");

const NUMBERS = words("maximum minimum multipleOf");
const COUNTS = words("maxContains maxItems maxLength maxProperties minContains minItems minLength minProperties");
const TEXTS = words("$ref format pattern");
const CHECKING = [
  ...SCHEMAS,
  ...LISTS_OF_SCHEMAS,
  ...MAPS_OF_SCHEMAS,
  ...NUMBERS,
  ...COUNTS,
  ...TEXTS,
  ...words("const dependentRequired enum exclusiveMaximum exclusiveMinimum required type uniqueItems"),
];
/** Keywords that check nothing: of the drafts, OpenAPI and editors. */
const KNOWN = new Set([
  ...CHECKING,
  ...words(
    `$anchor $comment $dynamicAnchor $dynamicRef $id $recursiveAnchor $recursiveRef $schema $vocabulary contentEncoding
    contentMediaType default deprecated description examples id readOnly title writeOnly
    discriminator example externalDocs nullable xml
    allowComments allowTrailingCommas defaultSnippets deprecationMessage doNotSuggest enumDescriptions errorMessage
    formatMaximum formatMinimum markdownDescription markdownEnumDescriptions patternErrorMessage suggestSortText`,
  ),
]);
const NAMEABLE = [...CHECKING, "description", "default"];
/** Slips that are no near miss in letters. */
const SLIPS: Record<string, string> = {
  min: "minimum",
  max: "maximum",
  minlen: "minLength",
  maxlen: "maxLength",
  regex: "pattern",
  regexp: "pattern",
  values: "enum",
  desc: "description",
  props: "properties",
  mandatory: "required",
};

/** Says which keyword was meant where one looks mistyped; words of vendors and editors are left alone. */
export function keywordSlip(keyword: string, node: JsonObject): { message: string; meant: string } | undefined {
  if (KNOWN.has(keyword) || /^x-|[^A-Za-z$]/.test(keyword)) return undefined;
  const meant = Object.hasOwn(SLIPS, keyword.toLowerCase()) ? SLIPS[keyword.toLowerCase()] : nearKeyword(keyword);
  if (!meant || Object.hasOwn(node, meant)) return undefined;
  const message = `"${keyword}" is not a keyword of JSON Schema and checks nothing; did you mean "${meant}"?`;
  return { message, meant };
}

function nearKeyword(keyword: string): string | undefined {
  const alike = NAMEABLE.filter((known) => Math.abs(known.length - keyword.length) <= 1);
  return keyword.length < 4 ? undefined : nearestOf(keyword, alike);
}

/** Says what is wrong with the kind of value that a keyword has. */
export function keywordValueProblem(keyword: string, value: Json): string | undefined {
  const must = (what: string) => `"${keyword}" must be ${what}, not ${describeJson(value)}`;
  if (MAPS_OF_SCHEMAS.has(keyword))
    return typeof value === "object" && value && !Array.isArray(value) ? undefined : must("an object");
  if (LISTS_OF_SCHEMAS.has(keyword))
    return Array.isArray(value) && value.length > 0 ? undefined : must("a list of schemas");
  if (NUMBERS.has(keyword)) return typeof value === "number" ? undefined : must("a number");
  if (COUNTS.has(keyword))
    return Number.isInteger(value) && Number(value) >= 0 ? undefined : must("a whole number from 0");
  if (TEXTS.has(keyword)) return typeof value === "string" ? undefined : must("a text");
  if (keyword === "enum") return Array.isArray(value) && value.length > 0 ? undefined : must("a list of values");
  if (keyword === "uniqueItems") return typeof value === "boolean" ? undefined : must("true or false");
  if (keyword === "exclusiveMinimum" || keyword === "exclusiveMaximum") {
    return typeof value === "number" || typeof value === "boolean" ? undefined : must("a number");
  }
  if (keyword === "required") {
    if (Array.isArray(value) && value.every((name) => typeof name === "string")) return undefined;
    return typeof value === "boolean"
      ? '"required" belongs to the object and lists names: "required": ["name"]'
      : must("a list of names");
  }
  return undefined;
}

function words(text: string): Set<string> {
  return new Set(text.split(/\s+/));
}
