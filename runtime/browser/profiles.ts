/** The browser's temporary profiles: a folder for each runtime, named after its process, so that the next start can sweep what a killed one left. */
import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";

const NAME = /^browser-(\d+)-/;

/** Profiles of this process; another one with its number is from a process of an earlier life, as in a container that was started anew. */
const own = new Set<string>();

export function makeProfile(profilesDir: string): string {
  mkdirSync(profilesDir, { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(join(profilesDir, `browser-${process.pid}-`));
  own.add(folder);
  return folder;
}

/** The browser's helper processes may still be writing when it has ended: a few tries. */
export async function removeProfile(folder: string, sockets = socketFolders(folder)): Promise<void> {
  for (const socket of sockets) await rm(socket, { recursive: true, force: true }).catch(() => {});
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }).catch(() => {});
  own.delete(folder);
}

/** Removes profiles of runtimes that are no longer there. */
export function sweepProfiles(profilesDir: string): void {
  for (const name of namesIn(profilesDir)) {
    const owner = Number(NAME.exec(name)?.[1]);
    const folder = join(profilesDir, name);
    const inUse = owner === process.pid ? own.has(folder) : isRunning(owner);
    if (!(owner > 0) || inUse) continue;
    for (const left of [...socketFolders(folder), folder]) rmSync(left, { recursive: true, force: true });
  }
}

/**
 * Chrome keeps a socket outside of its profile, in the folder for temporary files, and leaves that folder behind. A link in the profile
 * names it as long as the browser runs, and after it was killed.
 */
export function socketFolders(profile: string): string[] {
  try {
    const folder = dirname(readlinkSync(join(profile, "SingletonSocket")));
    return dirname(folder) === tmpdir() && /chrom|edge/i.test(basename(folder)) ? [folder] : [];
  } catch {
    return [];
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: there is such a process, of another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
