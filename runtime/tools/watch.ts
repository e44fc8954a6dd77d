/** Notices that a file of a folder was written, replaced, removed or came back; also when the folder itself went away and returned. */
import { statSync, watch } from "node:fs";
import type { FSWatcher } from "node:fs";

const DEBOUNCE_MS = 80;
/** Where events are lost (network drives, a folder that was replaced) this finds the change all the same. */
const POLL_MS = 2000;

/**
 * Watches the folder, not the file: editors save by renaming another file into its place.
 * @param onChange called a moment after the last of a burst of events, and every two seconds; must be cheap when nothing changed
 */
export function watchFile(folder: string, file: string, onChange: () => void): { dispose(): void } {
  let watcher: FSWatcher | undefined;
  let watched = "";
  let timer: NodeJS.Timeout | undefined;

  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(onChange, DEBOUNCE_MS).unref();
  };
  const disarm = () => {
    watcher?.close();
    watcher = undefined;
    watched = "";
  };
  const arm = () => {
    const stat = statSync(folder, { throwIfNoEntry: false });
    const identity = stat ? `${stat.dev}:${stat.ino}` : "";
    if (identity === watched) return;
    disarm();
    if (!stat) return;
    try {
      watcher = watch(folder, { persistent: false }, (_event, name) => {
        if (name === null || name === file) soon();
      });
      watcher.on("error", disarm);
      watched = identity;
    } catch {
      // No watches left on this system: polling goes on.
    }
  };
  arm();
  const poll = setInterval(() => {
    arm();
    onChange();
  }, POLL_MS).unref();
  return {
    dispose() {
      clearInterval(poll);
      clearTimeout(timer);
      disarm();
    },
  };
}
