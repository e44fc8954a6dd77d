/** Who owns a workspace folder: a record in the user data directory, private to the user. */
import { hash } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { readPrivateJson, withFileLock, writePrivateFile } from "../files.ts";
import { realFolder } from "../workspaceId.ts";
import { isAlive } from "../alive.ts";

/** Owners and peers of another number do not talk to each other. */
export const PROTOCOL = 1;

const Record = z.object({
  protocol: z.number(),
  pid: z.number(),
  /** Socket or pipe. */
  address: z.string(),
  /** Hex. Whoever knows it could read this file, so is this user. */
  key: z.string(),
  folder: z.string(),
});

export type OwnerRecord = z.infer<typeof Record>;

export interface OwnerFile {
  read(): OwnerRecord | undefined;
  /** Takes the folder, unless somebody else did since `seen` was read. @throws ToolError IoError */
  claim(mine: OwnerRecord, seen: OwnerRecord | undefined): Promise<"claimed" | "taken">;
  /** Gives the folder back where it is still ours. Never throws. */
  release(mine: OwnerRecord): Promise<void>;
}

export function createOwnerFile(dataDir: string, folder: string): OwnerFile {
  const file = join(ownersFolder(dataDir), `${hash("sha256", realFolder(folder)).slice(0, 24)}.json`);
  const read = (): OwnerRecord | undefined => parse(file);
  return {
    read,
    claim: (mine, seen) =>
      withFileLock(file, () => {
        const now = read();
        if (now && now.key !== seen?.key) return "taken";
        writePrivateFile(file, JSON.stringify(mine) + "\n");
        return "claimed";
      }),
    release: (mine) =>
      withFileLock(file, () => {
        if (read()?.key === mine.key) rmSync(file, { force: true });
      }).catch(() => {}),
  };
}

/** Removes the records of processes that are no more. */
export function sweepRecords(dataDir: string): void {
  const folder = ownersFolder(dataDir);
  for (const name of names(folder)) {
    const record = name.endsWith(".json") ? parse(join(folder, name)) : undefined;
    if (record && !isAlive(record.pid)) rmSync(join(folder, name), { force: true });
  }
}

const ownersFolder = (dataDir: string): string => join(dataDir, "owners");

function parse(file: string): OwnerRecord | undefined {
  const read = Record.safeParse(readPrivateJson(file));
  return read.success ? read.data : undefined;
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
