/** Scripts of a folder, for completion. */
import { readdirSync } from "node:fs";
import type { Dirent } from "node:fs";
import { join } from "node:path";
import { scriptPathProblem } from "../tools/scriptPath.ts";

const LEFT_OUT = new Set(["node_modules", "dist", "build", "out", "coverage"]);
const MAX_FILES = 500;
const MAX_FOLDERS = 500;
const MAX_DEPTH = 8;

export interface ScriptFiles {
  /** Relative, with forward slashes. Those of the upper folders first. */
  files: string[];
  /** Folders that have some, with a slash at the end. */
  folders: string[];
}

export function findScripts(folder: string): ScriptFiles {
  const files: string[] = [];
  const queue: { path: string; depth: number }[] = [{ path: "", depth: 0 }];
  for (let count = 0; count < MAX_FOLDERS && files.length < MAX_FILES; count++) {
    const next = queue.shift();
    if (!next) break;
    for (const entry of entriesOf(join(folder, next.path))) {
      const path = `${next.path}${entry.name}`;
      if (entry.isDirectory()) {
        if (!entry.name.startsWith(".") && !LEFT_OUT.has(entry.name) && next.depth < MAX_DEPTH)
          queue.push({ path: `${path}/`, depth: next.depth + 1 });
      } else if (!/\.d\.[cm]?ts$/.test(path) && !scriptPathProblem(path) && files.length < MAX_FILES) files.push(path);
    }
  }
  const folders = new Set(files.flatMap(foldersAbove));
  return { files, folders: [...folders].toSorted() };
}

function foldersAbove(file: string): string[] {
  const parts = file.split("/").slice(0, -1);
  return parts.map((_, index) => `${parts.slice(0, index + 1).join("/")}/`);
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    // Not readable, or gone meanwhile: it has nothing to offer.
    return [];
  }
}
