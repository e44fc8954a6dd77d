/** One sandbox child: started, given one run at a time, killed at any doubt. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { realpathSync } from "node:fs";
import { parse } from "node:path";
import type { ErrorData, FromChild, GuestOutcome, GuestTool, LogLevel, ToChild } from "../contract/guest.ts";
import { memoryLimitError } from "../contract/memoryLimit.ts";
import { errorData } from "../errors.ts";
import type { Log } from "../log.ts";
import { createCallQueue, type CallQueue } from "./callQueue.ts";
import { isFromChild } from "./childMessage.ts";
import { canceledError, causeOfDeath, uninterruptibleTimeout } from "./sandboxErrors.ts";

/** After the deadline, for the child to say itself what the run was waiting for. */
const GRACE_MS = 250;
const MAX_STDERR = 8192;
/** Above what the child's own limits let through: a child that sends more does not keep them. */
const MAX_LOG_LINES = 2500;
const MAX_CALLS_IN_FLIGHT = 1100;
/** Characters of answers, for each MB of the script's memory: a script that computes while its answers come takes none of them. */
const MAX_UNSENT_PER_MB = 2 * 1024 * 1024;

export interface SandboxJob {
  tool: GuestTool;
  /** JavaScript, run as a classic script. */
  code: string;
  /** Its name in stacks, e.g. "scripts/tool.js". */
  file: string;
  /** performance.now() in ms. */
  deadline: number;
  signal: AbortSignal;
  /** A host call. Gives JSON text of the value, "" for undefined; what it throws becomes the guest's ToolError. */
  call(name: string, argsJson: string): Promise<string>;
  log(level: LogLevel, text: string): void;
}

export interface SandboxProcessOptions {
  childFile: string;
  addonFile: string;
  nodeFile: string;
  calls: string[];
  memoryMb: number;
  highIsolation: boolean;
  log: Log;
}

export interface SandboxProcessEvents {
  /** It can take a run. */
  onIdle(process: SandboxProcess): void;
  /** It has answered prepare(): its run is not computing now. */
  onWaiting(process: SandboxProcess): void;
  /** It is gone and has ended its run, if it had one. `startProblem` is set when it never became ready. */
  onGone(process: SandboxProcess, startProblem: ErrorData | undefined): void;
}

type State = "starting" | "idle" | "busy" | "gone";

interface CurrentRun {
  job: SandboxJob;
  resolve(outcome: GuestOutcome): void;
  calls: CallQueue;
  logLines: number;
  /** Characters of answers that the child has not taken yet. */
  unsent: number;
  /** "asked": prepare() was not answered yet. "waits": it was, after which the run may have gone on. */
  pause: "unknown" | "asked" | "waits";
  kill: NodeJS.Timeout | undefined;
  stopListening(): void;
}

export class SandboxProcess {
  #state: State = "starting";
  #child: ChildProcess;
  #options: SandboxProcessOptions;
  #events: SandboxProcessEvents;
  #run: CurrentRun | undefined;
  #stderr = "";
  /** Resolves when the operating system has let go of it. */
  readonly closed: Promise<void>;

  constructor(options: SandboxProcessOptions, events: SandboxProcessEvents) {
    this.#options = options;
    this.#events = events;
    this.#child = start(options);
    this.closed = this.#watch();
    this.#send({ type: "init", calls: options.calls, memoryMb: options.memoryMb });
  }

  get state(): State {
    return this.#state;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Only while idle. Never rejects. */
  run(job: SandboxJob): Promise<GuestOutcome> {
    const { tool, code, file, deadline, signal } = job;
    this.#state = "busy";
    return new Promise((resolve) => {
      const cancel = (): void => this.#stop({ ok: false, error: canceledError() });
      signal.addEventListener("abort", cancel, { once: true });
      this.#run = {
        job,
        resolve,
        calls: createCallQueue((id, name, argsJson) => this.#call(id, name, argsJson)),
        logLines: 0,
        unsent: 0,
        pause: "unknown",
        kill: undefined,
        stopListening: () => signal.removeEventListener("abort", cancel),
      };
      this.#send({ type: "run", tool, code, file, leftMs: deadline - performance.now() });
      if (signal.aborted) cancel();
    });
  }

  /** The deadline is reached: the child may say what it was waiting for, and is killed soon. */
  expire(): void {
    const run = this.#run;
    if (run === undefined || run.kill !== undefined) return;
    this.#send({ type: "abort", reason: "Timeout" });
    run.kill = setTimeout(
      () => this.#stop({ ok: false, error: uninterruptibleTimeout(run.job.tool.timeoutMs) }),
      GRACE_MS,
    );
  }

  /** Whether its run was found not to be computing, but waiting for a host call or a timer. */
  get waits(): boolean {
    return this.#run?.pause === "waits";
  }

  /** A call is waiting: the next isolate is wanted now, and whether this run computes is asked anew. */
  prepare(): void {
    // One question at a time: a child that computes for long would find a heap of them.
    if (this.#run?.pause === "asked") return;
    if (this.#run !== undefined) this.#run.pause = "asked";
    this.#send({ type: "prep" });
  }

  kill(): void {
    this.#child.kill("SIGKILL");
  }

  #watch(): Promise<void> {
    const child = this.#child;
    child.on("message", (message: FromChild) => this.#receive(message));
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-MAX_STDERR);
    });
    const gone = (cause: ErrorData): void => {
      const started = this.#state !== "starting";
      if (this.#state === "gone") return;
      this.#state = "gone";
      this.#finish({ ok: false, error: cause });
      this.#events.onGone(this, started ? undefined : cause);
    };
    child.on("error", (error) => {
      if (child.pid === undefined)
        gone(causeOfDeath({ code: null, signal: null, stderr: error.message, ...this.#facts() }));
    });
    // "close" comes after stderr has ended, so the text that names the cause is complete.
    child.on("close", (code, signal) => {
      if (this.#stderr !== "") this.#options.log.debug(`sandbox ${child.pid}: ${this.#stderr.trim()}`);
      gone(causeOfDeath({ code, signal, stderr: this.#stderr, ...this.#facts() }));
    });
    return once(child, "close").then(
      () => undefined,
      () => undefined,
    );
  }

  #facts(): { memoryMb: number; started: boolean } {
    return { memoryMb: this.#options.memoryMb, started: this.#state !== "starting" };
  }

  #receive(message: FromChild): void {
    // A script that broke out of its isolate could send anything.
    if (!isFromChild(message)) return this.kill();
    const run = this.#run;
    switch (message.type) {
      case "ready":
        if (this.#state !== "starting") return;
        this.#state = "idle";
        return this.#events.onIdle(this);
      case "waiting":
        if (run?.pause !== "asked") return;
        run.pause = "waits";
        return this.#events.onWaiting(this);
      case "call":
        if (run === undefined) return;
        if (run.calls.size >= MAX_CALLS_IN_FLIGHT) return this.kill();
        return run.calls.add(message.id, message.name, message.argsJson);
      case "log":
        if (run === undefined) return;
        if (++run.logLines > MAX_LOG_LINES) return this.kill();
        return run.job.log(message.level, message.text);
      case "done":
        if (run === undefined) return;
        if (message.spoiled === true) return this.#stop(message.outcome);
        this.#state = "idle";
        this.#finish(message.outcome);
        return this.#events.onIdle(this);
    }
  }

  async #call(id: number, name: string, argsJson: string): Promise<void> {
    const run = this.#run;
    if (run === undefined) return;
    let answer: Extract<ToChild, { type: "return" }>;
    try {
      answer = { type: "return", id, ok: true, json: await run.job.call(name, argsJson) };
    } catch (error) {
      answer = { type: "return", id, ok: false, json: JSON.stringify(errorData(error)) };
    }
    if (this.#run !== run) return;
    const { length } = answer.json;
    run.unsent += length;
    // More than the script's memory would hold in any case.
    if (run.unsent > this.#options.memoryMb * MAX_UNSENT_PER_MB)
      return this.#stop({ ok: false, error: memoryLimitError(this.#options.memoryMb) });
    this.#send(answer, () => void (run.unsent -= length));
  }

  /** Ends the run and the child. */
  #stop(outcome: GuestOutcome): void {
    if (this.#state === "gone") return;
    this.#state = "gone";
    this.kill();
    this.#finish(outcome);
    this.#events.onGone(this, undefined);
  }

  #finish(outcome: GuestOutcome): void {
    const run = this.#run;
    if (run === undefined) return;
    this.#run = undefined;
    clearTimeout(run.kill);
    run.calls.clear();
    run.stopListening();
    run.resolve(outcome);
  }

  /** @param sent Called when the system has taken it, or never will. */
  #send(message: ToChild, sent = (): void => {}): void {
    if (this.#child.connected) this.#child.send(message, sent);
  }
}

function start({ childFile, addonFile, nodeFile, highIsolation }: SandboxProcessOptions): ChildProcess {
  const [code, addon] = [realpathSync(childFile), realpathSync(addonFile)];
  const flags = [
    "--no-node-snapshot",
    "--permission",
    "--allow-addons",
    "--allow-worker",
    `--allow-fs-read=${addon}`,
    `--allow-fs-read=${code}`,
    "--no-warnings",
    ...(highIsolation ? ["--jitless"] : []),
  ];
  return spawn(nodeFile, [...flags, code, addon], {
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    serialization: "advanced",
    // Windows cannot start sockets and random numbers without it.
    env: process.platform === "win32" ? { SystemRoot: process.env.SystemRoot } : {},
    cwd: parse(code).root,
    windowsHide: true,
  });
}
