/**
 * A thread beside the one that runs scripts. It ends this process when its memory grows beyond the limit, which V8's own limit does not
 * always do, and when the runtime is gone while a script keeps the main thread busy.
 */
import { writeSync } from "node:fs";
import { Worker, workerData } from "node:worker_threads";

const IDLE = 0;
const BUSY = 1;
const BUSY_PERIOD_MS = 50;
const IDLE_PERIOD_MS = 1000;

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
  const state = new Int32Array(new SharedArrayBuffer(4));
  const data: WatchdogData = { state, memoryMb, parent: process.ppid };
  const worker = new Worker(file, {
    workerData: data,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 },
  });
  worker.unref();
  return {
    setBusy(busy) {
      Atomics.store(state, 0, busy ? BUSY : IDLE);
      if (busy) Atomics.notify(state, 0);
    },
  };
}

/** The worker's whole life; it blocks its thread and ends with the process. */
export function watch(): void {
  const { state, memoryMb, parent } = workerData as WatchdogData;
  const limit = memoryMb * 1024 * 1024;
  for (;;) {
    const busy = Atomics.load(state, 0) === BUSY;
    Atomics.wait(state, 0, busy ? BUSY : IDLE, busy ? BUSY_PERIOD_MS : IDLE_PERIOD_MS);
    if (isGone(parent)) end("");
    const used = process.memoryUsage.rss();
    if (used > limit) end(`@watchdog memory ${Math.round(used / 1024 / 1024)} MB\n`);
  }
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
