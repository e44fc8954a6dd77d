/** Which folders are meant: --workspace, else the client's project folder, else the current one, else the client's roots. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Server } from "@modelcontextprotocol/server";
import type { Environment } from "../environment.ts";
import { ToolError } from "../errors.ts";
import { NO_FOLDER } from "../listing.ts";

const ROOTS_TIMEOUT_MS = 2000;

/** @throws ToolError when there is no folder at all: the current one was deleted */
export async function workspaceFolders(given: string[], environment: Environment, server?: Server): Promise<string[]> {
  const known = knownFolders(given, environment);
  if (known) return known;
  const roots = await clientRoots(server);
  if (roots.length > 0) return roots;
  const current = currentFolder();
  if (current !== undefined) return [current];
  throw new ToolError("NotFound", "The current folder does not exist any more", { hint: NO_FOLDER });
}

/** Those for which no client has to be asked. */
export function knownFolders(given: string[], environment: Environment): string[] | undefined {
  if (given.length > 0) return [...new Set(given.map((folder) => resolve(folder)))];
  const project = environment["CLAUDE_PROJECT_DIR"];
  if (project) return [resolve(project)];
  const current = currentFolder();
  return current !== undefined && existsSync(join(current, "tools.json")) ? [current] : undefined;
}

/** undefined when it was deleted. */
function currentFolder(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}

async function clientRoots(server: Server | undefined): Promise<string[]> {
  // Only clients before 2026-07-28 answer this request; the later ones name no roots.
  if (!server?.getClientCapabilities()?.roots) return [];
  try {
    const { roots } = await server.listRoots(undefined, { timeout: ROOTS_TIMEOUT_MS });
    return [...new Set(roots.filter(({ uri }) => uri.startsWith("file:")).map(({ uri }) => fileURLToPath(uri)))];
  } catch {
    return [];
  }
}
