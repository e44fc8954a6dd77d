/**
 * A thread beside the one that runs scripts. It ends this process when its memory grows beyond the limit, which V8's own limit does not
 * always do, and when the runtime is gone while a script keeps the main thread busy.
 */
import { writeSync } from "node:fs";
import { Worker, workerData } from "node:worker_threads";

const PERIOD_MS = 50;
const IDLE_PERIOD_MS = 1000;
/** So many looks without a script between them, then it sleeps longer: waking it up costs the run that does so. */
const LOOKS_BEFORE_SLEEP = 20;

/** Cells of the shared state. */
const BUSY = 0;
const ASLEEP = 1;

interface WatchdogData {
  state: Int32Array;
  memoryMb: number;
  parent: number;
}

export interface Watchdog {
  /** Looks often while a script runs, seldom otherwise. */
  setBusy(busy: boolean): void;
}

/** @param file This bundle, which runs `watch` when it is started as a worker. */
export function startWatchdog(file: string, memoryMb: number): Watchdog {
  const state = new Int32Array(new SharedArrayBuffer(8));
  const data: WatchdogData = { state, memoryMb, parent: process.ppid };
  const worker = new Worker(file, {
    workerData: data,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 },
  });
  worker.unref();
  return {
    setBusy(busy) {
      Atomics.store(state, BUSY, busy ? 1 : 0);
      if (busy && Atomics.exchange(state, ASLEEP, 0) === 1) Atomics.notify(state, ASLEEP);
    },
  };
}

/** The worker's whole life; it blocks its thread and ends with the process. */
export function watch(): void {
  const { state, memoryMb, parent } = workerData as WatchdogData;
  const limit = memoryMb * 1024 * 1024;
  for (let quiet = 0; ;) {
    quiet = Atomics.load(state, BUSY) === 1 ? 0 : quiet + 1;
    if (quiet > LOOKS_BEFORE_SLEEP) sleep(state);
    else Atomics.wait(state, ASLEEP, 0, PERIOD_MS);
    if (isGone(parent)) end("");
    const used = process.memoryUsage.rss();
    if (used > limit) end(`@watchdog memory ${Math.round(used / 1024 / 1024)} MB\n`);
  }
}

/** Until a run begins, or for a while. */
function sleep(state: Int32Array): void {
  Atomics.store(state, ASLEEP, 1);
  // A run that began meanwhile saw no sleeper to wake.
  if (Atomics.load(state, BUSY) === 0) Atomics.wait(state, ASLEEP, 1, IDLE_PERIOD_MS);
  Atomics.store(state, ASLEEP, 0);
}

function isGone(parent: number): boolean {
  if (process.platform !== "win32") return process.ppid !== parent;
  try {
    return !process.kill(parent, 0);
  } catch {
    return true;
  }
}

function end(text: string): void {
  try {
    // process.stderr of a worker goes through the main thread, which may be blocked.
    if (text !== "") writeSync(2, text);
  } finally {
    process.kill(process.pid, "SIGKILL");
  }
}
