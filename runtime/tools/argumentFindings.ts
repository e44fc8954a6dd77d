/** ajv's errors → one finding for each wrong parameter, in words that let an agent repair its call. */
import type { ErrorObject } from "ajv";
import type { Json, JsonObject } from "../contract/tools.ts";
import { pathOf, pathText, pointerText, valueAt } from "./argumentCopy.ts";
import { describeSchema, describeValue, shortJson } from "./describeSchema.ts";
import { exampleOf } from "./example.ts";
import { compilePattern } from "./patterns.ts";
import { isObject } from "./schemaLint.ts";
import { nearestOf } from "./shape.ts";

export interface ArgumentFinding {
  /** "kids[0].name"; "" is the arguments as a whole. */
  path: string;
  /** The same as a JSON pointer: "/kids/0/name". */
  pointer: string;
  expected: string;
  got: string;
  example?: Json;
  /** The whole sentence, without the path. */
  text: string;
}

const UNIONS = new Set(["anyOf", "oneOf"]);

/** Outermost first. @param root the schema */
export function findingsOf(errors: readonly ErrorObject[], data: Json, root: JsonObject): ArgumentFinding[] {
  const findings: ArgumentFinding[] = [];
  let left = [...errors];
  // ajv reports the errors of a union's arms before the union's own; the outermost union comes last.
  for (const union of errors.toReversed().filter(({ keyword }) => UNIONS.has(keyword))) {
    if (!left.includes(union)) continue;
    const arms = left.filter((error) => error !== union && belongsTo(error, union, errors));
    left = left.filter((error) => error !== union && !arms.includes(error));
    findings.push(...unionFindings(union, arms, data, root));
  }
  findings.push(...left.filter(({ keyword }) => keyword !== "if").map((error) => findingOf(error, data, root)));
  const byPath = new Map(findings.toReversed().map((finding) => [finding.path + finding.expected, finding]));
  return [...byPath.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

function belongsTo(error: ErrorObject, union: ErrorObject, errors: readonly ErrorObject[]): boolean {
  if (error.schemaPath.startsWith(union.schemaPath + "/")) return true;
  // The path of what a $ref in an arm checks begins at what the $ref points to.
  const referenced = /^#\/(?:\$defs|definitions)\//.test(error.schemaPath);
  return (
    referenced && error.instancePath.startsWith(union.instancePath) && errors.indexOf(error) < errors.indexOf(union)
  );
}

function unionFindings(union: ErrorObject, errors: ErrorObject[], data: Json, root: JsonObject): ArgumentFinding[] {
  const arms = [...Map.groupBy(errors, (error) => armOf(error, union)).values()];
  const near = arms.filter(
    (arm) => !arm.some((error) => error.keyword === "type" && error.instancePath === union.instancePath),
  );
  const [nearest] = near;
  if (near.length === 1 && nearest) return findingsOf(nearest, data, root);
  const [finding] = [findingOf(union, data, root)];
  if (near.length === 0) return [finding];
  const shapes = near.slice(0, 4).map((arm, index) => {
    const parts = findingsOf(arm, data, root).map(({ path, text }) => `${path}${path ? ": " : ""}${text}`);
    return `(${index + 1}) ${parts.slice(0, 3).join("; ")}`;
  });
  return [{ ...finding, text: `must fit one of ${near.length} shapes, but ${shapes.join(", ")}` }];
}

function armOf({ schemaPath }: ErrorObject, union: ErrorObject): string {
  const inside = schemaPath.startsWith(union.schemaPath + "/")
    ? schemaPath.slice(union.schemaPath.length + 1)
    : undefined;
  return inside?.split("/")[0] ?? schemaPath.split("/").slice(0, 3).join("/");
}

function findingOf(error: ErrorObject, data: Json, root: JsonObject): ArgumentFinding {
  const path = pathOf(error.instancePath, data);
  const parent = isObject(error.parentSchema) ? error.parentSchema : {};
  const { params } = error;
  const missing: unknown = params["missingProperty"];
  if (typeof missing === "string") return missingFinding(missing, path, parent, data, root);
  const unknown: unknown = params["additionalProperty"] ?? params["unevaluatedProperty"];
  if (typeof unknown === "string") return unknownFinding(unknown, path, parent, data);
  const value = valueAt(data, path);
  const got = describeValue(value);
  if (error.keyword === "false schema")
    return { ...placeOf(path), expected: "nothing", got, text: "is not allowed here" };
  const expected = describeSchema(parent, root);
  // What a few words about the schema do not say: uniqueItems, contains, propertyNames, not …
  const detail = DESCRIBED.has(error.keyword) ? "" : ` (${error.message ?? error.keyword})`;
  const obvious = "enum" in parent || "const" in parent || parent["type"] === "boolean";
  const example = exampleOf(parent, root);
  const fits = typeof parent["pattern"] !== "string" || compilePattern(parent["pattern"]).test(String(example));
  return {
    ...placeOf(path),
    expected,
    got,
    ...(fits ? { example } : {}),
    text: `expected ${expected}${detail}, got ${got}${obvious || !fits ? "" : `, for example ${shortJson(example)}`}`,
  };
}

const DESCRIBED = new Set(
  `type enum const minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern format minItems maxItems
  anyOf oneOf`.split(/\s+/),
);

function missingFinding(
  name: string,
  path: (string | number)[],
  parent: JsonObject,
  data: Json,
  root: JsonObject,
): ArgumentFinding {
  const { properties } = parent;
  const schema = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
  const expected = describeSchema(schema, root);
  const given = valueAt(data, path);
  const known = isObject(properties) ? properties : {};
  const strangers = isObject(given) ? Object.keys(given).filter((key) => !Object.hasOwn(known, key)) : [];
  const meant = nearestOf(name, strangers);
  const slip = meant ? `; "${meant}" came, was that meant?` : "";
  return {
    ...placeOf([...path, name]),
    expected,
    got: "nothing",
    example: exampleOf(schema, root),
    text: `is required and missing: expected ${expected}${slip}`,
  };
}

function unknownFinding(name: string, path: (string | number)[], parent: JsonObject, data: Json): ArgumentFinding {
  const known = isObject(parent["properties"]) ? Object.keys(parent["properties"]) : [];
  const given = valueAt(data, path);
  const free = known.filter((key) => !isObject(given) || !Object.hasOwn(given, key));
  const nearest = nearestOf(name, free);
  const list = known.length === 0 ? "there are none" : `known: ${known.slice(0, 20).join(", ")}`;
  const got = describeValue(valueAt(data, [...path, name]));
  return {
    ...placeOf([...path, name]),
    expected: "nothing",
    got,
    text: `is not a parameter${nearest ? `; did you mean "${nearest}"?` : ` (${list})`}`,
  };
}

/** Where a finding is, for people and for programs. */
export function placeOf(path: readonly (string | number)[]): Pick<ArgumentFinding, "path" | "pointer"> {
  return { path: pathText(path), pointer: pointerText(path) };
}
