/** Arguments that nobody sent yet: for a form, and for the text of a call. */
import type { Json, JsonObject, WorkspaceTool } from "../contract/tools.ts";
import { exampleOf } from "./example.ts";
import { setOwn } from "./jsonc.ts";
import { resolvePointer } from "./references.ts";
import type { Registry } from "./registry.ts";
import { isObject } from "./schemaLint.ts";

const MAX_DEPTH = 6;

/** The author's first example, over the defaults of the schema. No value is made up. */
export function formArguments({ parameters, examples }: WorkspaceTool): JsonObject {
  const preset = presetOf(parameters, parameters, 0);
  const result: JsonObject = isObject(preset) ? preset : {};
  for (const [name, value] of Object.entries(examples[0]?.args ?? {})) setOwn(result, name, value);
  return result;
}

/** The author's first example that fits, else one made from the schema; it fits where that was possible. */
export async function callArguments(registry: Registry, tool: WorkspaceTool): Promise<JsonObject> {
  const made = exampleOf(tool.parameters, tool.parameters);
  const candidates = [...tool.examples.map(({ args }) => args), ...(isObject(made) ? [made] : [])];
  for (const candidate of candidates)
    if ((await registry.argumentProblems(tool, candidate)).length === 0) return candidate;
  return candidates.at(-1) ?? {};
}

/** What the schema presets, down to the fields of objects; undefined where that is nothing. */
function presetOf(schema: Json | undefined, root: JsonObject, depth: number): Json | undefined {
  if (!isObject(schema) || depth > MAX_DEPTH) return undefined;
  if (schema["default"] !== undefined) return structuredClone(schema["default"]);
  const { $ref, properties } = schema;
  if (typeof $ref === "string" && $ref.startsWith("#"))
    return presetOf(resolvePointer(root, $ref.slice(1)), root, depth + 1);
  if (!isObject(properties)) return undefined;
  const result: JsonObject = {};
  for (const [name, property] of Object.entries(properties)) {
    const value = presetOf(property, root, depth + 1);
    if (value !== undefined) setOwn(result, name, value);
  }
  return Object.keys(result).length > 0 ? result : undefined;
}
