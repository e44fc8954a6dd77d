/** Files of ours in the user data directory: private to the user, never half-written, and changed by one process at a time. */
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { randomBytes } from "node:crypto";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ToolError } from "./errors.ts";

const LOCK_STEP_MS = 20;
/** A lock this old belongs to a process that died. */
const LOCK_STALE_MS = 10_000;

/** Writes the whole file or nothing: temporary file (0600, in a 0700 folder), fsync, rename. @throws ToolError IoError */
export function writePrivateFile(file: string, content: string | Uint8Array): void {
  const temporary = `${file}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const handle = openSync(temporary, "wx", 0o600);
    try {
      writeFileSync(handle, content);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(temporary, file);
  } catch (error) {
    discard(temporary);
    throw ioError(file, error);
  }
}

function discard(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // What kept us from writing it also keeps us from removing it.
  }
}

/** The JSON of a file of ours; undefined when the file is absent or damaged (it is then written anew). */
export function readPrivateJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

/** Terminals and runtimes change the same files: what `work` reads and writes nobody else changes meanwhile. @throws ToolError IoError */
export async function withFileLock<T>(file: string, work: () => T): Promise<T> {
  const lock = `${file}.lock`;
  while (!take(lock)) await sleep(LOCK_STEP_MS);
  try {
    return work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function take(lock: string): boolean {
  try {
    mkdirSync(dirname(lock), { recursive: true, mode: 0o700 });
    closeSync(openSync(lock, "wx", 0o600));
    return true;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw ioError(lock, error);
    const age = statSync(lock, { throwIfNoEntry: false });
    if (age && Date.now() - age.mtimeMs > LOCK_STALE_MS) rmSync(lock, { force: true });
    return false;
  }
}

function ioError(file: string, cause: unknown): unknown {
  if (!(cause instanceof Error && "code" in cause)) return cause;
  return new ToolError("IoError", `Guidon's folder ${dirname(file)} cannot be written to (${String(cause.code)})`, {
    hint: "Make it writable, or set GUIDON_HOME to another folder.",
    cause,
  });
}
