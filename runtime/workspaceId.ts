/** A workspace's own id: random, kept in the user data directory under the folder's real path. A clone elsewhere gets another one. */
import { randomUUID } from "node:crypto";
import { realpathSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { readPrivateJson, withFileLock, writePrivateFile } from "./files.ts";

const Known = z.record(z.string(), z.string());

/** @returns undefined for a workspace for which nothing was ever stored. */
export function workspaceId(dataDir: string, folder: string): string | undefined {
  const known = readIds(dataDir);
  const real = realFolder(folder);
  return Object.hasOwn(known, real) ? known[real] : undefined;
}

/** For what is about to store something. @throws ToolError IoError */
export async function createWorkspaceId(dataDir: string, folder: string): Promise<string> {
  return (
    workspaceId(dataDir, folder) ??
    (await withFileLock(idsFile(dataDir), () => {
      // Another process may have been here first.
      const id = workspaceId(dataDir, folder) ?? randomUUID();
      const ids = { ...readIds(dataDir), [realFolder(folder)]: id };
      writePrivateFile(idsFile(dataDir), JSON.stringify(ids, null, 2) + "\n");
      return id;
    }))
  );
}

const idsFile = (dataDir: string): string => join(dataDir, "workspaces.json");

function readIds(dataDir: string): Record<string, string> {
  const read = Known.safeParse(readPrivateJson(idsFile(dataDir)));
  return read.success ? read.data : {};
}

export function realFolder(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return folder;
  }
}
