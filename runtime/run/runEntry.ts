/** One run in the journal: what is told of it while it goes on, and what is kept of it. */
import type { RunArguments, RunHttpRequest, RunRecord, RunState } from "../contract/control.ts";
import type { ErrorData, GuestOutcome, LogLevel, RunOrigin } from "../contract/guest.ts";
import type { JsonObject } from "../contract/tools.ts";
import type { RequestListener } from "../http/session.ts";
import type { Redactor } from "../secrets/redact.ts";
import { createNewest } from "./newest.ts";
import { withoutSecretArguments } from "./secretArguments.ts";
import type { ProgressUpdate } from "./toolCalls.ts";

export interface RunStart {
  id: string;
  tool: string;
  origin: RunOrigin;
  /** Who called, with a version. */
  client: string;
  /** As the caller sent them. */
  args: unknown;
  /** Schema of the arguments, where there is such a tool. */
  parameters?: JsonObject | undefined;
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
  let given: Pick<RunStart, "args" | "parameters"> | undefined = { args: start.args, parameters: start.parameters };
  let settled = false;
  let kept: RunArguments | undefined;
  let state: RunState = "running";
  /** Not kept beyond the run: it holds on to all that the call brought. */
  let cancel: (() => void) | undefined = start.cancel;
  let durationMs: number | undefined;
  let error: ErrorData | undefined;
  let result: { json: string; length: number; whole: boolean } | undefined;
  let picture: string | undefined;

  /** What came in is let go of as soon as its text is made. */
  const keptArguments = (): RunArguments => {
    kept ??= keepArguments(given ?? { args: {} }, redactor);
    given = undefined;
    return kept;
  };

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
      keptArguments();
      if (error) error = keptError(error);
    },
    record() {
      return {
        id,
        tool: shortened(redactor.text(tool), MAX_NAME),
        origin,
        client: shortened(redactor.text(client), MAX_NAME),
        args: shownArguments(keptArguments(), redactor),
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
    picture: () => picture,
  };
  return run;
}

function keepArguments(
  { args, parameters = {} }: Pick<RunStart, "args" | "parameters">,
  redactor: StoredRunDeps["redactor"],
): RunArguments {
  const { args: shown, redacted } = withoutSecretArguments(args ?? {}, parameters);
  const json = jsonOf(shown);
  if (json === undefined) return { json: "", length: 0, whole: false, redacted };
  const { length } = json;
  if (length <= MAX_JSON) return { json, length, whole: true, redacted };
  const safe = redactor.text(json);
  return { json: shortened(safe, MAX_JSON), length, whole: false, redacted: redacted || safe !== json };
}

/** @returns undefined for what is nested too deep for it */
function jsonOf(args: unknown): string | undefined {
  try {
    return JSON.stringify(args);
  } catch {
    return undefined;
  }
}

/** An agent can pass on what it saw anywhere: also a secret that became known only later. */
function shownArguments(kept: RunArguments, redactor: StoredRunDeps["redactor"]): RunArguments {
  try {
    const json = kept.whole ? redactor.jsonText(kept.json) : redactor.text(kept.json);
    return { ...kept, json, redacted: kept.redacted || json !== kept.json };
  } catch {
    // Nested too deep to look for secrets in it.
    return { ...kept, json: "", whole: false };
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
