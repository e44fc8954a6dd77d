/** Notices what other processes of the user change: approvals and secrets set in a terminal. */
import { statSync } from "node:fs";
import { join } from "node:path";
import type { ControlDeps } from "./deps.ts";

/** Three stats a second cost less than watches on folders that may not be there yet. */
const POLL_MS = 1000;

/** A folder that cannot be read has no news. */
function modified(path: string): number {
  try {
    return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  } catch {
    return 0;
  }
}

/** @returns a function that ends it */
export function watchState({ dataDir, registry, notify }: ControlDeps): () => void {
  const stamp = (name: string): number => modified(join(dataDir, name));
  const approvals = (): string => String(stamp("approvals.json"));
  // Files in it are replaced by renaming, which changes the folder.
  const secrets = (): string => `${stamp("secrets")} ${stamp("workspaces.json")}`;
  let known = { approvals: approvals(), secrets: secrets() };
  const timer = setInterval(() => {
    const now = { approvals: approvals(), secrets: secrets() };
    const changed = { approvals: now.approvals !== known.approvals, secrets: now.secrets !== known.secrets };
    known = now;
    if (changed.secrets) notify("secrets/changed", {});
    if (changed.secrets || changed.approvals) notify("tools/changed", { revision: registry.current().revision });
  }, POLL_MS).unref();
  return () => clearInterval(timer);
}
