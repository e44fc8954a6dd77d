/** What the window knows of the tools of its folders: kept up to date, shared by the tree, the status item and the MCP provider. */
import type * as vscode from "vscode";
import type { RunRecord, ToolRow, ToolsView } from "../runtime/contract/control.ts";
import type { PartDeps } from "./part.ts";
import type { FolderRuntime } from "./runtimes.ts";
import { isThere, toolsFile } from "./files.ts";

export interface FolderTools {
  readonly runtime: FolderRuntime;
  /** Whether there is a tools.json; undefined: not looked yet. */
  readonly hasFile: boolean | undefined;
  /** undefined: not known yet. */
  readonly view: ToolsView | undefined;
  /** Ids of runs that are under way → tool. */
  readonly running: ReadonlyMap<string, string>;
}

/** "empty": no folder has a tools.json. "failed": no tools are known, since a runtime does not start. */
export type ToolsState = "empty" | "starting" | "tools" | "failed";

export interface Tools extends vscode.Disposable {
  readonly folders: readonly FolderTools[];
  readonly state: ToolsState;
  readonly onDidChange: vscode.Event<void>;
  /** Resolves when every folder was looked at and its tools are known, or cannot be. */
  known(): Promise<void>;
}

/** Activation comes first. */
const START_AFTER_MS = 100;
/** Of events that come together. */
const GATHER_MS = 50;

type Entry = { -readonly [Key in keyof FolderTools]: FolderTools[Key] } & {
  running: Map<string, string>;
  subscriptions: vscode.Disposable[];
  wasRunning: boolean;
  asking: boolean;
  timer?: NodeJS.Timeout;
  loading: Promise<void>;
};

export function createTools(deps: Omit<PartDeps, "tools">, startAfterMs = START_AFTER_MS): Tools {
  const { vscode, runtimes, log } = deps;
  const changed = new vscode.EventEmitter<void>();
  let entries: Entry[] = [];
  let started = false;
  let disposed = false;
  const begun = Promise.withResolvers<void>();

  /** Asks the runtime; that starts it. */
  const load = async (entry: Entry): Promise<void> => {
    entry.asking = true;
    try {
      entry.view = await entry.runtime.request("tools/list", {});
    } catch (error) {
      log.debug(`${entry.runtime.folder.name}: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      entry.asking = false;
    }
    changed.fire();
  };

  const look = async (entry: Entry): Promise<void> => {
    entry.hasFile = await isThere(vscode, toolsFile(vscode, entry.runtime.folder));
    if (disposed) return;
    if (entry.hasFile || entry.runtime.state !== "stopped") await load(entry);
    else {
      entry.view = undefined;
      changed.fire();
    }
  };

  /** Several reasons that come together are one look; one that comes during a look makes another. */
  const lookSoon = (entry: Entry): void => {
    clearTimeout(entry.timer);
    entry.timer = setTimeout(() => {
      entry.loading = entry.loading.then(() => look(entry));
    }, GATHER_MS);
  };

  const create = (runtime: FolderRuntime): Entry => {
    const watcher = vscode.workspace.createFileSystemWatcher(
      new vscode.RelativePattern(runtime.folder, "tools.json"),
      false,
      true,
    );
    const entry: Entry = {
      runtime,
      hasFile: undefined,
      view: undefined,
      running: new Map(),
      subscriptions: [watcher, watcher.onDidCreate(() => lookSoon(entry)), watcher.onDidDelete(() => lookSoon(entry))],
      wasRunning: false,
      asking: false,
      loading: Promise.resolve(),
    };
    return entry;
  };

  /** Follows the folders, and asks again when a runtime has come back. */
  const follow = (): void => {
    const before = entries;
    entries = runtimes.all.map((runtime) => before.find((entry) => entry.runtime === runtime) ?? create(runtime));
    for (const entry of before) if (!entries.includes(entry)) release(entry);
    for (const entry of entries) {
      const isRunning = entry.runtime.state === "running";
      if (!isRunning) entry.running.clear();
      // A question that is under way is answered by the new process.
      const cameBack = isRunning && !entry.wasRunning && !entry.asking;
      const isNew = !before.includes(entry);
      entry.wasRunning = isRunning;
      if (cameBack || (isNew && started)) lookSoon(entry);
    }
    changed.fire();
  };

  const onRun = (runtime: FolderRuntime, run: RunRecord): void => {
    const entry = entries.find((each) => each.runtime === runtime);
    if (!entry) return;
    const wasRunning = entry.running.has(run.id);
    if (run.state === "running") {
      if (wasRunning) return;
      entry.running.set(run.id, run.tool);
    } else entry.running.delete(run.id);
    const row = entry.view?.tools.find(({ name }) => name === run.tool);
    if (row) row.lastRun = lastRunOf(run);
    changed.fire();
  };

  const again = (runtime: FolderRuntime): void => {
    const entry = entries.find((each) => each.runtime === runtime);
    if (entry) lookSoon(entry);
  };

  follow();
  const timer = setTimeout(() => {
    started = true;
    for (const entry of entries) entry.loading = look(entry);
    begun.resolve();
  }, startAfterMs);
  const subscriptions = [
    changed,
    runtimes.onDidChange(follow),
    runtimes.on("tools/changed", again),
    runtimes.on("secrets/changed", again),
    runtimes.on("runs/changed", onRun),
  ];

  return {
    get folders() {
      return entries;
    },
    get state() {
      return stateOf(entries);
    },
    onDidChange: changed.event,
    async known() {
      await begun.promise;
      await Promise.all(entries.map(({ loading }) => loading));
    },
    dispose() {
      disposed = true;
      clearTimeout(timer);
      begun.resolve();
      for (const subscription of subscriptions) subscription.dispose();
      for (const entry of entries) release(entry);
      entries = [];
    },
  };
}

/** Folders that Guidon is used in. No process is started for the others, before a person asks for something there. */
export function isUsed({ hasFile, runtime }: FolderTools): boolean {
  return hasFile === true || runtime.state !== "stopped";
}

/** One for each run that is under way. */
export function runningTools({ folders }: Tools): string[] {
  return folders.flatMap(({ running }) => [...running.values()]);
}

function release(entry: Entry): void {
  clearTimeout(entry.timer);
  for (const subscription of entry.subscriptions) subscription.dispose();
}

function stateOf(entries: readonly FolderTools[]): ToolsState {
  if (entries.some(({ view }) => view !== undefined && view.state !== "missing")) return "tools";
  const wanted = entries.filter(({ hasFile }) => hasFile !== false);
  if (wanted.some(({ runtime }) => runtime.state === "failed")) return "failed";
  return wanted.some(({ view }) => view === undefined) ? "starting" : "empty";
}

function lastRunOf({ id, state, startedAt, durationMs }: RunRecord): NonNullable<ToolRow["lastRun"]> {
  return { id, state, startedAt, ...(durationMs === undefined ? {} : { durationMs }) };
}
