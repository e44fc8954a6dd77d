/** The drafts of JSON Schema that parameters may be written in. */
import type { JsonObject } from "../contract/tools.ts";

export type Draft = "04" | "06" | "07" | "2019-09" | "2020-12";

const ADDRESS = /^https?:\/\/json-schema\.org\/(?:draft-(04|06|07)|draft\/(2019-09|2020-12))\/schema#?$/;

/** By `$schema`; undefined where there is none, "unknown" where it names none of these drafts. */
export function declaredDraft(schema: JsonObject): Draft | "unknown" | undefined {
  const address = schema["$schema"];
  if (address === undefined) return undefined;
  const match = typeof address === "string" ? ADDRESS.exec(address) : null;
  return ((match?.[1] ?? match?.[2]) as Draft | undefined) ?? "unknown";
}

/**
 * Drafts to try, in this order. Many real schemas name no draft, or the wrong one, and use the tuples of draft-07 or the
 * boolean exclusiveMinimum of draft-04; a schema that a draft's reader takes is read as that draft.
 */
export function draftsFor(schema: JsonObject): Draft[] {
  const declared = declaredDraft(schema);
  if (declared === "04" || declared === "06") return [declared];
  return declared === undefined || declared === "unknown"
    ? ["2020-12", "07", "04"]
    : [...new Set<Draft>([declared, "07", "04"])];
}

/** Formats that are checked; any other is ignored, with a warning. */
export const FORMATS: ReadonlySet<string> = new Set(
  `date time date-time iso-time iso-date-time duration uri uri-reference uri-template url email hostname ipv4 ipv6 regex uuid
  json-pointer json-pointer-uri-fragment relative-json-pointer byte int32 int64 float double password binary`.split(
    /\s+/,
  ),
);
