/**
 * The schema by which VS Code completes tools.json, from the one that the runtime checks with. What the runtime reports better, with a
 * quick fix, is left out, so that nothing is underlined twice; and inside `parameters` the words of JSON Schema are known. A file of
 * the same name that is somebody else's is not judged.
 */
import jsonSchemaWords from "../extension/language/jsonSchemaWords.json" with { type: "json" };
import toolsSchema from "../runtime/tools/tools.schema.json" with { type: "json" };

/** Checks of the runtime; `type` stays, as values are completed by it. */
const CHECKS = new Set([
  "required",
  "pattern",
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "maxItems",
]);
const SCHEMA_FIELDS = new Set(["parameters", "inputSchema", "outputSchema"]);

interface ToolsSchema {
  $schema: string;
  title: string;
  description: string;
  defaultSnippets: object[];
  properties: { tools: object };
  definitions: { tool: { properties: Record<string, object> } };
}

export function editorSchema(): unknown {
  const schema = relaxed(toolsSchema);
  const { definitions, $schema, title, description, defaultSnippets, ...file } = schema as ToolsSchema;
  const { properties, ...tool } = definitions.tool;
  const fields = Object.entries(properties).map(([name, field]) => [
    name,
    // Beside a $ref, an older draft would overlook description and snippets.
    SCHEMA_FIELDS.has(name) ? { ...field, allOf: [{ $ref: "#/definitions/schema" }] } : field,
  ]);
  return {
    // As the runtime does; VS Code would warn.
    allowTrailingCommas: true,
    allowComments: true,
    // What is proposed in an empty file.
    $schema,
    title,
    description,
    defaultSnippets,
    // A file is ours unless it has tools that are no list of objects.
    if: { type: "object", properties: { tools: { ...file.properties.tools, items: { type: "object" } } } },
    // oxlint-disable-next-line unicorn/no-thenable -- a word of JSON Schema
    then: file,
    definitions: { ...jsonSchemaWords.definitions, tool: { ...tool, properties: Object.fromEntries(fields) } },
  };
}

/** @param names whether the keys are names of fields, not words of JSON Schema */
function relaxed(value: unknown, names = false): unknown {
  if (Array.isArray(value)) return value.map((item) => relaxed(item));
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).flatMap(([key, item]: [string, unknown]): [string, unknown][] => {
    if (names) return [[key, relaxed(item)]];
    if (CHECKS.has(key) || (key === "additionalProperties" && item === false)) return [];
    // Proposed all the same, and a wrong one is left to the runtime.
    if (key === "enum") return [["examples", item]];
    if (key === "defaultSnippets") return [[key, item]];
    return [[key, relaxed(item, key === "properties" || key === "definitions")]];
  });
  return Object.fromEntries(kept);
}
