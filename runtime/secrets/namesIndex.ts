/** Which secrets a keychain service has and since when, so that listing them reads no value and needs no unlocking. */
import { closeSync, mkdirSync, openSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readPrivateJson, writePrivateFile } from "../files.ts";
import type { StoredSecret } from "./secretStore.ts";

const LOCK_STEP_MS = 20;
/** A lock this old belongs to a process that died. */
const LOCK_STALE_MS = 10_000;

export interface NamesIndex {
  list(): StoredSecret[];
  add(name: string): Promise<void>;
  remove(name: string): Promise<void>;
}

/** @param file absolute; JSON of name → ISO time. */
export function createNamesIndex(file: string): NamesIndex {
  const read = (): Record<string, string> => {
    const names = readPrivateJson(file);
    if (typeof names !== "object" || names === null) return {};
    return Object.fromEntries(Object.entries(names).map(([name, setAt]) => [name, String(setAt)]));
  };
  const change = (edit: (names: Record<string, string>) => Record<string, string>): Promise<void> =>
    withLock(`${file}.lock`, () => writePrivateFile(file, JSON.stringify(edit(read()), undefined, 2) + "\n"));
  return {
    list: () =>
      Object.entries(read())
        .map(([name, setAt]) => ({ name, setAt }))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    add: (name) => change((names) => ({ ...names, [name]: new Date().toISOString() })),
    remove: (name) => change((names) => Object.fromEntries(Object.entries(names).filter(([each]) => each !== name))),
  };
}

/** Terminals and runtimes change the same file. */
async function withLock(lock: string, work: () => void): Promise<void> {
  mkdirSync(dirname(lock), { recursive: true, mode: 0o700 });
  while (!take(lock)) await sleep(LOCK_STEP_MS);
  try {
    work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function take(lock: string): boolean {
  try {
    closeSync(openSync(lock, "wx", 0o600));
    return true;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    const age = statSync(lock, { throwIfNoEntry: false });
    if (age && Date.now() - age.mtimeMs > LOCK_STALE_MS) rmSync(lock, { force: true });
    return false;
  }
}
