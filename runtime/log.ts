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

export interface LeveledLog extends Log {
  /** Anything unknown means the level that it was made with. */
  setLevel(level: string | undefined): void;
}

/** @param level from GUIDON_LOG; anything unknown means "warn". @param write takes one line without a line end. */
export function createLog(level: string | undefined, write = writeToStderr): LeveledLog {
  const first = limitOf(level) ?? LEVELS.indexOf("warn");
  let limit = first;
  const at = (name: RuntimeLogLevel) => (text: string) => {
    if (LEVELS.indexOf(name) <= limit) write(`${new Date().toISOString()} ${name} ${visibleText(text)}`);
  };
  return {
    error: at("error"),
    warn: at("warn"),
    info: at("info"),
    debug: at("debug"),
    trace: at("trace"),
    setLevel: (next) => void (limit = limitOf(next) ?? first),
  };
}

function limitOf(level: string | undefined): number | undefined {
  const limit = LEVELS.indexOf(level as RuntimeLogLevel);
  return limit === -1 ? undefined : limit;
}

/** Whoever read stderr can go away; then each write fails by itself, and nothing else does. */
function writeToStderr(line: string): void {
  if (process.stderr.listenerCount("error") === 0) process.stderr.on("error", () => {});
  process.stderr.write(line + "\n");
}

export const silentLog: LeveledLog = createLog("error", () => {});
