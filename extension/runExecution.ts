/** One run that a person started: its progress is told to whoever shows it, and in a notification when it takes longer. */
import { randomUUID } from "node:crypto";
import type { RunRecord } from "../runtime/contract/control.ts";
import type { JsonObject } from "../runtime/contract/tools.ts";
import { ChannelError } from "../runtime/channel.ts";
import type { PartDeps } from "./part.ts";
import { untold } from "./runArguments.ts";
import type { Consent } from "./runConsent.ts";
import type { ToolTarget } from "./target.ts";
import { plainText } from "./texts.ts";

/** A run that is over sooner shows no notification. */
const NOTIFY_AFTER_MS = 500;

export interface RunWish extends ToolTarget {
  title: string;
  args: JsonObject;
  consent: Consent;
}

export interface Execution {
  id: string;
  /** The run when it is over; a run that could not begin is one that failed. */
  over: Promise<RunRecord>;
  cancel(): void;
}

/** @param tell called with each state of the run while it is under way */
export function execute(deps: PartDeps, wish: RunWish, tell: (record: RunRecord) => void): Execution {
  const { runtime, tool, args, consent } = wish;
  const id = randomUUID();
  let last: RunRecord = {
    id,
    tool,
    origin: "User",
    client: deps.vscode.env.appName,
    args: untold(args),
    startedAt: new Date().toISOString(),
    state: "running",
    progress: [],
    log: [],
    requests: [],
  };
  const listeners = new Set([tell]);
  const subscription = deps.runtimes.on("runs/changed", (from, record) => {
    if (from !== runtime || record.id !== id || record.state !== "running") return;
    last = record;
    for (const listener of listeners) listener(record);
  });
  const cancel = (): void => {
    runtime.request("run/cancel", { id }).catch((error: unknown) => deps.log.warn(String(error)));
  };
  const run = async (): Promise<RunRecord> => {
    try {
      return await runtime.request("run/start", { id, tool, args, ...consent });
    } catch (error) {
      if (!(error instanceof ChannelError)) throw error;
      const durationMs = Date.now() - Date.parse(last.startedAt);
      const state = error.data.code === "Canceled" ? "canceled" : "failed";
      return { ...last, state, durationMs, error: error.data };
    } finally {
      subscription.dispose();
    }
  };
  tell(last);
  const over = run();
  notify(deps, wish, over, cancel, listeners);
  return { id, over, cancel };
}

function notify(
  { vscode }: PartDeps,
  { title }: RunWish,
  over: Promise<RunRecord>,
  cancel: () => void,
  listeners: Set<(record: RunRecord) => void>,
): void {
  const show = async (progress: Parameters<Parameters<typeof vscode.window.withProgress>[1]>[0]): Promise<void> => {
    let done = 0;
    const report = (record: RunRecord): void => {
      const step = record.progress.at(-1);
      if (!step) return;
      const share = step.total ? Math.min(100, ((step.current ?? 0) / step.total) * 100) : undefined;
      progress.report({
        message: plainText(step.message, 200),
        ...(share === undefined ? {} : { increment: share - done }),
      });
      done = share ?? done;
    };
    listeners.add(report);
    await over.catch(() => {});
    listeners.delete(report);
  };
  const timer = setTimeout(() => {
    const options = {
      location: vscode.ProgressLocation.Notification,
      title: vscode.l10n.t("Running {0}", plainText(title, 100)),
      cancellable: true,
    };
    void vscode.window.withProgress(options, (progress, token) => {
      token.onCancellationRequested(cancel);
      return show(progress);
    });
  }, NOTIFY_AFTER_MS);
  const stop = (): void => clearTimeout(timer);
  over.then(stop, stop);
}
