/** The runtime of one folder over the lives of its processes: started at first need, restarted when it dies, given up when it dies too often. */
import { stat } from "node:fs/promises";
import type * as vscode from "vscode";
import type { ControlEvents, RuntimeInfo } from "../runtime/contract/control.ts";
import { logRuntimeLine } from "./log.ts";
import { type RuntimeProcess, type RuntimeProcessOptions, startRuntimeProcess, unavailable } from "./runtimeProcess.ts";
import type { FolderRuntime, RuntimeState } from "./runtimes.ts";
import type { VsCode } from "./vscodeApi.ts";

export interface FolderRuntimeDeps {
  vscode: VsCode;
  log: vscode.LogOutputChannel;
  folder: vscode.WorkspaceFolder;
  /** What to start; a text says why nothing can be started. */
  program(): Promise<RuntimeProgram | { problem: string }>;
  timing: RuntimeTiming;
  onState(): void;
  onEvent<Event extends keyof ControlEvents>(event: Event, params: ControlEvents[Event]): void;
}

export type RuntimeProgram = Pick<RuntimeProcessOptions, "node" | "script" | "environment">;

export interface RuntimeTiming {
  limits: RuntimeProcessOptions["limits"];
  /** Pauses before the first, second, … restart of a window; when they are used up, the runtime has failed. */
  pausesMs: readonly number[];
  windowMs: number;
  /** Starts in a row that never came to an answer; then it has failed. */
  starts: number;
}

export const TIMING: RuntimeTiming = {
  limits: { startMs: 15_000, softEndMs: 2000, hardEndMs: 5000 },
  pausesMs: [500, 1000, 2000, 4000, 8000],
  windowMs: 180_000,
  starts: 2,
};

export interface OwnedFolderRuntime extends FolderRuntime {
  /** Ends the process and starts another where one ran or was wanted; forgets that it failed. */
  restart(): Promise<void>;
  dispose(): Promise<void>;
}

export function createFolderRuntime(deps: FolderRuntimeDeps): OwnedFolderRuntime {
  const { vscode, log, folder, timing } = deps;
  let state: RuntimeState = "stopped";
  let problem: string | undefined;
  let info: RuntimeInfo | undefined;
  let current: RuntimeProcess | undefined;
  let started: PromiseWithResolvers<RuntimeProcess> | undefined;
  let pause: NodeJS.Timeout | undefined;
  let leaving: Promise<unknown> = Promise.resolve();
  let deaths: number[] = [];
  let vainStarts = 0;
  /** Raised by whatever makes a start that is under way pointless. */
  let generation = 0;
  let disposed = false;

  const enter = (next: RuntimeState, why?: string): void => {
    state = next;
    problem = why;
    if (next !== "running") info = undefined;
    deps.onState();
  };

  const fail = (why: string): void => {
    log.error(`${folder.name}: ${why}`);
    enter("failed", why);
    started?.reject(refusal());
    started = undefined;
  };

  const refusal = () => unavailable(problem ?? vscode.l10n.t("Guidon's runtime was stopped."));

  const start = async (): Promise<void> => {
    const mine = ++generation;
    enter(state === "restarting" ? "restarting" : "starting");
    const program = await deps.program();
    if (mine !== generation) return;
    if ("problem" in program) return fail(program.problem);
    const there = await isFolder(folder.uri.fsPath);
    if (mine !== generation) return;
    // A program that is started in it would be said to be missing.
    if (!there) return fail(vscode.l10n.t("The folder “{0}” is not there: {1}", folder.name, folder.uri.fsPath));
    log.info(`${folder.name}: starting the runtime with ${program.node}`);
    const born = spawnSafely(() =>
      startRuntimeProcess({
        ...program,
        l10n: vscode.l10n,
        folder: folder.uri.fsPath,
        client: `${vscode.env.appName} ${vscode.version}`,
        limits: timing.limits,
        onLine: (line) => logRuntimeLine(log, folder.name, line),
        onEvent: (event, params) => {
          if (mine === generation) deps.onEvent(event, params);
        },
        onEnd: (why) => {
          if (mine === generation) died(why);
        },
      }),
    );
    if (typeof born === "string") return died(born);
    current = born;
    try {
      const answer = await born.ready;
      if (mine !== generation) return;
      log.info(
        `${folder.name}: runtime ${answer.version} runs as process ${answer.pid} on Node ${answer.node} (${answer.role})`,
      );
      info = answer;
      vainStarts = 0;
      enter("running");
      started?.resolve(born);
    } catch (error) {
      // The end of the process follows, and with it the next attempt.
      log.warn(`${folder.name}: ${textOf(error)}`);
    }
  };

  const died = (why: string): void => {
    const ran = state === "running";
    current = undefined;
    if (ran) started = undefined;
    else vainStarts++;
    const now = Date.now();
    deaths = [...deaths.filter((at) => now - at < timing.windowMs), now];
    log.warn(`${folder.name}: the runtime is gone, ${why}`);
    if (vainStarts >= timing.starts) {
      return fail(vscode.l10n.t("Guidon's runtime for “{0}” does not start: {1}.", folder.name, why));
    }
    const wait = timing.pausesMs[deaths.length - 1];
    if (wait === undefined) {
      return fail(vscode.l10n.t("Guidon's runtime for “{0}” ended too often: {1}.", folder.name, why));
    }
    enter("restarting");
    void wanted();
    pause = setTimeout(() => void start(), wait);
  };

  /** What requests wait for. */
  const wanted = (): Promise<RuntimeProcess> => {
    if (!started) {
      started = Promise.withResolvers();
      // Nobody may be waiting.
      started.promise.catch(() => {});
    }
    return started.promise;
  };

  /** Resolves when the process is gone. Whoever waits for a start goes on waiting. */
  const stop = async (): Promise<void> => {
    generation++;
    clearTimeout(pause);
    if (state === "running") started = undefined;
    leaving = Promise.all([leaving, current?.end()]);
    current = undefined;
    await leaving;
  };

  return {
    folder,
    get state() {
      return state;
    },
    get problem() {
      return problem;
    },
    get info() {
      return info;
    },
    async request(method, params, token) {
      if (disposed || state === "failed") throw refusal();
      const ready = wanted();
      if (state === "stopped") void start();
      const running = await ready;
      return await running.request(method, params, token && signalOf(token));
    },
    async restart() {
      deaths = [];
      vainStarts = 0;
      if (disposed || state === "stopped") return;
      const stopped = stop();
      const mine = generation;
      void wanted();
      enter("restarting");
      await stopped;
      // Another restart, or the end, came meanwhile.
      if (mine === generation) await start();
    },
    async dispose() {
      disposed = true;
      const stopped = stop();
      state = "stopped";
      started?.reject(refusal());
      await stopped;
    },
  };
}

async function isFolder(path: string): Promise<boolean> {
  return await stat(path).then((found) => found.isDirectory(), () => false); // prettier-ignore
}

/** Starting a process throws where the machine has no more to give. @returns the text of what was thrown */
function spawnSafely(spawn: () => RuntimeProcess): RuntimeProcess | string {
  try {
    return spawn();
  } catch (error) {
    return textOf(error);
  }
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function signalOf(token: vscode.CancellationToken): AbortSignal {
  if (token.isCancellationRequested) return AbortSignal.abort();
  const stop = new AbortController();
  token.onCancellationRequested(() => stop.abort());
  return stop.signal;
}
