/** The browser that Guidon takes, so that all are measured with the same one. */
import { accessSync, constants, readdirSync } from "node:fs";
import { findBrowser } from "../../runtime/browser/findBrowser.ts";
import type { FoundBrowser } from "../../runtime/browser/findBrowser.ts";
import { cacheDirectory } from "../../runtime/settings.ts";

/** Throws when there is none. */
export function browserInUse(): FoundBrowser {
  const { platform, env } = process;
  const found = findBrowser({
    platform,
    environment: env,
    cacheDir: cacheDirectory(env),
    headless: true,
    isExecutable,
    list,
  });
  if ("path" in found) return found;
  throw new Error(`no browser; looked at ${found.lookedAt.join(", ")}`);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
