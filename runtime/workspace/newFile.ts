/** Writes a file of a workspace that is not there yet. */
import { lstatSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ToolError } from "../errors.ts";
import { isInside } from "../tools/scriptPath.ts";
import { codeOf } from "../tools/textFile.ts";

/**
 * Makes the folders on the way. Never writes over anything, and never through a link that leads out of the folder.
 * @param path relative, with forward slashes, without ".."
 * @returns the file, absolute. @throws ToolError AlreadyExists, InvalidPath, IoError
 */
export function writeNewFile(folder: string, path: string, text: string): string {
  const file = join(folder, path);
  try {
    mkdirSync(folder, { recursive: true });
    checkInside(folder, existing(dirname(file)), path);
    mkdirSync(dirname(file), { recursive: true });
    // "x" follows no link at the end of the path, either.
    writeFileSync(file, text, { flag: "wx" });
    return file;
  } catch (error) {
    if (error instanceof ToolError) throw error;
    const code = codeOf(error);
    if (code === "EEXIST" && lstatSync(file, { throwIfNoEntry: false }))
      throw new ToolError("AlreadyExists", `${path} is there already`, { hint: "It was left as it is." });
    throw new ToolError("IoError", `${file} cannot be read or written (${code})`, {
      hint: "Look at the rights of that folder and the space left on its disk, or choose another folder.",
      cause: error,
    });
  }
}

function checkInside(folder: string, parent: string, path: string): void {
  const [root, real] = [realpathSync(folder), realpathSync(parent)];
  if (real === root || isInside(root, real)) return;
  throw new ToolError("InvalidPath", `${path} would be written outside of the workspace folder, through a link`, {
    hint: "Choose a path without links.",
  });
}

/** The nearest folder upwards that is there. A link that leads to nothing counts as there: what it names would be made by mkdir. */
function existing(folder: string): string {
  return lstatSync(folder, { throwIfNoEntry: false }) ? folder : existing(dirname(folder));
}
