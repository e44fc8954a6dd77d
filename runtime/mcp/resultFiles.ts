/** Whole results that are too long for an agent, as files of the user, for a week. */
import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { writePrivateFile } from "../files.ts";
import type { Log } from "../log.ts";

const KEEP_MS = 7 * 24 * 3600 * 1000;

export interface ResultFiles {
  /** @returns the path, or undefined when it could not be written (the disk is full or read-only). */
  keep(text: string, extension: "json" | "txt"): string | undefined;
}

export function createResultFiles(dataDir: string, log: Log): ResultFiles {
  const folder = join(dataDir, "results");
  let written = 0;
  return {
    keep(text, extension) {
      if (written === 0) sweep(folder);
      written += 1;
      const file = join(folder, `${Date.now()}-${process.pid}-${written}.${extension}`);
      try {
        writePrivateFile(file, text);
        return file;
      } catch (error) {
        log.warn(`a long result could not be written to a file: ${String(error)}`);
        return undefined;
      }
    },
  };
}

function sweep(folder: string): void {
  try {
    for (const name of readdirSync(folder)) {
      const file = join(folder, name);
      if (Date.now() - statSync(file).mtimeMs > KEEP_MS) rmSync(file, { force: true });
    }
  } catch {
    // The folder is not there yet, or another runtime sweeps it too.
  }
}
