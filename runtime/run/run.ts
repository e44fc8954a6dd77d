/** One execution of a workspace tool, from the name to what main() returned. */
import { randomUUID } from "node:crypto";
import type { Approvals } from "../consent/approvals.ts";
import type { ErrorData, GuestOutcome, LogLevel, RunOrigin } from "../contract/guest.ts";
import type { WorkspaceTool } from "../contract/tools.ts";
import type { BrowserHost } from "../browser/browser.ts";
import { errorData, ToolError } from "../errors.ts";
import { secretNames } from "../headerTemplate.ts";
import type { HttpClient } from "../http/client.ts";
import type { Log } from "../log.ts";
import { resolveHeaders, type ResolvedHeaders } from "../secrets/access.ts";
import type { Redactor } from "../secrets/redact.ts";
import type { Secrets } from "../secrets/secrets.ts";
import type { Settings } from "../settings.ts";
import type { Registry } from "../tools/registry.ts";
import { loadScript, type LoadedScript } from "../tools/script.ts";
import { unknownTool } from "../tools/unknownTool.ts";
import type { Journal, JournalEntry } from "./journal.ts";
import { checkApproved, checkConfirmed, checkUsable } from "./runChecks.ts";
import { createRunHost } from "./runHost.ts";
import type { SandboxPool } from "./sandboxPool.ts";
import type { ProgressUpdate } from "./toolCalls.ts";

export interface RunDeps {
  log: Log;
  settings: Settings;
  redactor: Redactor;
  pool: SandboxPool;
  browser: BrowserHost;
  http: HttpClient;
  /** undefined: every tool of the workspace is trusted (--trust). */
  approvals: Approvals | undefined;
  journalOf(folder: string): Journal;
}

export interface RunWorkspace {
  folder: string;
  registry: Registry;
  secrets: Secrets;
}

export interface RunRequest {
  /** Unique; undefined: made here. */
  id?: string | undefined;
  tool: string;
  /** As the caller sent them. */
  args: unknown;
  origin: RunOrigin;
  /** Who called, with a version, for the person who looks at the runs. */
  client?: string | undefined;
  /** No approval is asked for: the person who started the caller trusts the workspace. */
  trusted?: boolean | undefined;
  /** The person was shown what the tool may do, and lets this one run pass without an approval. Of a person's own run only. */
  once?: string | undefined;
  /** A person said yes to this run of this tool; needed where tools.json has `confirm`. */
  confirmed?: boolean | undefined;
  /** Fires when the caller gives up. */
  signal: AbortSignal;
  onProgress?: ((update: ProgressUpdate) => void) | undefined;
  onLog?: ((level: LogLevel, text: string) => void) | undefined;
}

/** All texts are redacted already. */
export type RunResult = { tool: string; callId: string; durationMs: number; entry?: WorkspaceTool } & GuestOutcome;

export async function runTool(deps: RunDeps, workspace: RunWorkspace, request: RunRequest): Promise<RunResult> {
  const started = performance.now();
  const { id: callId = randomUUID(), tool: name, origin, signal, client = CALLERS[origin], args } = request;
  const stop = new AbortController();
  const cancel = (): void => stop.abort();
  if (signal.aborted) cancel();
  signal.addEventListener("abort", cancel, { once: true });
  const entry = workspace.registry.find(name);
  const { parameters } = entry ?? {};
  const start = { id: callId, tool: name, origin, client, args, parameters, cancel };
  const record = deps.journalOf(workspace.folder).begin(start);
  let outcome: GuestOutcome;
  try {
    if (!entry) throw unknownTool([workspace.registry], name, origin === "User" ? "External" : origin);
    outcome = await execute(deps, workspace, entry, { ...request, signal: stop.signal }, { callId, record });
  } catch (error) {
    outcome = { ok: false, error: redactError(deps.redactor, errorData(error, "Internal")) };
  }
  signal.removeEventListener("abort", cancel);
  record.end(outcome);
  const durationMs = performance.now() - started;
  const how = outcome.ok ? "ok" : outcome.error.code;
  deps.log.debug(`run ${callId} ${name}: ${how} in ${Math.round(durationMs)} ms`);
  return { tool: name, callId, durationMs, ...(entry ? { entry } : {}), ...outcome };
}

/** Who calls where the caller does not say. */
const CALLERS: Readonly<Record<RunOrigin, string>> = {
  User: "Guidon",
  Mcp: "MCP client",
  External: "guidon run",
  Queue: "Guidon",
};

async function execute(
  deps: RunDeps,
  workspace: RunWorkspace,
  tool: WorkspaceTool,
  request: RunRequest,
  { callId, record }: { callId: string; record: JournalEntry },
): Promise<GuestOutcome> {
  const { log, redactor, settings } = deps;
  checkUsable(tool);
  const started = performance.now();
  const { script, args, repaired } = await inTime(prepare(deps, workspace, tool, request), {
    signal: request.signal,
    ms: Math.min(tool.timeoutMs ?? settings.maxTimeoutMs, settings.maxTimeoutMs),
    timeout: (seconds) => slowFiles(tool, seconds),
  });

  const timeoutMs = Math.min(tool.timeoutMs ?? script.timeoutMs ?? settings.defaultTimeoutMs, settings.maxTimeoutMs);
  const writeLog = (level: LogLevel, text: string, logLevel: LogLevel = level): void => {
    const safe = redactor.text(text);
    request.onLog?.(level, safe);
    record.log(level, safe);
    log[logLevel](`${tool.name} ${callId} ${level}: ${safe}`);
  };
  for (const note of repaired) writeLog("info", note);
  if (script.pragmaProblem) writeLog("warn", script.pragmaProblem);

  const deadline = started + timeoutMs;
  const { headers, values } =
    Object.keys(tool.headers).length === 0
      ? NO_HEADERS
      : await inTime(resolveHeaders(tool, script.literalHosts, workspace.secrets), {
          signal: request.signal,
          ms: deadline - performance.now(),
          timeout: () => slowKeychain(tool, timeoutMs / 1000),
        });
  for (const { name, value } of values) redactor.add(name, value);
  const host = createRunHost({
    callId,
    timeoutMs,
    deadline,
    redactor,
    origin: request.origin,
    signal: request.signal,
    toolHeaders: headers,
    secretValues: values,
    insecureHosts: settings.insecureHosts,
    browser: deps.browser,
    http: deps.http,
    secrets: workspace.secrets,
    log: writeLog,
    onProgress(update) {
      record.progress(update);
      request.onProgress?.(update);
    },
    onRequest: (sent) => record.request(sent),
    // Where nobody would look at it, none is taken.
    onPicture: deps.journalOf(workspace.folder).isFollowed() ? (png) => record.screenshot(png) : undefined,
  });
  let failed = true;
  try {
    const outcome = await deps.pool.run({
      tool: { name: tool.name, argsJson: JSON.stringify(args), callId, origin: request.origin, timeoutMs },
      code: script.code,
      file: script.file,
      deadline,
      signal: request.signal,
      call: (name, argsJson) => host.call(name, argsJson),
      // What a script logs, its author wants to find; so its debug lines are not hidden as ours are.
      log: (level, text) => writeLog(level, text, level === "debug" ? "info" : level),
    });
    const presented = await checkResult(workspace.registry, tool, present(redactor, script, outcome));
    failed = !presented.ok;
    return presented;
  } finally {
    // The caller waits neither for a picture nor for a page to close.
    void host.end(failed && !request.signal.aborted);
  }
}

const NO_HEADERS: ResolvedHeaders = { headers: [], values: [] };

/** What stands between the call and its script. */
async function prepare(
  { approvals }: RunDeps,
  { folder, registry }: RunWorkspace,
  tool: WorkspaceTool,
  request: RunRequest,
): Promise<{ script: LoadedScript; args: Record<string, unknown>; repaired: string[] }> {
  const script = await loadScript(folder, tool.script);
  checkApproved(approvals, folder, tool, script, request);
  checkConfirmed(tool, request.confirmed === true);
  return { script, ...(await registry.checkArguments(tool, request.args)) };
}

interface Limits {
  /** Fires when the caller gives up. */
  signal: AbortSignal;
  ms: number;
  timeout(seconds: number): ToolError;
}

/** A keychain can wait for a person, and a file system for a network; the caller can give up meanwhile. */
async function inTime<T>(work: Promise<T>, { signal, ms, timeout }: Limits): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const cancel = (): void => reject(new ToolError("Canceled", "The call was canceled"));
  if (signal.aborted) cancel();
  const timer = setTimeout(() => reject(timeout(ms / 1000)), Math.max(0, ms));
  signal.addEventListener("abort", cancel, { once: true });
  try {
    return await Promise.race([promise, work]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", cancel);
  }
}

function slowFiles(tool: WorkspaceTool, seconds: number): ToolError {
  return new ToolError("Timeout", `Tool "${tool.name}": its script could not be read and built within ${seconds} s`, {
    hint: "A slow disk or network folder can be the reason, or a script with very many imports. Call again",
  });
}

function slowKeychain(tool: WorkspaceTool, seconds: number): ToolError {
  const names = secretNames(tool.headers).map((name) => `"${name}"`);
  const what = `${names.length === 1 ? "secret" : "secrets"} ${names.join(", ")}`;
  return new ToolError(
    "Timeout",
    `Tool "${tool.name}": the system's keychain did not give ${what} within the run's ${seconds} s`,
    { hint: `The user may have to unlock the keychain; "guidon doctor" says whether it works.` },
  );
}

/** What the caller gets is checked, not what the script gave: a text of a failed check must hold no secret. */
async function checkResult(registry: Registry, tool: WorkspaceTool, outcome: GuestOutcome): Promise<GuestOutcome> {
  if (outcome.ok && tool.outputSchema) await registry.checkResult(tool, outcome.json);
  return outcome;
}

function present(redactor: Redactor, script: LoadedScript, outcome: GuestOutcome): GuestOutcome {
  if (!outcome.ok) return { ok: false, error: redactError(redactor, mapError(script, outcome.error)) };
  return { ok: true, json: redactor.jsonText(outcome.json), lost: outcome.lost.map((path) => redactor.text(path)) };
}

function mapError(script: LoadedScript, error: ErrorData): ErrorData {
  return mapTexts(error, (text) => script.mapStack(text));
}

function redactError(redactor: Redactor, error: ErrorData): ErrorData {
  return mapTexts(
    error,
    (text) => redactor.text(text),
    (details) => redactor.json(details),
  );
}

/** Every text of an error, of its causes and of the errors it gathers. */
function mapTexts(
  error: ErrorData,
  text: (text: string) => string,
  details = (value: unknown): unknown => value,
): ErrorData {
  const inner = (each: ErrorData): ErrorData => mapTexts(each, text, details);
  return {
    ...error,
    name: text(error.name),
    code: text(error.code),
    message: text(error.message),
    ...(error.hint ? { hint: text(error.hint) } : {}),
    ...(error.stack ? { stack: text(error.stack) } : {}),
    ...(error.details === undefined ? {} : { details: details(error.details) }),
    ...(error.cause ? { cause: inner(error.cause) } : {}),
    ...(error.errors ? { errors: error.errors.map(inner) } : {}),
  };
}
