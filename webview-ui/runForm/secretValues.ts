/** Leaves out what looks secret, so that it is neither remembered nor kept in the state of the view. */
import type { Json, JsonObject } from "../../runtime/contract/tools.ts";
import { bestVariant, readField } from "./schema.ts";
import { isObject } from "./schemaTools.ts";

export function withoutSecrets(schema: JsonObject, args: JsonObject): JsonObject {
  const left = clean(schema, args, schema, 0);
  return isObject(left) ? left : {};
}

/** undefined: the value itself is left out. */
function clean(schema: JsonObject, value: Json, root: JsonObject, depth: number): Json | undefined {
  const field = readField(schema, root, depth);
  if (field.secret) return undefined;
  if (field.kind === "variants") {
    const index = bestVariant(field.variants, value, root);
    const chosen = index === undefined ? undefined : field.variants[index];
    return chosen ? clean(chosen.schema, value, root, depth + 1) : value;
  }
  if (field.kind === "list" && Array.isArray(value)) {
    return value.map((item) => clean(field.item, item, root, depth + 1)).filter((item) => item !== undefined);
  }
  if (field.kind !== "group" || !isObject(value)) return value;
  const kept = Object.entries(value).flatMap(([name, part]): [string, Json][] => {
    const property = field.properties.find((one) => one.name === name);
    const left = property ? clean(property.schema, part, root, depth + 1) : part;
    return left === undefined ? [] : [[name, left]];
  });
  return Object.fromEntries(kept);
}
