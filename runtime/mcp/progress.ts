/** Progress for one call: the script's own reports, and a heartbeat so that no client gives up on a silent tool. */
import type { ProgressUpdate } from "../run/toolCalls.ts";

const HEARTBEAT_MS = 5000;
/** What a report adds when the script gives no number: the protocol wants a value that rises. */
const STEP = 0.001;

export interface Progress {
  report(update: ProgressUpdate): void;
  stop(): void;
}

export interface ProgressNotification {
  progress: number;
  total?: number;
  message: string;
}

/** @param send undefined when the client gave no progress token: it wants none. */
export function createProgress(
  title: string,
  send: ((notification: ProgressNotification) => void) | undefined,
  heartbeatMs = HEARTBEAT_MS,
): Progress {
  if (!send) return { report() {}, stop() {} };
  const started = performance.now();
  let last = 0;
  let total: number | undefined;
  let message = title;
  const emit = (value: number, text: string): void => {
    last = value > last ? value : last + STEP;
    send({ progress: last, message: text, ...(total !== undefined && total >= last ? { total } : {}) });
  };
  const heartbeat = setInterval(() => {
    const seconds = Math.round((performance.now() - started) / 1000);
    emit(last, `${message} (${seconds} s)`);
  }, heartbeatMs);
  return {
    report(update) {
      ({ message } = update);
      if (update.total !== undefined) ({ total } = update);
      emit(update.current ?? last, message);
    },
    stop: () => clearInterval(heartbeat),
  };
}
