/** Makes arguments that a JSON Schema accepts: the required properties only, the first of alternatives, the smallest of sizes. */

type Schema = Record<string, unknown>;

const FORMATS: Record<string, string> = {
  "date-time": "2026-01-02T03:04:05Z",
  date: "2026-01-02",
  time: "03:04:05Z",
  uri: "https://example.com/",
  url: "https://example.com/",
  email: "ana@example.com",
  uuid: "123e4567-e89b-12d3-a456-426614174000",
  ipv4: "192.0.2.1",
  hostname: "example.com",
  duration: "P1D",
};

/** Texts that patterns of the fixtures want. */
const CANDIDATES = [
  "a.png",
  "1-123e4567-e89b-12d3-a456-426614174000",
  "1",
  "a",
  "a1",
  "2026-01-02",
  "https://example.com/",
  "0x1",
  "1d",
  "a/b",
  "#000000",
  "10:30",
  "/a",
  "a.b",
  "A",
  "aaaaaaaa",
];

const isObject = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export function sampleArguments(schema: Schema): unknown {
  return sample(schema, schema, 0);
}

function sample(schema: unknown, root: Schema, depth: number): unknown {
  if (!isObject(schema) || depth > 12) return "x";
  const { $ref, allOf, anyOf, oneOf, ...own } = schema;
  if (typeof $ref === "string") return sample({ ...own, ...resolve($ref, root) }, root, depth + 1);
  if (Array.isArray(allOf))
    return sample(
      allOf.reduce<Schema>((all, part) => merge(all, part, root), own),
      root,
      depth + 1,
    );
  const alternatives = anyOf ?? oneOf;
  if (Array.isArray(alternatives))
    return sample(
      merge(
        own,
        alternatives.find((one) => one.type !== "null"),
        root,
      ),
      root,
      depth + 1,
    );
  if ("const" in own) return own["const"];
  if (Array.isArray(own["enum"])) return own["enum"][0];
  switch (typeOf(own)) {
    case "object":
      return sampleObject(own, root, depth);
    case "array":
      return sampleArray(own, root, depth);
    case "integer":
    case "number":
      return sampleNumber(own);
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return sampleText(own);
  }
}

function typeOf({ type, properties, items }: Schema): unknown {
  if (Array.isArray(type)) return type.find((one) => one !== "null");
  return type ?? (properties ? "object" : items ? "array" : "string");
}

function sampleObject({ properties = {}, required = [] }: Schema, root: Schema, depth: number): Schema {
  const own = properties as Record<string, Schema>;
  return Object.fromEntries((required as string[]).map((name) => [name, sample(own[name], root, depth + 1)]));
}

function sampleArray({ items, prefixItems, minItems = 0 }: Schema, root: Schema, depth: number): unknown[] {
  const places = (prefixItems ?? (Array.isArray(items) ? items : undefined)) as unknown[] | undefined;
  return Array.from({ length: Math.max(Number(minItems), 1) }, (_, index) =>
    sample(places?.[index] ?? items, root, depth + 1),
  );
}

function sampleNumber({ type, minimum, exclusiveMinimum, maximum, multipleOf }: Schema): number {
  const step = typeof multipleOf === "number" ? multipleOf : 1;
  if (typeof exclusiveMinimum === "number") return exclusiveMinimum + step;
  if (typeof minimum === "number") return type === "integer" ? Math.ceil(minimum) : minimum;
  return typeof maximum === "number" ? Math.min(maximum, step) : step;
}

function sampleText({ format, pattern, minLength = 0 }: Schema): string {
  const text = FORMATS[String(format)] ?? "a".repeat(Math.max(Number(minLength), 1));
  if (typeof pattern !== "string" || new RegExp(pattern).test(text)) return text;
  return (
    CANDIDATES.find((candidate) => candidate.length >= Number(minLength) && new RegExp(pattern).test(candidate)) ?? text
  );
}

function resolve(pointer: string, root: Schema): Schema {
  const keys = pointer.split("/").slice(1);
  const found = keys.reduce<unknown>(
    (at, key) =>
      isObject(at) || Array.isArray(at) ? (at as Schema)[key.replaceAll("~1", "/").replaceAll("~0", "~")] : undefined,
    root,
  );
  return isObject(found) ? found : {};
}

function merge(one: Schema, other: unknown, root: Schema): Schema {
  if (!isObject(other)) return one;
  const full =
    typeof other["$ref"] === "string" ? { ...resolve(other["$ref"], root), ...other, $ref: undefined } : other;
  const required = [...((one["required"] as string[]) ?? []), ...((full["required"] as string[]) ?? [])];
  const properties = { ...(one["properties"] as Schema), ...(full["properties"] as Schema) };
  return {
    ...one,
    ...full,
    ...(required.length > 0 ? { required } : {}),
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
  };
}
