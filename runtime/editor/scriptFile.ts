/** A script's path as a file of its folder: what an editor can compare and open. */
import { realpathSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { shownPath } from "../tools/scriptPath.ts";

/** With forward slashes, and with the letters that the disk has: where the system ignores case, an author may write others. */
export function scriptFile(folder: string, script: string): string {
  const file = shownPath(script);
  try {
    const real = relative(realpathSync.native(folder), realpathSync.native(join(folder, file))).replaceAll(sep, "/");
    // Anything else is where a link leads; an editor knows the file by the link's name.
    return real.toLowerCase() === file.toLowerCase() ? real : file;
  } catch {
    // Not there, or not to be looked at: there is no other name of it.
    return file;
  }
}

/** Whether two paths are one file, without a look at the disk for most. */
export function isSameScript(folder: string, one: string, other: string): boolean {
  return (
    shownPath(one).toLowerCase() === shownPath(other).toLowerCase() &&
    scriptFile(folder, one) === scriptFile(folder, other)
  );
}
