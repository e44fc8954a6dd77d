/** Pictures of pages of runs that failed, as files of the user: for a week, and at most fifty. */
import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { writePrivateFile } from "../files.ts";
import type { Log } from "../log.ts";

const KEEP_MS = 7 * 24 * 3600 * 1000;
const KEEP_FILES = 50;

export interface PictureFiles {
  /** @returns the path; undefined: it could not be written. */
  keep(id: string, png: Uint8Array): string | undefined;
  remove(file: string): void;
}

export function createPictureFiles(dataDir: string, log: Log): PictureFiles {
  const folder = join(dataDir, "screenshots");
  return {
    keep(id, png) {
      // An id comes from outside: a name of ours.
      const file = join(folder, `${Date.now()}-${id.replace(/[^\w-]/g, "").slice(0, 64)}.png`);
      try {
        writePrivateFile(file, png);
        sweep(folder);
        return file;
      } catch (error) {
        log.warn(`the picture of a page could not be written to a file: ${String(error)}`);
        return undefined;
      }
    },
    remove(file) {
      try {
        rmSync(file, { force: true });
      } catch (error) {
        log.debug(`the picture of a page was not removed: ${String(error)}`);
      }
    },
  };
}

/** Names begin with the time. */
function sweep(folder: string): void {
  try {
    const newestFirst = readdirSync(folder).toSorted().toReversed();
    for (const [index, name] of newestFirst.entries()) {
      const file = join(folder, name);
      if (index >= KEEP_FILES || Date.now() - statSync(file).mtimeMs > KEEP_MS) rmSync(file, { force: true });
    }
  } catch {
    // Another runtime sweeps it too.
  }
}
