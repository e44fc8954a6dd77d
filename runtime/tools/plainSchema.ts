/** Schemas that ajv is sure to take: only everyday words, and the lint (schemaLint.ts) found nothing wrong with their values. */
import type { Json, JsonObject } from "../contract/tools.ts";
import { isObject } from "./schemaLint.ts";

const WORDS = new Set(
  `$schema type title description default examples enum const pattern format minimum maximum minLength maxLength minItems maxItems
  uniqueItems required deprecated readOnly writeOnly`.split(/\s+/),
);
const MAX_DEPTH = 8;

/** Rather no than yes. Compiling takes a millisecond a schema, which an editor of a long file need not wait for. */
export function isPlain(schema: Json | undefined, depth = 0): boolean {
  if (typeof schema === "boolean") return depth > 0;
  if (!isObject(schema) || depth > MAX_DEPTH) return false;
  return Object.entries(schema).every(([word, value]) => {
    if (word === "properties") return isObject(value) && ownNames(value) && below(Object.values(value), depth);
    if (word === "items" || word === "additionalProperties") return isPlain(value, depth + 1);
    if (word === "anyOf" || word === "oneOf") return Array.isArray(value) && below(value, depth);
    if (word === "type") return typeof value === "string" || (Array.isArray(value) && value.length > 0);
    return WORDS.has(word);
  });
}

function below(schemas: Json[], depth: number): boolean {
  return schemas.length <= 200 && schemas.every((schema) => isPlain(schema, depth + 1));
}

/** For ajv every object has the names of Object.prototype already. */
function ownNames(properties: JsonObject): boolean {
  return !Object.keys(properties).some((name) => name in Object.prototype);
}
