/** What is wrong with an entry of tools.json. */
import type { JsonPath } from "./jsonc.ts";

/** A problem whose place is still a path inside the entry. */
export interface EntryFinding {
  severity: "error" | "warning";
  code: string;
  path: JsonPath;
  on: "key" | "value";
  message: string;
  hint?: string;
  subject?: string;
}

export type Report = (
  severity: EntryFinding["severity"],
  code: string,
  path: JsonPath,
  message: string,
  hint?: string,
  subject?: string,
) => void;
