/** Sandbox children kept warm, and the queue of runs in front of them. */
import type { ErrorData, GuestOutcome } from "../contract/guest.ts";
import { errorData } from "../errors.ts";
import type { Log } from "../log.ts";
import { findAddonFile } from "./addonFile.ts";
import { canceledError, disposedError, queueTimeout } from "./sandboxErrors.ts";
import { SandboxProcess, type SandboxJob, type SandboxProcessOptions } from "./sandboxProcess.ts";

export type { SandboxJob } from "./sandboxProcess.ts";

/** Children above the number of spares are let go after this time without work. */
const EXTRA_IDLE_MS = 30_000;
const MAX_START_PROBLEMS = 3;

export interface SandboxPoolOptions {
  /** dist/sandbox.cjs. */
  childFile: string;
  /** Default: found for this Node. */
  addonFile?: string;
  nodeFile?: string;
  /** Names of host calls. */
  calls: string[];
  log: Log;
  /** Children ready for the next run. */
  spares?: number;
  /** Runs that compute at a time; more have to wait. One that waits for a host call or a timer does not count. */
  max?: number;
  /** Children at a time. Default: four times `max`. */
  maxChildren?: number;
  /** V8 heap of one run. */
  memoryMb?: number;
  /** Without compiled code: slower, and fewer ways out. */
  highIsolation?: boolean;
}

export interface SandboxPool {
  /** Starts children in the background; idempotent. run() calls it. */
  warm(): void;
  /** Never rejects: every end is an outcome. */
  run(job: SandboxJob): Promise<GuestOutcome>;
  pids(): number[];
  /** Runs under way end as canceled; resolves when no child is left. */
  dispose(): Promise<void>;
}

interface Waiting {
  job: SandboxJob;
  begin(process: SandboxProcess): void;
  end(outcome: GuestOutcome): void;
}

export function createSandboxPool(options: SandboxPoolOptions): SandboxPool {
  const { log, max = 4, maxChildren = max * 4 } = options;
  const spares = Math.min(options.spares ?? 2, max);
  const live = new Set<SandboxProcess>();
  const closing = new Set<Promise<void>>();
  /** The longest idle first: its next isolate is surely ready. */
  const idle: SandboxProcess[] = [];
  const queue: Waiting[] = [];
  let processOptions: SandboxProcessOptions | undefined;
  let trim: NodeJS.Timeout | undefined;
  let disposed = false;
  /** In a row. */
  let startProblems = 0;

  function startOne(): void {
    processOptions ??= {
      childFile: options.childFile,
      addonFile: options.addonFile ?? findAddonFile(),
      nodeFile: options.nodeFile ?? process.execPath,
      calls: options.calls,
      memoryMb: options.memoryMb ?? 128,
      highIsolation: options.highIsolation ?? false,
      log,
    };
    const started = new SandboxProcess(processOptions, { onIdle, onWaiting, onGone });
    live.add(started);
    closing.add(started.closed);
    void started.closed.finally(() => closing.delete(started.closed));
  }

  /** Runs under way, without those that were found waiting. */
  function computing(): number {
    let count = 0;
    for (const each of live) if (each.state === "busy" && !each.waits) count++;
    return count;
  }

  function busyCount(): number {
    let count = 0;
    for (const each of live) if (each.state === "busy") count++;
    return count;
  }

  /** Asks each child to make its next isolate now, and each run whether it computes or waits. */
  function ask(): void {
    for (const each of live) each.prepare();
  }

  /** Begins runs of the queue, in the order they came, as long as there is room. */
  function admit(): void {
    while (queue.length > 0 && idle.length > 0 && computing() < max) {
      const [process, waiting] = [idle.shift(), queue.shift()];
      if (process !== undefined) waiting?.begin(process);
    }
  }

  /** Never throws: a sandbox that cannot start is the outcome of the runs that wait for it. */
  function fill(wanted: number): void {
    if (disposed) return;
    try {
      while (live.size < Math.min(wanted, maxChildren)) startOne();
    } catch (error) {
      failQueued(errorData(error, "SandboxCrashed"));
    }
  }

  /** As many as could begin a run now, and one more, so that the next run finds it ready. */
  function refill(): void {
    const room = Math.max(0, max - computing());
    fill(Math.max(spares, busyCount() + Math.min(room, queue.length + Math.min(spares, 1))));
  }

  function onIdle(process: SandboxProcess): void {
    startProblems = 0;
    idle.push(process);
    admit();
    if (idle.length > 0) trim ??= setTimeout(trimExtra, EXTRA_IDLE_MS).unref();
  }

  function onWaiting(): void {
    admit();
    if (queue.length > 0) refill();
  }

  function onGone(process: SandboxProcess, startProblem: ErrorData | undefined): void {
    live.delete(process);
    if (idle.includes(process)) idle.splice(idle.indexOf(process), 1);
    if (disposed) return;
    admit();
    if (startProblem === undefined) return refill();
    // After a few tries only the next run tries again: what keeps children from starting would keep the others from it too.
    if (++startProblems < MAX_START_PROBLEMS) return refill();
    log.error(startProblem.message);
    if (live.size === 0) failQueued(startProblem);
  }

  function failQueued(error: ErrorData): void {
    for (const waiting of queue.splice(0)) waiting.end({ ok: false, error });
  }

  function trimExtra(): void {
    trim = undefined;
    while (idle.length > 0 && live.size > spares) {
      const extra = idle.shift();
      if (extra === undefined) break;
      live.delete(extra);
      extra.kill();
    }
  }

  function run(job: SandboxJob): Promise<GuestOutcome> {
    if (disposed) return Promise.resolve({ ok: false, error: disposedError() });
    if (job.signal.aborted) return Promise.resolve({ ok: false, error: canceledError() });
    if (job.deadline <= performance.now()) {
      return Promise.resolve({ ok: false, error: queueTimeout(job.tool.timeoutMs, 0) });
    }
    return new Promise((resolve) => {
      let process: SandboxProcess | undefined;
      const leave = (outcome: GuestOutcome): void => {
        clearTimeout(deadline);
        job.signal.removeEventListener("abort", cancel);
        if (queue.includes(waiting)) queue.splice(queue.indexOf(waiting), 1);
        resolve(outcome);
      };
      const cancel = (): void => {
        if (process === undefined) leave({ ok: false, error: canceledError() });
      };
      const expire = (): void => {
        if (process !== undefined) process.expire();
        else leave({ ok: false, error: queueTimeout(job.tool.timeoutMs, busyCount()) });
      };
      const waiting: Waiting = {
        job,
        begin(taken) {
          process = taken;
          void taken.run(job).then(leave);
          if (queue.length > 0) taken.prepare();
        },
        end: leave,
      };
      const deadline = setTimeout(expire, Math.max(0, job.deadline - performance.now()));
      job.signal.addEventListener("abort", cancel, { once: true });
      queue.push(waiting);
      if (busyCount() < max) admit();
      // What was found waiting may compute by now, so all are asked again.
      if (queue.length > 0) ask();
      refill();
    });
  }

  return {
    warm: () => fill(spares),
    run,
    pids: () => [...live].flatMap((each) => each.pid ?? []),
    async dispose() {
      disposed = true;
      clearTimeout(trim);
      failQueued(disposedError());
      for (const each of live) each.kill();
      await Promise.all(closing);
    },
  };
}
