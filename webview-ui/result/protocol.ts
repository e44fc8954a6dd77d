/** Messages between the extension and the view of a run. Types only. */
import type { RunRecord } from "../../runtime/contract/control.ts";

/** A run as far as it is, and all of its result once it is over. */
export interface ShownRun {
  record: RunRecord;
  /** Whole JSON text of the result, "" for no value; undefined: not over, or not kept. */
  json?: string;
  /** Why the whole result is not here, a sentence. */
  notKept?: string;
  /** Picture of the page when the run failed, a data: address. */
  screenshot?: string;
  /** A secret that is missing: its name, for a button that sets it. */
  missingSecret?: string;
  /** False: this view cannot run the tool again, e.g. it is gone. */
  canRun: boolean;
  /** The page kept it when the window was reloaded; no runtime knows of it any more. */
  before?: true;
}

/** What a person asks for in the view of a run. */
export type ResultAction =
  | { type: "copy"; text: string }
  /** The arguments that ran, as an agent would send them. */
  | { type: "copyRunCall" }
  | { type: "openJson" }
  | { type: "openFile"; path: string }
  | { type: "revealFile"; path: string }
  /** A place in a script; 1-based, as stacks say it. */
  | { type: "openScript"; file: string; line: number; column: number }
  | { type: "setSecret" }
  | { type: "runAgain" }
  /** In the form; as it is, where those of the run cannot be had. */
  | { type: "editArguments" }
  | { type: "cancel" };

export type ToResult =
  | { type: "run"; key: ResultKey; title: string; run: ShownRun }
  /** There is nothing to show any more: a sentence. */
  | { type: "gone"; title: string; why: string };
export type FromResult = { type: "ready" } | ResultAction;

/** Kept in the view's state, so that the extension knows after a reload what to show. */
export interface ResultKey {
  /** URI of the workspace folder. */
  folder: string;
  id: string;
  tool: string;
}

export interface ResultState {
  key: ResultKey;
  /** See keptRun.ts. */
  run?: ShownRun;
}
