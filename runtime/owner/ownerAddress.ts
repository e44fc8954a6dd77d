/** Where an owner listens: a socket in a folder that only this user can enter, or a pipe with an unguessable name. */
import { randomBytes } from "node:crypto";
import { lstatSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { isAlive } from "../alive.ts";

/** Longer paths are cut by the system; macOS has the shortest limit (104 with its end). */
const MAX_PATH_BYTES = 100;
const SOCKET = /^guidon-(\d+)-[0-9a-f]+\.sock$/;

/** Folders to try in turn. The same for every process of the user, whatever environment it was given. */
export function socketFolders(dataDir: string): string[] {
  const { getuid } = process;
  if (process.platform === "win32" || !getuid) return [];
  const user = String(getuid());
  const system = process.platform === "linux" ? [join("/run/user", user)] : [];
  return [
    ...system.filter((folder) => isPrivate(folder)).map((folder) => join(folder, "guidon")),
    join(dataDir, "run"),
    join(tmpdir(), `guidon-${user}`),
  ];
}

/** A new address in `folder`; on Windows `folder` does not matter. @throws Error of the file system, or when the path is too long */
export function newAddress(folder: string): string {
  const random = randomBytes(16).toString("hex");
  if (process.platform === "win32") return `\\\\.\\pipe\\guidon-${process.pid}-${random}`;
  const address = join(folder, `guidon-${process.pid}-${random.slice(0, 8)}.sock`);
  if (Buffer.byteLength(address) > MAX_PATH_BYTES) throw new Error(`${address} is too long for a socket`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!isPrivate(folder)) throw new Error(`${folder} is open to other users`);
  return address;
}

/** Whether nobody but this user can have put something at the address. */
export function isTrustedAddress(address: string): boolean {
  return process.platform === "win32" ? address.startsWith("\\\\.\\pipe\\guidon-") : isPrivate(dirname(address));
}

/** Removes sockets of processes that are no more. */
export function sweepSockets(folder: string): void {
  for (const name of list(folder)) {
    const pid = Number(SOCKET.exec(name)?.[1]);
    if (pid > 0 && !isAlive(pid)) rmSync(join(folder, name), { force: true });
  }
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** A real folder of this user that nobody else can enter. */
function isPrivate(folder: string): boolean {
  try {
    const stat = lstatSync(folder);
    return stat.isDirectory() && stat.uid === process.getuid?.() && (stat.mode & 0o077) === 0;
  } catch {
    return false;
  }
}
