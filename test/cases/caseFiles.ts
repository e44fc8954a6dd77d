/** Reads the case files. */
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import type { Case } from "./types.ts";
import { REPORTS } from "./workspace.ts";

/** All cases, by id. */
export const CASES: Case[] = readdirSync(REPORTS)
  .toSorted()
  .map((name) => JSON.parse(readFileSync(path.join(REPORTS, name), "utf8")) as Case);

export function caseOf(id: string): Case {
  const found = CASES.find((one) => one.id === id);
  if (!found) throw new Error(`no case ${id}`);
  return found;
}
