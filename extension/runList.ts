/** All runs that the window knows of. They outlive the runtime that told of them. */
import type * as vscode from "vscode";
import type { RunRecord } from "../runtime/contract/control.ts";
import type { CopyWhat, RunRow } from "../webview-ui/runs/protocol.ts";
import { addressOf } from "./folders.ts";
import type { PartDeps } from "./part.ts";
import type { FolderRuntime } from "./runtimes.ts";
import { readSettings } from "./settings.ts";
import { isUsed } from "./tools.ts";

/** Where the setting says nothing. */
const KEPT_RUNS = 100;

export interface KnownRun {
  runtime: FolderRuntime;
  record: RunRecord;
}

export interface RunList extends vscode.Disposable {
  get(id: string): KnownRun | undefined;
  newestFirst(): KnownRun[];
  running(): number;
  /** Whether the journals were read, as far as there are any. */
  readonly whole: boolean;
  /** Reads the journals of all folders. */
  load(): Promise<void>;
  clear(): Promise<void>;
  onDidChange(listener: (changed: KnownRun | "all") => void): void;
}

export function createRunList(deps: PartDeps): RunList {
  const { vscode, runtimes, tools, log } = deps;
  const runs = new Map<string, KnownRun>();
  const listeners: ((changed: KnownRun | "all") => void)[] = [];
  const tell = (changed: KnownRun | "all"): void => listeners.forEach((listener) => listener(changed));
  const of = (runtime: FolderRuntime): KnownRun[] => [...runs.values()].filter((run) => sameFolder(run.runtime, runtime)); // prettier-ignore

  const loadOne = async (runtime: FolderRuntime): Promise<void> => {
    const records = await runtime.request("runs/list", {});
    const ids = new Set(records.map(({ id }) => id));
    for (const record of records) runs.set(record.id, { runtime, record });
    for (const { record } of of(runtime)) if (!ids.has(record.id)) runs.set(record.id, { runtime, record: ended(vscode, record) }); // prettier-ignore
    forgetOldest();
  };
  /** What is over and not in the journal any more was removed by somebody. */
  const dropCleared = async (runtime: FolderRuntime): Promise<void> => {
    const left = new Set((await runtime.request("runs/list", {})).map(({ id }) => id));
    for (const { record } of of(runtime))
      if (record.state !== "running" && !left.has(record.id)) runs.delete(record.id);
    tell("all");
  };
  let whole = false;
  const load = async (which: readonly FolderRuntime[], all = false): Promise<void> => {
    const results = await Promise.allSettled(which.map(loadOne));
    for (const result of results) if (result.status === "rejected") log.debug(`No journal: ${String(result.reason)}`);
    whole ||= all;
    tell("all");
  };
  /** A runtime that nothing has used has no runs, and none is started for a list. */
  const used = (): FolderRuntime[] => tools.folders.filter(isUsed).map(({ runtime }) => runtime);
  const newestFirst = (): KnownRun[] =>
    [...runs.values()].toSorted((a, b) => (a.record.startedAt < b.record.startedAt ? 1 : -1));
  const forgetOldest = (): void => {
    const keep = readSettings(vscode).keepRuns ?? KEPT_RUNS;
    if (runs.size <= keep) return;
    const over = newestFirst().filter(({ record }) => record.state !== "running");
    for (const { record } of over.slice(keep)) runs.delete(record.id);
  };

  /** A runtime that came back has another journal, or the same one with runs that ended meanwhile. */
  const known = new Map<string, unknown>();
  const runtimesChanged = (): void => {
    const here = new Set(runtimes.all.map(addressOf));
    const restarted = runtimes.all.filter((runtime) => {
      const before = known.get(addressOf(runtime));
      if (runtime.state === "running" && runtime.info) known.set(addressOf(runtime), runtime.info);
      return before !== undefined && runtime.state === "running" && before !== runtime.info;
    });
    const gone = [...runs.values()].filter(({ runtime }) => !here.has(addressOf(runtime)));
    for (const { record } of gone) runs.delete(record.id);
    if (restarted.length > 0) void load(restarted);
    else if (gone.length > 0) tell("all");
    for (const runtime of runtimes.all) if (runtime.state === "failed") endAll(runtime);
  };
  const endAll = (runtime: FolderRuntime): void => {
    const running = of(runtime).filter(({ record }) => record.state === "running");
    for (const { record } of running) runs.set(record.id, { runtime, record: ended(vscode, record) });
    if (running.length > 0) tell("all");
  };

  const parts = [
    runtimes.onDidChange(runtimesChanged),
    runtimes.on("runs/changed", (runtime, record) => {
      const run = { runtime, record };
      const fresh = !runs.has(record.id);
      runs.set(record.id, run);
      if (fresh) forgetOldest();
      tell(run);
    }),
    runtimes.on("runs/cleared", (runtime) => {
      dropCleared(runtime).catch((error: unknown) => log.debug(`No journal: ${String(error)}`));
    }),
  ];
  return {
    get: (id) => runs.get(id),
    newestFirst,
    running: () => [...runs.values()].filter(({ record }) => record.state === "running").length,
    get whole() {
      return whole;
    },
    async load() {
      await tools.known();
      await load(used(), true);
    },
    async clear() {
      await Promise.all(used().map((runtime) => runtime.request("runs/clear", {})));
      for (const { record } of runs.values()) if (record.state !== "running") runs.delete(record.id);
      tell("all");
    },
    onDidChange: (listener) => void listeners.push(listener),
    dispose: () => parts.forEach((part) => part.dispose()),
  };
}

const MAX_NOTE = 300;

export function rowOf({ runtime, record }: KnownRun): RunRow {
  const { id, tool, client, startedAt, state, durationMs, progress, error } = record;
  const newest = progress.at(-1);
  const note = error?.message ?? (state === "running" ? (newest?.message ?? "") : "");
  const part = newest?.current !== undefined && newest.total ? newest.current / newest.total : undefined;
  return {
    id,
    tool,
    client,
    startedAt,
    state,
    folder: runtime.folder.name,
    args: record.args.json.slice(0, MAX_NOTE),
    note: note.slice(0, MAX_NOTE),
    ...(durationMs === undefined ? {} : { durationMs }),
    ...(part === undefined ? {} : { part: Math.min(1, Math.max(0, part)) }),
  };
}

/** The whole result comes from the runtime, where it still has it. */
export async function copyText(runtime: FolderRuntime, record: RunRecord, what: CopyWhat): Promise<string> {
  if (what === "arguments") return pretty(record.args.json);
  if (what === "error") return errorText(record);
  if (record.result?.whole !== false) return pretty(record.result?.json ?? "");
  return pretty((await runtime.request("runs/result", { id: record.id })).json);
}

function errorText({ error }: RunRecord): string {
  if (!error) return "";
  const lines = [`${error.code}: ${error.message}`, error.hint, error.stack];
  return lines.filter((line) => line !== undefined && line !== "").join("\n");
}

function pretty(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}

/** Of a run whose runtime is gone and that nobody can tell of any more. */
function ended(vscode: PartDeps["vscode"], record: RunRecord): RunRecord {
  if (record.state !== "running") return record;
  const message = vscode.l10n.t("The runtime ended while the tool ran.");
  return { ...record, state: "failed", error: { name: "ToolError", code: "Unavailable", message, retryable: true } };
}

const sameFolder = (one: FolderRuntime, other: FolderRuntime): boolean => addressOf(one) === addressOf(other);
