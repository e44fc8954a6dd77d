/** One run in the journal: what is told of it while it goes on, and what is kept of it. */
import type { LastRun, RunHttpRequest, RunRecord, RunState } from "../contract/control.ts";
import type { ErrorData, GuestOutcome, LogLevel, RunOrigin } from "../contract/guest.ts";
import type { Json } from "../contract/tools.ts";
import type { RequestListener } from "../http/session.ts";
import type { Redactor } from "../secrets/redact.ts";
import { createNewest } from "./newest.ts";
import type { ProgressUpdate } from "./toolCalls.ts";

export interface RunStart {
  id: string;
  tool: string;
  origin: RunOrigin;
  /** Who called, with a version. */
  client: string;
  /** As the caller sent them. */
  args: unknown;
  cancel(): void;
}

/** Texts that come in are redacted already, but for the names, the arguments and the addresses of requests. */
export interface JournalEntry {
  progress(update: ProgressUpdate): void;
  log(level: LogLevel, text: string): void;
  readonly request: RequestListener;
  /** @param png of the page of a run that failed */
  screenshot(png: Uint8Array): void;
  end(outcome: GuestOutcome): void;
}

export interface StoredRun extends JournalEntry {
  readonly id: string;
  readonly tool: string;
  state(): RunState;
  /** @returns whether there was something to cancel */
  cancel(): boolean;
  /** JSON text of the whole result, where it is kept; "" for no value. */
  result(): string | undefined;
  dropResult(): void;
  /** Lets go of what is larger than the journal keeps. Called now and then, for it takes time. */
  settle(): void;
  record(): RunRecord;
  last(): LastRun;
  /** Path of its picture. */
  picture(): string | undefined;
}

export interface StoredRunDeps {
  redactor: Pick<Redactor, "text" | "jsonText">;
  changed(run: StoredRun): void;
  ended(run: StoredRun, outcome: GuestOutcome): void;
  /** @returns the path; undefined: it could not be written. */
  keepPicture(id: string, png: Uint8Array): string | undefined;
}

const LOG = { items: 500, chars: 256 * 1024 };
const PROGRESS = { items: 200, chars: 64 * 1024 };
const REQUESTS = { items: 500, chars: 256 * 1024 };
const MAX_JSON = 64 * 1024;
const MAX_NAME = 200;
const MAX_LINE = 8000;
const MAX_URL = 2000;

export function createStoredRun(start: RunStart, deps: StoredRunDeps): StoredRun {
  const { id, tool, origin, client } = start;
  const { redactor } = deps;
  const startedAt = Date.now();
  const started = performance.now();
  const atMs = (): number => Math.round(performance.now() - started);
  const progress = createNewest<RunRecord["progress"][number]>(PROGRESS);
  const log = createNewest<RunRecord["log"][number]>(LOG);
  const requests = createNewest<RunHttpRequest>(REQUESTS);
  let { args }: { args?: unknown } = start;
  let settled = false;
  let keptArgs: KeptArguments | undefined;
  let state: RunState = "running";
  /** Not kept beyond the run: it holds on to all that the call brought. */
  let cancel: (() => void) | undefined = start.cancel;
  let durationMs: number | undefined;
  let error: ErrorData | undefined;
  let result: { json: string; length: number; whole: boolean } | undefined;
  let picture: string | undefined;

  const run: StoredRun = {
    id,
    tool,
    progress({ message, current, total }) {
      const text = shortened(message, MAX_LINE);
      progress.add(
        {
          atMs: atMs(),
          message: text,
          ...(current === undefined ? {} : { current }),
          ...(total === undefined ? {} : { total }),
        },
        text.length,
      );
      deps.changed(run);
    },
    log(level, text) {
      const line = shortened(text, MAX_LINE);
      log.add({ atMs: atMs(), level, text: line }, line.length);
      deps.changed(run);
    },
    request({ method, url }) {
      const sent: RunHttpRequest = { atMs: atMs(), method, url: shortened(redactor.text(url), MAX_URL) };
      requests.add(sent, sent.url.length);
      deps.changed(run);
      return (answer) => {
        sent.ms = atMs() - sent.atMs;
        if ("status" in answer) sent.status = answer.status;
        else sent.error = shortened(redactor.text(answer.error), MAX_LINE);
        deps.changed(run);
      };
    },
    screenshot(png) {
      picture ??= deps.keepPicture(id, png);
      deps.changed(run);
    },
    end(outcome) {
      durationMs = atMs();
      cancel = undefined;
      if (outcome.ok) {
        state = "ok";
        result = { json: outcome.json, length: outcome.json.length, whole: true };
      } else {
        state = outcome.error.code === "Canceled" ? "canceled" : "failed";
        ({ error } = outcome);
      }
      deps.ended(run, outcome);
      deps.changed(run);
    },
    state: () => state,
    cancel() {
      const stop = cancel;
      stop?.();
      return stop !== undefined;
    },
    result: () => (result?.whole ? result.json : undefined),
    dropResult() {
      if (result?.whole && result.json.length > MAX_JSON)
        result = { ...result, json: beginning(result.json), whole: false };
    },
    settle() {
      if (state === "running" || settled) return;
      settled = true;
      keptArgs = keepArguments(args, redactor);
      args = undefined;
      if (error) error = keptError(error);
    },
    record() {
      const shown = keptArgs ?? keepArguments(args, redactor);
      // Cutting large ones at each change would take too long.
      if ("beginning" in shown) keptArgs = shown;
      return {
        id,
        tool: shortened(redactor.text(tool), MAX_NAME),
        origin,
        client: shortened(redactor.text(client), MAX_NAME),
        args: shownArguments(shown, redactor),
        startedAt: new Date(startedAt).toISOString(),
        state,
        ...(durationMs === undefined ? {} : { durationMs }),
        progress: [...progress.items],
        log: [...log.items],
        requests: requests.items.map((request) => ({ ...request })),
        ...(error ? { error } : {}),
        ...(result ? { result: preview(result) } : {}),
        ...(picture === undefined ? {} : { screenshot: picture }),
      };
    },
    last: () => ({
      id,
      state,
      startedAt: new Date(startedAt).toISOString(),
      ...(durationMs === undefined ? {} : { durationMs }),
    }),
    picture: () => picture,
  };
  return run;
}

/** JSON text of all, or the beginning of it. */
type KeptArguments = { json: string } | { beginning: string };

function keepArguments(args: unknown, redactor: StoredRunDeps["redactor"]): KeptArguments {
  const json = jsonOf(args ?? {});
  return json.length > MAX_JSON ? { beginning: shortened(redactor.text(json), MAX_JSON) } : { json };
}

function jsonOf(args: unknown): string {
  try {
    return JSON.stringify(args);
  } catch {
    // Nested too deep for it.
    return "null";
  }
}

/** An agent can pass on what it saw anywhere: also a secret that became known only later. */
function shownArguments(kept: KeptArguments, redactor: StoredRunDeps["redactor"]): Json {
  if ("beginning" in kept) return redactor.text(kept.beginning);
  try {
    return JSON.parse(redactor.jsonText(kept.json)) as Json;
  } catch {
    // Nested too deep to look for secrets in it.
    return null;
  }
}

function keptError(error: ErrorData): ErrorData {
  if (JSON.stringify(error).length <= MAX_JSON) return error;
  const { name, code, message, hint } = error;
  return { name, code, message: shortened(message, MAX_LINE), ...(hint ? { hint: shortened(hint, MAX_LINE) } : {}) };
}

function preview(result: NonNullable<RunRecord["result"]>): NonNullable<RunRecord["result"]> {
  return result.json.length > MAX_JSON
    ? { ...result, json: result.json.slice(0, MAX_JSON).toWellFormed(), whole: false }
    : result;
}

/** A copy: a slice would keep the whole text in memory. */
function beginning(json: string): string {
  return Buffer.from(json.slice(0, MAX_JSON)).toString();
}

function shortened(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max - 1).toWellFormed()}…` : text;
}
