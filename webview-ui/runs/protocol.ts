/** Messages of the Runs panel. */
import type { RunRecord, RunState } from "../../runtime/contract/control.ts";

export type ToView =
  /** All runs, newest first. `whole`: the journals were read, so a run that is not among them is gone. */
  | { type: "runs"; runs: RunRow[]; severalFolders: boolean; whole: boolean }
  /** A run began or went on. */
  | { type: "run"; run: RunRow }
  /** What was asked for by `select`, and each change of it. */
  | { type: "detail"; run: RunRecord; screenshot?: string }
  /** Shows this run as if it had been clicked. */
  | { type: "reveal"; id: string };

export type ToExtension =
  | { type: "ready"; selected?: string }
  /** undefined: none is selected any more. */
  | { type: "select"; id: string | undefined }
  | { type: "rerun" | "openForm" | "cancel" | "openResult" | "openTool"; id: string }
  | { type: "copy"; id: string; what: CopyWhat };

export type CopyWhat = "arguments" | "result" | "error";

/** What the list shows of a run; the rest comes with `detail`. */
export interface RunRow {
  id: string;
  folder: string;
  tool: string;
  client: string;
  startedAt: string;
  state: RunState;
  durationMs?: number;
  /** Arguments as JSON, cut. */
  args: string;
  /** The newest progress line, or the error. */
  note: string;
  /** 0 to 1, where the run says how far it is. */
  part?: number;
}

export type StateFilter = "all" | RunState;

/** What the page keeps when it is hidden or the window reloads. */
export interface RunsPageState {
  selected: string | undefined;
  text: string;
  state: StateFilter;
  listScroll: number;
  detailScroll: number;
  /** Width of the list in percent. */
  split: number;
}
