/** What decides to which files the imports of a script lead, and whether that is still as it was when the script was bundled. */
import { realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { isInside } from "./scriptPath.ts";
import { stampOf } from "../stamp.ts";

export interface Resolutions {
  /**
   * Notes one import.
   * @param importer real path @param specifier as it is written @param found path to which it led @param real the same without links
   */
  note(importer: string, specifier: string, found: string, real: string): void;
  /** Would each import lead to the same file now? Asks the file system for times, reads nothing. */
  isCurrent(): boolean;
}

/**
 * The times of folders tell of files and links that came, went or were replaced in them; package.json can also be changed in its
 * place. A file that is a link is resolved again, as a link on the way can lie anywhere.
 * @param folder workspace folder, with links resolved
 */
export function createResolutions(folder: string): Resolutions {
  const stamps = new Map<string, string>();
  const links = new Map<string, string>();
  const watch = (path: string): void => {
    if (stamps.has(path)) return;
    const stamp = stampOf(path);
    if (stamp !== "missing") stamps.set(path, stamp);
  };
  const watchUpwards = (path: string, withPackages: boolean): void => {
    for (let at = path; at === folder || isInside(folder, at); at = dirname(at)) {
      watch(at);
      watch(join(at, "package.json"));
      if (withPackages) watch(join(at, "node_modules"));
    }
  };
  return {
    note(importer, specifier, found, real) {
      const from = dirname(importer);
      const isRelative = /^\.{0,2}(?:\/|$)/.test(specifier);
      watchUpwards(from, !isRelative);
      if (isRelative) watchUpwards(resolve(from, specifier), false);
      watchUpwards(dirname(found), false);
      if (found !== real) links.set(found, real);
    },
    isCurrent: () =>
      [...stamps].every(([path, stamp]) => stamp !== "fresh" && stampOf(path) === stamp) &&
      [...links].every(([path, real]) => realPathOf(path) === real),
  };
}

function realPathOf(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}
