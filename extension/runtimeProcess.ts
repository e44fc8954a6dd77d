/** One process of the runtime: `guidon control` for one folder, from its start to its end. */
import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { createInterface } from "node:readline";
import type * as vscode from "vscode";
import { type Channel, ChannelError, openChannel } from "../runtime/channel.ts";
import type { ControlEvents, ControlRequests, RuntimeInfo } from "../runtime/contract/control.ts";
import { reasonIn } from "./log.ts";

export interface RuntimeProcessOptions {
  l10n: Pick<typeof vscode.l10n, "t">;
  node: string;
  /** dist/guidon.js */
  script: string;
  folder: string;
  environment: Record<string, string>;
  /** "VS Code 1.101.0" */
  client: string;
  limits: { startMs: number; softEndMs: number; hardEndMs: number };
  onLine(line: string): void;
  onEvent<Event extends keyof ControlEvents>(event: Event, params: ControlEvents[Event]): void;
  /** Once, whenever and however it ends; `why` without a full stop. */
  onEnd(why: string): void;
}

export interface RuntimeProcess {
  /** The first answer. @throws ChannelError when it does not come in time */
  readonly ready: Promise<RuntimeInfo>;
  request<Method extends keyof ControlRequests>(
    method: Method,
    params: ControlRequests[Method][0],
    signal?: AbortSignal,
  ): Promise<ControlRequests[Method][1]>;
  /** Resolves when it is gone. */
  end(): Promise<void>;
}

const EVENTS = [
  "tools/changed",
  "secrets/changed",
  "runs/changed",
  "runs/cleared",
  "attention",
  "log",
] as const satisfies (keyof ControlEvents)[];
/** Output that is still in the pipes when the process has ended. */
const DRAIN_MS = 300;
const GIVE_UP_MS = 1000;

export function startRuntimeProcess(options: RuntimeProcessOptions): RuntimeProcess {
  const { l10n, node, script, folder, environment, limits, onLine, onEvent, onEnd } = options;
  const child = spawn(node, [script, "control", "--workspace", folder], {
    cwd: folder,
    env: environment,
    stdio: ["pipe", "pipe", "pipe"],
    windowsHide: true,
  });
  const channel: Channel<ControlRequests, ControlEvents> = openChannel(child.stdout, child.stdin);
  for (const event of EVENTS) forward(channel, event, onEvent);

  let reason: string | undefined;
  createInterface({ input: child.stderr }).on("line", (line) => {
    reason = reasonIn(line, reason);
    onLine(line);
  });

  let state: "alive" | "ending" | "gone" = "alive";
  let said = false;
  const gone = Promise.withResolvers<void>();
  const over = (why: string): void => {
    if (said) return;
    said = true;
    channel.close();
    onEnd(reason === undefined ? why : `${why}: ${reason}`);
  };
  const left = (why: string): void => {
    state = "gone";
    gone.resolve();
    over(why);
  };
  child.once("error", (error) => {
    if (child.pid === undefined) left(error.message);
  });
  child.once("exit", (code, signal) => {
    state = "gone";
    gone.resolve();
    const why = signal ? l10n.t("it was ended by {0}", signal) : l10n.t("it ended with exit code {0}", code ?? "");
    child.once("close", () => over(why));
    setTimeout(over, DRAIN_MS, why).unref();
  });
  // A process whose channel is closed is of no use.
  channel.onClose(() => {
    if (state === "alive") setTimeout(() => void end(), DRAIN_MS).unref();
  });

  const end = async (): Promise<void> => {
    if (state === "alive") {
      state = "ending";
      endSoftly(child, limits, gone);
    }
    await gone.promise;
  };

  return { ready: initialize(channel, options, end), request: channel.request, end };
}

function forward<Event extends keyof ControlEvents>(
  channel: Channel<ControlRequests, ControlEvents>,
  event: Event,
  onEvent: RuntimeProcessOptions["onEvent"],
): void {
  channel.on(event, (params) => onEvent(event, params));
}

async function initialize(
  channel: Channel<ControlRequests, ControlEvents>,
  { client, limits: { startMs } }: RuntimeProcessOptions,
  end: () => Promise<void>,
): Promise<RuntimeInfo> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.reject(unavailable(`The runtime did not answer within ${startMs / 1000} s`));
    void end();
  }, startMs);
  try {
    return await Promise.race([channel.request("initialize", { client }), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** The end of its input tells it to end; what does not listen is made to. */
function endSoftly(
  child: ChildProcessWithoutNullStreams,
  { softEndMs, hardEndMs }: RuntimeProcessOptions["limits"],
  gone: PromiseWithResolvers<void>,
): void {
  child.stdin.end();
  const timers = [
    setTimeout(() => child.kill("SIGTERM"), softEndMs),
    setTimeout(() => child.kill("SIGKILL"), hardEndMs),
    // Even what cannot be killed keeps nobody waiting.
    setTimeout(gone.resolve, hardEndMs + GIVE_UP_MS),
  ];
  void gone.promise.then(() => timers.forEach(clearTimeout));
}

export function unavailable(message: string): ChannelError {
  return new ChannelError({ name: "ToolError", code: "Unavailable", message, retryable: true });
}
