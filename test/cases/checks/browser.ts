/** Judges of what browser tools give. */
import { existsSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { parsed } from "./lists.ts";
import { short, words } from "./toolbox.ts";
import type { Check } from "./toolbox.ts";

export const browserChecks: Record<string, Check> = {
  "documented: first match, or an error that says how many matched": (outcome) =>
    outcome.text === "North" || short(words(outcome)),
  "either reports a download (name report.csv) or an error that says the address is a file download; not a bare ERR_ABORTED":
    (outcome) =>
      /download/i.test(words(outcome).replaceAll("/download/report.csv", "")) ||
      `says nothing of a download: ${short(words(outcome))}`,
  "documented: a fresh call starts without the consent cookie, or keeps it": (outcome) =>
    (!outcome.isError && outcome.text === "Price: 19.90") || `the cookie was kept: ${short(words(outcome))}`,
  "a file report.csv of 16 bytes exists at the returned path, inside the workspace or the documented folder": (
    outcome,
    { workspace },
  ) => {
    const { path: at } = (parsed(outcome) ?? {}) as { path?: string };
    const file = at && path.resolve(workspace.folder, at);
    if (!file || !existsSync(file)) return `no file at ${at}`;
    if (statSync(file).size !== 16 || path.basename(file) !== "report.csv")
      return `${path.basename(file)}, ${statSync(file).size} bytes`;
    return (
      realpathSync(file).startsWith(realpathSync(workspace.folder) + path.sep) || `outside of the workspace: ${file}`
    );
  },
};
