/** The browser of this machine: findBrowser with this machine's answers. */
import { accessSync, constants, readdirSync, statSync } from "node:fs";
import { findBrowser, type BrowserPlaces, type FoundBrowser } from "./findBrowser.ts";

/** The first that is there, or every place that was looked at. */
export function browserHere(
  places: Omit<BrowserPlaces, "platform" | "isExecutable" | "list">,
): FoundBrowser | { lookedAt: string[] } {
  return findBrowser({ ...places, platform: process.platform, isExecutable, list });
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, process.platform === "win32" ? constants.F_OK : constants.X_OK);
    return statSync(path).isFile();
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
