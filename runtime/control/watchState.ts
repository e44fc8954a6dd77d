/** Notices what nobody tells: approvals and secrets set in a terminal, and scripts that change, with what they import. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { messageOf } from "../errors.ts";
import { loadScript } from "../tools/script.ts";
import type { ControlDeps } from "./deps.ts";

/** A few stats a second cost less than watches on folders that may not be there yet. */
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
export function watchState({ folder, dataDir, registry, notify, log }: ControlDeps): () => void {
  const stamp = (name: string): number => modified(join(dataDir, name));
  const look = async () => ({
    approvals: String(stamp("approvals.json")),
    // Files in it are replaced by renaming, which changes the folder.
    secrets: `${stamp("secrets")} ${stamp("workspaces.json")}`,
    scripts: await hashesOf(folder, new Set(registry.current().tools.map(({ script }) => script))),
  });
  let known: Awaited<ReturnType<typeof look>> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let state: "watching" | "ended" = "watching";
  const poll = async (): Promise<void> => {
    const now = await look();
    if (state === "ended") return;
    if (known) {
      const { approvals, secrets, scripts } = known;
      const changed = { secrets: now.secrets !== secrets, scripts: now.scripts !== scripts };
      if (changed.secrets) notify("secrets/changed", {});
      if (changed.secrets || changed.scripts || now.approvals !== approvals)
        notify("tools/changed", { revision: registry.current().revision });
    }
    known = now;
  };
  const again = (): void => {
    timer = setTimeout(
      () =>
        void poll()
          .catch((error: unknown) => log.debug(String(error)))
          .finally(again),
      POLL_MS,
    );
    timer.unref();
    if (state === "ended") clearTimeout(timer);
  };
  void poll().finally(again);
  return () => {
    state = "ended";
    clearTimeout(timer);
  };
}

/** One text for all scripts as they are now. What did not change costs a look at the file. */
async function hashesOf(folder: string, scripts: ReadonlySet<string>): Promise<string> {
  const hashes: string[] = [];
  for (const script of scripts)
    hashes.push(
      await loadScript(folder, script).then(
        ({ hash }) => hash,
        (error: unknown) => messageOf(error),
      ),
    );
  return hashes.join();
}
