/** Files of ours in the user data directory: private to the user, and never half-written. */
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { dirname } from "node:path";

/** Writes the whole file or nothing: temporary file (0600, in a 0700 folder), fsync, rename. */
export function writePrivateFile(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${randomBytes(6).toString("hex")}.tmp`;
  const handle = openSync(temporary, "wx", 0o600);
  try {
    writeSync(handle, text);
    fsyncSync(handle);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  } finally {
    closeSync(handle);
  }
  renameSync(temporary, file);
}

/** The JSON of a file of ours; undefined when the file is absent or damaged (it is then written anew). */
export function readPrivateJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}
