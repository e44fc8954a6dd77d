/** g.log and console: lines in the run's log. */
import type { Bridge } from "./bridge.ts";
import { formatLog, inspect } from "./inspect.ts";
import { create, freeze, mapDelete, mapGet, MapClass, mapSet, now } from "./primordials.ts";

type Print = (...args: unknown[]) => void;

export interface Logs {
  g: Print;
  console: object;
}

export function createLogs(bridge: Bridge): Logs {
  const at =
    (level: string): Print =>
    (...args) =>
      bridge.log(level, formatLog(args));
  const log = at("info") as Print & Record<string, Print>;
  log.debug = freeze(at("debug"));
  log.info = freeze(at("info"));
  log.warn = freeze(at("warn"));
  log.error = freeze(at("error"));
  return { g: log, console: createConsole(at) };
}

function createConsole(at: (level: string) => Print): object {
  const [info, debug, warn, error] = [at("info"), at("debug"), at("warn"), at("error")];
  const counts = new MapClass<unknown, unknown>();
  const starts = new MapClass<unknown, unknown>();
  const elapsed = (label = "default"): string => `${label}: ${now() - Number(mapGet(starts, label) ?? now())} ms`;
  const console = create(null) as Record<string, Print>;
  console.log = info;
  console.info = info;
  console.debug = debug;
  console.warn = warn;
  console.error = error;
  console.trace = debug;
  console.dir = (value) => info(inspect(value));
  console.table = (value) => info(inspect(value));
  console.group = info;
  console.groupEnd = () => {};
  console.assert = (ok, ...args) => {
    if (!ok) error("Assertion failed:", formatLog(args));
  };
  console.count = (label = "default") => {
    const count = Number(mapGet(counts, label) ?? 0) + 1;
    mapSet(counts, label, count);
    info(`${label as string}: ${count}`);
  };
  console.time = (label = "default") => void mapSet(starts, label, now());
  console.timeLog = (label) => info(elapsed(label as string | undefined));
  console.timeEnd = (label) => {
    info(elapsed(label as string | undefined));
    mapDelete(starts, label ?? "default");
  };
  return console;
}
