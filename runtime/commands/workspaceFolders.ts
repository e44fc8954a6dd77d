/** Which folders are meant: --workspace, else the client's project folder, else the current one, else the client's roots. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Server } from "@modelcontextprotocol/server";
import type { Environment } from "../environment.ts";

const ROOTS_TIMEOUT_MS = 2000;

export async function workspaceFolders(given: string[], environment: Environment, server?: Server): Promise<string[]> {
  if (given.length > 0) return [...new Set(given.map((folder) => resolve(folder)))];
  const project = environment["CLAUDE_PROJECT_DIR"];
  if (project) return [resolve(project)];
  const current = process.cwd();
  if (existsSync(join(current, "tools.json"))) return [current];
  const roots = await clientRoots(server);
  return roots.length > 0 ? roots : [current];
}

async function clientRoots(server: Server | undefined): Promise<string[]> {
  // Only clients before 2026-07-28 answer this request; the later ones name no roots.
  if (!server?.getClientCapabilities()?.roots) return [];
  try {
    const { roots } = await server.listRoots(undefined, { timeout: ROOTS_TIMEOUT_MS });
    return roots.filter(({ uri }) => uri.startsWith("file:")).map(({ uri }) => fileURLToPath(uri));
  } catch {
    return [];
  }
}
