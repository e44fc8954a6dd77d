/** Progress for one call: the script's own reports, and a heartbeat so that no client gives up on a silent tool. */
import type { ProgressUpdate } from "../run/toolCalls.ts";
import { shortened } from "./json.ts";

const HEARTBEAT_MS = 5000;
/** What a report adds when the script gives no number: the protocol wants a value that rises. */
const STEP = 0.001;
/** Above this, a number no longer rises by a step. */
const MAX_PROGRESS = 1e12;
const MAX_MESSAGE_CHARS = 1000;
const LAST_SENT_MS = 200;
/** So many notifications a second; of what is more, the newest is kept. */
const MAX_A_SECOND = 10;

export interface Progress {
  report(update: ProgressUpdate): void;
  /** Sends what waits still, and nothing after that. Resolves when it is out, so that no result overtakes it, or soon after. */
  stop(): Promise<void>;
}

export interface ProgressNotification {
  progress: number;
  total?: number;
  message: string;
}

/**
 * @param title what the heartbeat names until the script reports something.
 * @param send resolves when the notification is out, so that none pile up for a client that does not read; never rejects. undefined when the client gave no progress token: it wants none.
 */
export function createProgress(
  title: string,
  send: ((notification: ProgressNotification) => Promise<void>) | undefined,
  heartbeatMs = HEARTBEAT_MS,
): Progress {
  if (!send) return { report() {}, stop: () => Promise.resolve() };
  const started = performance.now();
  let last = 0;
  let total: number | undefined;
  let message = shortened(title, MAX_MESSAGE_CHARS);
  let waiting: { value: number; text: string } | undefined;
  let later: NodeJS.Timeout | undefined;
  let state: "idle" | "sending" | "stopped" = "idle";
  let second = { since: started, sent: 0 };

  let sent: Promise<unknown> = Promise.resolve();
  const flush = (): void => {
    if (!waiting) return;
    const { value, text } = waiting;
    waiting = undefined;
    last = Math.max(Math.min(value, MAX_PROGRESS), last + STEP);
    const notification = { progress: last, message: text, ...(total !== undefined && total >= last ? { total } : {}) };
    if (state === "idle") state = "sending";
    sent = send(notification).finally(() => {
      if (state === "sending") state = "idle";
      pump();
    });
  };
  const pump = (): void => {
    if (!waiting || state !== "idle" || later) return;
    const now = performance.now();
    if (now - second.since >= 1000) second = { since: now, sent: 0 };
    if (second.sent < MAX_A_SECOND) {
      second.sent += 1;
      flush();
    } else {
      later = setTimeout(
        () => {
          later = undefined;
          pump();
        },
        second.since + 1000 - now,
      );
    }
  };
  const heartbeat = setInterval(() => {
    const seconds = Math.round((performance.now() - started) / 1000);
    waiting ??= { value: last, text: `${message} (${seconds} s)` };
    pump();
  }, heartbeatMs);
  return {
    report(update) {
      if (state === "stopped") return;
      message = shortened(update.message, MAX_MESSAGE_CHARS);
      if (update.total !== undefined) ({ total } = update);
      waiting = { value: update.current ?? last, text: message };
      pump();
    },
    async stop() {
      state = "stopped";
      clearInterval(heartbeat);
      clearTimeout(later);
      flush();
      // A client that does not read gets no result either; but the run must end.
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, LAST_SENT_MS);
      await Promise.race([sent, promise]);
      clearTimeout(timer);
    },
  };
}
