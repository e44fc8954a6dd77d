/**
 * Repairs of arguments in which nothing is lost. Agents and clients send "5812" for 5812, an object as its JSON text, and null
 * for what they leave out; each is put right only where the schema takes nothing of the kind that came.
 */
import type { ErrorObject } from "ajv";
import type { Json } from "../contract/tools.ts";
import { copyArguments, NotPlainData, pathOf, pathText, valueAt } from "./argumentCopy.ts";
import { setOwn } from "./jsonc.ts";
import type { CompiledSchema } from "./validator.ts";

interface Repaired {
  data: Json;
  errors: readonly ErrorObject[];
  /** What was changed, for the log: `"n": text → number`. Never a value. */
  notes: string[];
}

const MAX_ROUNDS = 5;
/** Errors that say nothing about the kind of value; the arms of a union report beside them. */
const NEUTRAL = new Set(["anyOf", "oneOf", "if"]);

/** Validates, repairs what the errors name, and validates again. Changes `data` in place. @throws TimeLimitReached */
export function validateAndRepair(compiled: CompiledSchema, data: Json, size: number): Repaired {
  const notes: string[] = [];
  /** Pointers of nulls that were taken out; put back, once and for all, where the parameter turns out to be required. */
  const removed = new Set<string>();
  const settled = new Set<string>();
  let errors = compiled.validate(data, size);
  for (let round = 0; errors.length > 0 && round < MAX_ROUNDS; round++) {
    const restored = restoreRequired(data, errors, removed, settled, notes);
    const changed = repairOnce(data, errors, removed, settled, notes);
    if (!restored && !changed) break;
    errors = compiled.validate(data, size);
  }
  if (restoreRequired(data, errors, removed, settled, notes)) errors = compiled.validate(data, size);
  return { data, errors, notes };
}

function repairOnce(
  data: Json,
  errors: readonly ErrorObject[],
  removed: Set<string>,
  settled: Set<string>,
  notes: string[],
): boolean {
  let changed = false;
  for (const [pointer, here] of Map.groupBy(errors, ({ instancePath }) => instancePath)) {
    if (pointer === "" || settled.has(pointer)) continue;
    const path = pathOf(pointer, data);
    const name = path.at(-1);
    const parent = valueAt(data, path.slice(0, -1));
    const value = valueAt(data, path);
    if (name === undefined || typeof parent !== "object" || parent === null) continue;
    if (typeof value === "string" && here.every((error) => refuses(error, "string"))) {
      const meant = fromText(value, here);
      if (meant === undefined) continue;
      if (Array.isArray(parent)) parent[Number(name)] = meant;
      else setOwn(parent, String(name), meant);
      notes.push(`${pathText(path)}: text → ${Array.isArray(meant) ? "array" : typeof meant}`);
      changed = true;
    } else if (value === null && !Array.isArray(parent) && here.every((error) => refuses(error, "null"))) {
      delete parent[String(name)];
      removed.add(pointer);
      notes.push(`${pathText(path)}: null → not given`);
      changed = true;
    }
  }
  return changed;
}

function restoreRequired(
  data: Json,
  errors: readonly ErrorObject[],
  removed: Set<string>,
  settled: Set<string>,
  notes: string[],
): boolean {
  let restored = false;
  for (const { keyword, instancePath, params } of errors) {
    if (keyword !== "required") continue;
    const name = String(params["missingProperty"]);
    const pointer = `${instancePath}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    const parent = valueAt(data, pathOf(instancePath, data));
    if (!removed.delete(pointer) || typeof parent !== "object" || parent === null || Array.isArray(parent)) continue;
    setOwn(parent, name, null);
    settled.add(pointer);
    notes.splice(notes.indexOf(`${pathText(pathOf(pointer, data))}: null → not given`), 1);
    restored = true;
  }
  return restored;
}

/** Does this error say that values of the kind are not taken at all (and not only that this one is wrong)? */
function refuses({ keyword, params }: ErrorObject, kind: "string" | "null"): boolean {
  if (NEUTRAL.has(keyword)) return true;
  if (keyword === "type") return ![params["type"]].flat().includes(kind);
  const allowed: unknown[] =
    keyword === "enum"
      ? [params["allowedValues"]].flat()
      : keyword === "const"
        ? [params["allowedValue"]]
        : [kind, null, ""];
  return allowed.every((value) => (kind === "null" ? value !== null : typeof value !== "string"));
}

/** The value of which the text is the JSON text, where the schema asks for its type. */
function fromText(text: string, errors: readonly ErrorObject[]): Json | undefined {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
  if (typeof value === "string") return undefined;
  if (typeof value === "number") return isExact(text, value) && wanted(value, errors) ? value : undefined;
  if (typeof value !== "object" || value === null)
    return text === String(value) && wanted(value, errors) ? value : undefined;
  if (!wanted(value, errors)) return undefined;
  try {
    const { data, unsafe } = copyArguments(value);
    return unsafe.length === 0 ? data : undefined;
  } catch (error) {
    if (error instanceof NotPlainData) return undefined;
    throw error;
  }
}

function isExact(text: string, value: number): boolean {
  const digits = text
    .replace(/[eE].*$/, "")
    .replace(/\D/g, "")
    .replace(/^0+/, "").length;
  return (
    text === text.trim() &&
    Number.isFinite(value) &&
    (Number.isInteger(value) ? Number.isSafeInteger(value) : digits <= 15)
  );
}

function wanted(value: Json, errors: readonly ErrorObject[]): boolean {
  const types = errors
    .filter(({ keyword }) => keyword === "type")
    .flatMap(({ params }) => params["type"] as string | string[]);
  if (types.length === 0) {
    return errors.some(
      ({ params }) => params["allowedValue"] === value || [params["allowedValues"]].flat().includes(value),
    );
  }
  if (value === null) return types.includes("null");
  if (Array.isArray(value)) return types.includes("array");
  if (typeof value === "number")
    return types.includes("number") || (types.includes("integer") && Number.isInteger(value));
  return types.includes(typeof value);
}
