/** The runs of one folder since the runtime started, newest first. In memory, and bounded. */
import type { Attention, RunRecord } from "../contract/control.ts";
import { ToolError } from "../errors.ts";
import type { Log } from "../log.ts";
import type { Redactor } from "../secrets/redact.ts";
import { attentionFor } from "./attention.ts";
import { createStoredRun, type JournalEntry, type RunStart, type StoredRun } from "./runEntry.ts";
import { createPictureFiles } from "./pictureFiles.ts";

export type { JournalEntry, RunStart } from "./runEntry.ts";

export interface Journal {
  begin(start: RunStart): JournalEntry;
  /** Newest first. */
  list(): RunRecord[];
  find(id: string): RunRecord | undefined;
  /** JSON text of the whole result, "" for no value. @throws ToolError NotFound */
  resultOf(id: string): string;
  /** @returns whether there was something to cancel */
  cancel(id: string): boolean;
  /** So many runs from now on. */
  keepAtMost(count: number): void;
  /** Forgets all runs that are over, and removes their pictures. */
  clear(): void;
  /** Whether anybody looks at the runs. */
  isFollowed(): boolean;
  /** At most ten times a second for each run; how it ended is always told. */
  onDidChange(listener: (record: RunRecord) => void): () => void;
  onDidClear(listener: () => void): () => void;
  /** An agent's call was refused because a person has to act. At most every ten seconds for each tool. */
  onAttention(listener: (attention: Attention) => void): () => void;
  dispose(): void;
}

export interface JournalOptions {
  /** So many runs. */
  keep: number;
  dataDir: string;
  redactor: Pick<Redactor, "text" | "jsonText">;
  log: Log;
}

const TELL_MS = 100;
/** Characters of whole results, of all runs together. */
const MAX_RESULTS = 16 * 1024 * 1024;
const ATTENTION_MS = 10_000;

export function createJournal({ keep: keptAtFirst, dataDir, redactor, log }: JournalOptions): Journal {
  let keep = keptAtFirst;
  const runs = new Map<string, StoredRun>();
  const changed = new Set<StoredRun>();
  /** Whole results, oldest first. */
  const results = new Map<StoredRun, number>();
  let resultChars = 0;
  const listeners = new Set<(record: RunRecord) => void>();
  const clearListeners = new Set<() => void>();
  const attentionListeners = new Set<(attention: Attention) => void>();
  const toldAt = new Map<string, number>();
  const pictures = createPictureFiles(dataDir, log);
  let timer: NodeJS.Timeout | undefined;
  let state: "open" | "disposed" = "open";

  function tell(): void {
    timer = undefined;
    for (const run of changed) {
      run.settle();
      if (listeners.size === 0) continue;
      const record = run.record();
      for (const listener of listeners) listener(record);
    }
    changed.clear();
  }

  function dropResult(run: StoredRun): void {
    resultChars -= results.get(run) ?? 0;
    results.delete(run);
  }

  function keepResult(run: StoredRun): void {
    const length = run.result()?.length ?? 0;
    results.set(run, length);
    resultChars += length;
    for (const oldest of results.keys()) {
      if (resultChars <= MAX_RESULTS) return;
      oldest.dropResult();
      dropResult(oldest);
    }
  }

  function forget(run: StoredRun): void {
    const { id } = run;
    runs.delete(id);
    changed.delete(run);
    dropResult(run);
    const picture = run.picture();
    if (picture !== undefined) pictures.remove(picture);
  }

  /** One that is over, where there is one. */
  function forgetOldest(): void {
    for (const run of runs.values()) if (run.state() !== "running") return forget(run);
    for (const run of runs.values()) return forget(run);
  }

  function raise(attention: Attention): void {
    const now = performance.now();
    const key = `${attention.kind} ${attention.tool}`;
    if (now - (toldAt.get(key) ?? -Infinity) < ATTENTION_MS) return;
    for (const [old, at] of toldAt) if (now - at >= ATTENTION_MS) toldAt.delete(old);
    toldAt.set(key, now);
    for (const listener of attentionListeners) listener(attention);
  }

  return {
    begin(start) {
      // What the closures hold lives as long as the journal keeps the run; the arguments must not.
      const { id, tool, origin, client } = start;
      const run = createStoredRun(start, {
        redactor,
        changed(one) {
          // A run that was forgotten while it went on tells nothing more.
          if (state === "disposed" || runs.get(id) !== one) return;
          changed.add(one);
          timer ??= setTimeout(tell, TELL_MS).unref();
        },
        ended(one, outcome) {
          if (runs.get(id) === one && outcome.ok) keepResult(one);
          const attention = outcome.ok ? undefined : attentionFor({ tool, origin, client }, outcome.error);
          if (attention) raise(attention);
        },
        keepPicture: pictures.keep,
      });
      const before = runs.get(id);
      if (before) forget(before);
      runs.set(id, run);
      if (runs.size > keep) forgetOldest();
      changed.add(run);
      timer ??= setTimeout(tell, TELL_MS).unref();
      return run;
    },
    list: () => [...runs.values()].toReversed().map((run) => run.record()),
    find: (id) => runs.get(id)?.record(),
    resultOf(id) {
      const run = runs.get(id);
      const result = run?.result();
      if (result !== undefined) return result;
      if (run?.state() === "running") throw new ToolError("NotFound", "The run is not over yet");
      const why =
        run && run.state() !== "ok" ? "The run has no result" : "The whole result of this run is not kept any more";
      throw new ToolError("NotFound", why, { hint: "Run the tool again." });
    },
    keepAtMost(count) {
      keep = Math.max(1, count);
      while (runs.size > keep) forgetOldest();
    },
    cancel: (id) => runs.get(id)?.cancel() ?? false,
    clear() {
      for (const run of runs.values()) if (run.state() !== "running") forget(run);
      for (const listener of clearListeners) listener();
    },
    isFollowed: () => listeners.size > 0,
    onDidChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    onDidClear(listener) {
      clearListeners.add(listener);
      return () => void clearListeners.delete(listener);
    },
    onAttention(listener) {
      attentionListeners.add(listener);
      return () => void attentionListeners.delete(listener);
    },
    dispose() {
      state = "disposed";
      clearTimeout(timer);
      if (changed.size > 0) tell();
      listeners.clear();
      clearListeners.clear();
      attentionListeners.clear();
    },
  };
}
