/** What a page keeps of the run that it shows: the journal ends with the window, and what was on the screen should not. */
import type { ShownRun } from "./protocol.ts";

const MAX_CHARS = 256 * 1024;

/** For the page's state. Nothing where it would be too much. */
export function keptRun(run: ShownRun | undefined): { run?: ShownRun } {
  if (!run || run.record.state === "running") return {};
  const { screenshot: _, ...withoutPicture } = run;
  const kept = [run, withoutPicture].find((each) => JSON.stringify(each).length <= MAX_CHARS);
  return kept ? { run: kept } : {};
}
