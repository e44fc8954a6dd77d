/** The log: lines on stderr, never stdout. What goes in has passed a redactor where it can hold text of a run. */

import { visibleText } from "./visibleText.ts";

const LEVELS = ["error", "warn", "info", "debug", "trace"] as const;
export type RuntimeLogLevel = (typeof LEVELS)[number];

export interface Log {
  error(text: string): void;
  warn(text: string): void;
  info(text: string): void;
  debug(text: string): void;
  trace(text: string): void;
}

/** @param level from GUIDON_LOG; anything unknown means "warn". @param write takes one line without a line end. */
export function createLog(level: string | undefined, write = writeToStderr): Log {
  const limit = Math.max(LEVELS.indexOf((level ?? "warn") as RuntimeLogLevel), -1);
  const threshold = limit === -1 ? LEVELS.indexOf("warn") : limit;
  const at = (name: RuntimeLogLevel) => (text: string) => {
    if (LEVELS.indexOf(name) <= threshold) write(`${new Date().toISOString()} ${name} ${visibleText(text)}`);
  };
  return { error: at("error"), warn: at("warn"), info: at("info"), debug: at("debug"), trace: at("trace") };
}

/** Whoever read stderr can go away; then each write fails by itself, and nothing else does. */
function writeToStderr(line: string): void {
  if (process.stderr.listenerCount("error") === 0) process.stderr.on("error", () => {});
  process.stderr.write(line + "\n");
}

export const silentLog: Log = createLog("error", () => {});
