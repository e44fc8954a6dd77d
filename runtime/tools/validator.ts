/** Compiles the schema of a tool's parameters with ajv. The only file that knows ajv; loaded at the first call, not at start. */
import { Ajv } from "ajv";
import type { ErrorObject, Options, ValidateFunction } from "ajv";
import { Ajv2019 } from "ajv/dist/2019.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import Ajv04 from "ajv-draft-04";
import addFormats from "ajv-formats";
import { messageOf } from "../errors.ts";
import type { Json, JsonObject } from "../contract/tools.ts";
import { draftsFor } from "./drafts.ts";
import type { Draft } from "./drafts.ts";
import { compilePattern, isCostly } from "./patterns.ts";
import { isRecursive, isRemote } from "./references.ts";
import { TimeLimitReached, withTimeLimit } from "./timeLimit.ts";

export interface CompiledSchema {
  draft: Draft;
  /** Fills in defaults in place. @param size of the data in characters @returns all errors, or none. @throws TimeLimitReached */
  validate(data: Json, size: number): readonly ErrorObject[];
}

export type CompileResult = { ok: true; compiled: CompiledSchema } | { ok: false; reason: string };

const COMPILE_MS = 2000;
const VALIDATE_MS = 40;
/** Characters of data up to which a check whose time grows with their square is no matter. */
const SMALL = 2000;

const OPTIONS: Options = {
  strict: false,
  allErrors: true,
  verbose: true,
  ownProperties: true,
  useDefaults: true,
  unicodeRegExp: false,
  logger: false,
  // A schema is checked by compiling it; the checks of the drafts' own schemas would cost 20 ms each to prepare.
  meta: false,
  validateSchema: false,
  code: { regExp: Object.assign((pattern: string) => compilePattern(pattern), { code: "new RegExp" }) },
};

/** Compiles as the first draft that takes the schema. Never throws. @param text JSON text of the schema */
export function compileSchema(schema: JsonObject, text: string): CompileResult {
  const prepared = prepare(schema, text);
  let reason: string | undefined;
  for (const draft of draftsFor(schema)) {
    try {
      const validate = withTimeLimit(COMPILE_MS, () => instanceFor(draft).compile(prepared));
      return { ok: true, compiled: compiledSchema(draft, validate, isSlow(prepared, JSON.stringify(prepared))) };
    } catch (error) {
      const tooMuch = error instanceof TimeLimitReached || error instanceof RangeError;
      reason ??= tooMuch ? "it is too large or too deeply nested to be compiled" : messageOf(error);
      if (tooMuch) break;
    }
  }
  return { ok: false, reason: reason ?? "no draft takes it" };
}

function compiledSchema(draft: Draft, validate: ValidateFunction, slow: boolean): CompiledSchema {
  const run = (data: Json) => (validate(data) ? [] : [...(validate.errors ?? [])]);
  return {
    draft,
    validate: (data, size) =>
      slow || size > SMALL ? withTimeLimit(VALIDATE_MS + size / 5000, () => run(data)) : run(data),
  };
}

/** Can a check of little data take long? Costly patterns can, and unions that refer to themselves. */
function isSlow(schema: JsonObject, text: string): boolean {
  if (text.includes('"patternProperties"')) return true;
  const patterns = [...text.matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(([, literal]) =>
    String(JSON.parse(literal ?? '""')),
  );
  if (patterns.some(isCostly)) return true;
  return /"(?:anyOf|oneOf|allOf|if|not|contains)"/.test(text) && isRecursive(schema);
}

/** A new instance for each schema, so that two with one `$id` cannot clash. It costs 0.1 ms. */
function instanceFor(draft: Draft): Ajv {
  if (draft === "2020-12") return addFormats.default(new Ajv2020(OPTIONS));
  if (draft === "2019-09") return addFormats.default(new Ajv2019(OPTIONS));
  if (draft === "04") return addFormats.default(new Ajv04.default(OPTIONS));
  return addFormats.default(new Ajv(OPTIONS));
}

/** The schema without what would stop ajv although it means nothing to a check. */
function prepare(schema: JsonObject, text: string): JsonObject {
  if (!/"\$ref"|"nullable"|"default"/.test(text)) return schema;
  const copy = JSON.stringify(schema, (key, node: Json) => {
    if (typeof node !== "object" || node === null || Array.isArray(node)) return node;
    const { $ref, nullable, default: filled, ...rest } = node;
    return {
      ...rest,
      // Never fetched; what it would check is not checked, and the lint has said so.
      ...($ref === undefined || isRemote(schema, $ref) ? {} : { $ref }),
      // ajv refuses this word of OpenAPI where there is no type beside it.
      ...(nullable === undefined || rest["type"] === undefined ? {} : { nullable }),
      // For ajv every object has these names already, and it would check the inherited function.
      ...(filled === undefined || key in Object.prototype ? {} : { default: filled }),
    };
  });
  return JSON.parse(copy) as JsonObject;
}
