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
import { isAlive } from "./alive.ts";
import { ToolError } from "./errors.ts";

const LOCK_STEP_MS = 20;
/** Nobody works that long with a file: a lock this old, or of a time to come, was left by a process that died. */
const LOCK_STALE_MS = 10_000;
/** Whoever cannot have the lock by then is told so. */
const LOCK_WAIT_MS = 15_000;

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
export async function withFileLock<T>(file: string, work: () => T, waitMs = LOCK_WAIT_MS): Promise<T> {
  const lock = `${file}.lock`;
  const end = performance.now() + waitMs;
  while (!take(lock)) {
    if (performance.now() > end) throw locked(lock);
    await sleep(LOCK_STEP_MS);
  }
  try {
    return work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function take(lock: string): boolean {
  try {
    mkdirSync(dirname(lock), { recursive: true, mode: 0o700 });
    writeFileSync(lock, String(process.pid), { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw ioError(lock, error);
    if (isLeftOver(lock)) discard(lock);
    return false;
  }
}

function isLeftOver(lock: string): boolean {
  try {
    const holder = Number(readFileSync(lock, "utf8"));
    if (holder > 0 && !isAlive(holder)) return true;
    return Math.abs(Date.now() - statSync(lock).mtimeMs) > LOCK_STALE_MS;
  } catch {
    // It went in between, or it is no file; then the wait ends some time.
    return false;
  }
}

function locked(lock: string): ToolError {
  return new ToolError("IoError", `${lock} is held by another process`, {
    hint: "Remove it if no Guidon runs, then try again.",
  });
}

function ioError(file: string, cause: unknown): unknown {
  if (!(cause instanceof Error && "code" in cause)) return cause;
  return new ToolError("IoError", `Guidon's folder ${dirname(file)} cannot be written to (${String(cause.code)})`, {
    hint: "Make it writable, or set GUIDON_HOME to another folder.",
    cause,
  });
}
