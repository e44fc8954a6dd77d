/**
 * What is wrong with a JSON Schema, with the place of each finding. Runs when tools.json is read, so it is cheap: ajv is not
 * needed, and nothing is compiled. What only ajv can see is reported when the schema is first used (validator.ts).
 */
import type { Json, JsonObject } from "../contract/tools.ts";
import { declaredDraft, FORMATS } from "./drafts.ts";
import { hiddenCharacter } from "./hiddenCharacters.ts";
import type { JsonPath } from "./jsonc.ts";
import { compilePattern } from "./patterns.ts";
import { danglingReference } from "./references.ts";
import { describeJson } from "./shape.ts";
import { keywordSlip, keywordValueProblem, LISTS_OF_SCHEMAS, MAPS_OF_SCHEMAS, SCHEMAS } from "./schemaKeywords.ts";

interface SchemaFinding {
  /** "fatal": not even fit to be listed. "error": calls cannot be checked. */
  severity: "fatal" | "error" | "warning";
  code: string;
  path: JsonPath;
  on: "key" | "value";
  message: string;
  hint?: string;
  /** The word that was meant. */
  subject?: string;
}

const MAX_DEPTH = 64;
const MAX_SCHEMAS = 20_000;
const TYPES = ["string", "number", "integer", "boolean", "object", "array", "null"];
/** Words at the root that GitHub Copilot in VS Code drops, so that its models are not shown what they say. */
const ROOT_COMBINATORS = ["oneOf", "anyOf", "allOf", "not", "if"];

/** @param root "arguments": the root must take objects, as arguments are one */
export function lintSchema(schema: JsonObject, root: "arguments" | "any"): SchemaFinding[] {
  const findings: SchemaFinding[] = [];
  const add = (
    severity: SchemaFinding["severity"],
    code: string,
    path: JsonPath,
    message: string,
    more: Partial<SchemaFinding> = {},
  ) => findings.push({ severity, code, path, on: "value", message, ...more });
  let count = 0;

  const lint = (node: Json | undefined, path: JsonPath, depth: number): void => {
    if (typeof node === "boolean" || count > MAX_SCHEMAS) return;
    if (node === undefined || node === null || typeof node !== "object" || Array.isArray(node)) {
      return void add("error", "schema-keyword", path, `a schema must be an object, not ${describeJson(node ?? null)}`);
    }
    if (++count > MAX_SCHEMAS)
      return void add("fatal", "schema-too-large", [], `the schema has more than ${MAX_SCHEMAS} parts`);
    if (depth > MAX_DEPTH)
      return void add("fatal", "schema-too-deep", path, `the schema is nested more than ${MAX_DEPTH} levels deep`);
    for (const [keyword, value] of Object.entries(node)) {
      const at = [...path, keyword];
      lintKeyword(node, keyword, value, at);
      if (SCHEMAS.has(keyword)) {
        if (keyword !== "items" || !Array.isArray(value)) lint(value, at, depth + 1);
        else value.forEach((item, index) => lint(item, [...at, index], depth + 1));
      } else if (LISTS_OF_SCHEMAS.has(keyword)) {
        if (Array.isArray(value)) value.forEach((item, index) => lint(item, [...at, index], depth + 1));
      } else if (MAPS_OF_SCHEMAS.has(keyword) && isObject(value)) {
        for (const [name, item] of Object.entries(value)) {
          if (keyword !== "dependencies" || !Array.isArray(item)) lint(item, [...at, name], depth + 1);
        }
      }
    }
    if (takesArrays(node) && node["items"] === undefined) {
      const hint = 'Add "items", for example {"type": "string"}.';
      add("warning", "array-without-items", path, 'an array without "items": GitHub Copilot rejects such a schema', {
        hint,
      });
    }
  };

  const lintKeyword = (node: JsonObject, keyword: string, value: Json, at: JsonPath): void => {
    const slip = keywordSlip(keyword, node);
    if (slip) return void add("warning", "unknown-keyword", at, slip.message, { on: "key", subject: slip.meant });
    const wrong = keywordValueProblem(keyword, value);
    if (wrong) return void add("error", "schema-keyword", at, wrong);
    if (keyword === "type") lintType(value, at);
    else if (keyword === "pattern") lintPattern(value, at, "value");
    else if (keyword === "patternProperties")
      for (const name of Object.keys(value ?? {})) lintPattern(name, [...at, name], "key");
    else if (keyword === "format") lintFormat(value, at);
    else if (keyword === "$ref") lintReference(value, at);
    else if (keyword === "required") lintRequired(node, value, at);
    else if (keyword === "description" || keyword === "title") lintText(value, at);
  };

  const lintType = (value: Json, at: JsonPath) => {
    for (const type of Array.isArray(value) ? value : [value]) {
      if (typeof type === "string" && TYPES.includes(type)) continue;
      add("error", "schema-keyword", at, `"type" must be one of ${TYPES.join(", ")}, not ${describeJson(type)}`);
    }
  };
  const lintPattern = (value: Json, at: JsonPath, on: "key" | "value") => {
    try {
      if (typeof value === "string") compilePattern(value);
    } catch (error) {
      const reason = error instanceof Error ? error.message : "";
      add("error", "schema-pattern", at, `the pattern is not a regular expression: ${reason}`, { on });
    }
  };
  const lintFormat = (value: Json, at: JsonPath) => {
    if (typeof value !== "string" || FORMATS.has(value)) return;
    add("warning", "unknown-format", at, `the format "${value.slice(0, 40)}" is not known and not checked`);
  };
  const lintReference = (value: Json, at: JsonPath) => {
    const dangling = typeof value === "string" ? danglingReference(schema, value) : undefined;
    if (dangling === "remote") {
      const hint = "Copy what it points to into $defs of this schema.";
      add(
        "warning",
        "remote-reference",
        at,
        `"${value}" is outside of this schema; it is never fetched, so this part is not checked`,
        { hint },
      );
    } else if (dangling) add("error", "schema-reference", at, `"${value}" points to nothing in this schema`);
  };
  const lintRequired = (node: JsonObject, value: Json, at: JsonPath) => {
    const properties = node["properties"];
    if (!Array.isArray(value) || !isObject(properties)) return;
    const missing = value.filter((name) => typeof name === "string" && !Object.hasOwn(properties, name));
    if (missing.length > 0)
      add("warning", "required-unknown", at, `"required" names ${missing.join(", ")}, not among the properties`);
  };
  const lintText = (value: Json, at: JsonPath) => {
    const hidden = typeof value === "string" ? hiddenCharacter(value) : undefined;
    if (hidden) add("fatal", "hidden-characters", at, `the text has a character that people do not see (${hidden})`);
  };

  if (declaredDraft(schema) === "unknown") {
    const hint =
      'Drafts 04, 06, 07, 2019-09 and 2020-12 are known, such as "https://json-schema.org/draft/2020-12/schema".';
    add(
      "warning",
      "unknown-draft",
      ["$schema"],
      '"$schema" names no known draft; the schema is read as draft 2020-12',
      { hint },
    );
  }
  const { type } = schema;
  if (
    root === "arguments" &&
    type !== undefined &&
    type !== "object" &&
    !(Array.isArray(type) && type.includes("object"))
  ) {
    add(
      "error",
      "schema-root",
      ["type"],
      'the root must be of type "object", as the arguments of a tool are an object',
    );
  }
  if (root === "arguments") {
    for (const word of ROOT_COMBINATORS) {
      if (schema[word] === undefined) continue;
      const hint = "Describe it in the tool's description as well, or move it into a property.";
      const message = `GitHub Copilot drops "${word}" at the root, so its models are not shown it; calls are checked with it`;
      add("warning", "root-combinator", [word], message, { on: "key", hint });
    }
  }
  lint(schema, [], 0);
  return findings;
}

function takesArrays({ type }: JsonObject): boolean {
  return type === "array" || (Array.isArray(type) && type.includes("array"));
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
