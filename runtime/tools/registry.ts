/** The tools of one workspace folder, always as tools.json says now; a broken file leaves the last good tools in force. */
import { basename, join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { distance } from "fastest-levenshtein";
import type { ArgumentProblem } from "../contract/control.ts";
import type { ToolSet, WorkspaceTool } from "../contract/tools.ts";
import type { Log } from "../log.ts";
import { createAnalyzer, type Analysis, type AnalysisRequest } from "./analysis.ts";
import type { ArgumentChecker, CheckedArguments } from "./arguments.ts";
import { readPragma } from "./pragma.ts";
import { shownPath } from "./scriptPath.ts";
import { createScriptStates } from "./scriptState.ts";
import { readTextFile } from "./textFile.ts";
import { TIMEOUTS } from "./timeouts.ts";
import { stampOf } from "../stamp.ts";
import { createToolChecks } from "./toolChecks.ts";
import { readToolsFile, toolsFileOf, TOOLS_FILE } from "./toolsFile.ts";
import type { ReadTools, ToolsFile } from "./toolsFile.ts";
import { changesBetween, composeSet } from "./toolSet.ts";
import type { Changes } from "./toolSet.ts";
import { watchFile } from "./watch.ts";

interface RegistryOptions {
  folder: string;
  log: Log;
  /** Milliseconds, for the texts of problems; 30,000. */
  defaultTimeoutMs?: number | undefined;
  /** Milliseconds, to which longer timeouts of tools.json are cut; 120,000. */
  maxTimeoutMs?: number | undefined;
}

export interface Registry {
  readonly folder: string;
  /** Costs a stat; rereads tools.json when that changed. Never throws. The same object while nothing changes. */
  current(): ToolSet;
  /** By exact name, else by direct name. Looks again whether its script is there. */
  find(name: string): WorkspaceTool | undefined;
  /** Up to three names near to one that was not found. */
  closest(name: string): string[];
  /** Reads anew even when the stat is the same. The changes are those since the last reload, or since the first reading. */
  reload(): { set: ToolSet } & Changes;
  /** Throws ToolError: InvalidArgument with everything that is wrong, ToolUnusable where the tool's schema is. Loads ajv at its first call. */
  checkArguments(tool: WorkspaceTool, args: unknown): Promise<CheckedArguments>;
  /** The same check for a form: what is wrong, each with the place of its field. Never throws. */
  argumentProblems(tool: WorkspaceTool, args: unknown): Promise<ArgumentProblem[]>;
  /** For a tool with outputSchema; `json` is what main() returned, "" for nothing. Throws ToolError ScriptError where it does not fit. */
  checkResult(tool: WorkspaceTool, json: string): Promise<void>;
  /** Compiles every schema and reads every script's first lines, so that `problems` is complete. */
  checkAll(): Promise<ToolSet>;
  /** The tools of a text that is not saved; those in force while it cannot be read. */
  preview(text: string): Pick<ToolSet, "tools">;
  /** Everything that is wrong, scripts and secrets included, with the file as it is on disk or with a text of an editor. */
  analyze(request: AnalysisRequest): Promise<Analysis>;
  /** Watches tools.json from the first listener on. @returns a function that removes the listener */
  onDidChange(listener: (set: ToolSet) => void): () => void;
  dispose(): Promise<void>;
}

/** So long a file that became unusable may be half written; it is announced after that. */
const HALF_WRITTEN_MS = 300;
/** So many tools are checked ahead of their first call. */
const CHECKED_AHEAD = 50;
const CHECK_AHEAD_AFTER_MS = 1500;

export function createRegistry({ folder, log, ...options }: RegistryOptions): Registry {
  const timeouts = {
    defaultTimeoutMs: options.defaultTimeoutMs ?? TIMEOUTS.defaultTimeoutMs,
    maxTimeoutMs: options.maxTimeoutMs ?? TIMEOUTS.maxTimeoutMs,
  };
  const empty: ReadTools = {
    name: basename(folder),
    displayName: basename(folder),
    tools: [],
    problems: [],
    place: noPlace,
  };
  const scripts = createScriptStates(folder);
  const listeners = new Set<(set: ToolSet) => void>();
  const checks = createToolChecks();
  const pragmaProblems = new Map<string, string>();
  let stamp: string | undefined;
  let file: ToolsFile | undefined;
  let good: ReadTools | undefined;
  let set: ToolSet | undefined;
  let baseline: ToolSet | undefined;
  let byName = new Map<string, WorkspaceTool>();
  let byMcpName = new Map<string, WorkspaceTool>();
  let checker: ArgumentChecker | undefined;
  let watching: { dispose(): void } | undefined;
  let announced: string | undefined;
  let ahead: NodeJS.Timeout | undefined;
  let later: NodeJS.Timeout | undefined;
  let disposed = false;

  function compose(): ToolSet {
    const state = file?.state === "broken" ? (good ? "stale" : "broken") : (file?.state ?? "missing");
    const read = state === "missing" ? empty : (good ?? empty);
    const problem = file && file.state !== "ok" ? file.problem : undefined;
    const stale =
      state === "stale" && problem
        ? { ...problem, message: `${problem.message}; the last good tools stay in force` }
        : problem;
    set = composeSet(state, read, stale, {
      scriptProblem: scripts.problemOf,
      schemaProblem: ({ parameters }) => checks.schemaProblem(parameters),
      outputProblem: ({ outputSchema }) => checks.schemaProblem(outputSchema),
      pragmaProblem: (script) => pragmaProblems.get(script),
    });
    byName = new Map(set.tools.map((tool) => [tool.name, tool]));
    byMcpName = new Map(set.tools.map((tool) => [tool.mcpName, tool]));
    return set;
  }

  function readFile(): ToolSet {
    stamp = stampOf(join(folder, TOOLS_FILE));
    const next = readToolsFile(folder, timeouts);
    const same =
      file !== undefined &&
      next.state === file.state &&
      next.state !== "missing" &&
      next.text === file.text &&
      next.text !== "";
    if (same && set) return set;
    file = next;
    if (next.state === "ok") {
      good = next.read;
      pragmaProblems.clear();
      scripts.reset(good.tools.map(({ script }) => script));
    } else {
      // Whoever asks for the tools is told as well; a set that stops working is worth more.
      const { file: name, at, message } = next.problem;
      log[good ? "warn" : "info"](
        next.state === "missing"
          ? `${folder}: ${message}`
          : `${name}, line ${at.line}, column ${at.column}: ${message}`,
      );
    }
    const result = compose();
    baseline ??= result;
    log.debug(
      `tools.json: ${result.state}, ${result.tools.length} tools, ${result.problems.length} problems, revision ${result.revision}`,
    );
    checkAhead();
    return result;
  }

  function current(): ToolSet {
    if (!set || stamp === undefined || stamp === "fresh" || stamp !== stampOf(join(folder, TOOLS_FILE)))
      return readFile();
    return scripts.refresh() ? compose() : set;
  }

  function find(name: string): WorkspaceTool | undefined {
    current();
    const lookUp = () => byName.get(name) ?? byMcpName.get(name);
    const tool = lookUp();
    if (!tool || !scripts.check(tool.script)) return tool;
    compose();
    return lookUp();
  }

  async function loadChecker(): Promise<ArgumentChecker> {
    const { createArgumentChecker } = await import("./arguments.ts");
    return (checker ??= createArgumentChecker());
  }

  const analyze = createAnalyzer({ folder, timeouts, checks, loadChecker });

  function checkTool(ready: ArgumentChecker, tool: WorkspaceTool): void {
    checks.compile(ready, tool);
    const text = readTextFile(join(folder, shownPath(tool.script)), 1 << 20);
    const { pragmaProblem } = text.ok ? readPragma(text.text) : {};
    if (pragmaProblem) pragmaProblems.set(tool.script, pragmaProblem);
    else pragmaProblems.delete(tool.script);
  }

  async function checkMany(tools: readonly WorkspaceTool[]): Promise<void> {
    const ready = await loadChecker();
    for (const tool of tools) {
      if (disposed) return;
      checkTool(ready, tool);
      await nextTurn();
    }
    compose();
  }

  /** Problems that only compiling shows are found soon after the start, without delaying the first answer. */
  function checkAhead(): void {
    clearTimeout(ahead);
    ahead = setTimeout(() => {
      checkMany(current().tools.slice(0, CHECKED_AHEAD)).then(announce, (error: unknown) => log.debug(String(error)));
    }, CHECK_AHEAD_AFTER_MS).unref();
  }

  function announce(): void {
    if (disposed || listeners.size === 0) return;
    const { revision, state } = current();
    if (revision === announced) return;
    clearTimeout(later);
    const tell = () => {
      const now = current();
      if (disposed || now.revision === announced) return;
      announced = now.revision;
      for (const listener of listeners) listener(now);
    };
    if (state === "ok") tell();
    else later = setTimeout(tell, HALF_WRITTEN_MS).unref();
  }

  return {
    folder,
    current,
    find,
    closest: (name) =>
      closestNames(
        name,
        current().tools.map((tool) => tool.name),
      ),
    reload() {
      const before = baseline ?? current();
      const now = readFile();
      baseline = now;
      announce();
      return { set: now, ...changesBetween(before.tools, now.tools) };
    },
    async checkArguments(tool, args) {
      const ready = checker ?? (await loadChecker());
      const compiled = ready.compile(tool);
      if (!compiled.ok && checks.note(tool.parameters, compiled.reason)) {
        if (set) compose();
        announce();
      }
      return ready.check(tool, args);
    },
    async argumentProblems(tool, args) {
      return (checker ?? (await loadChecker())).problems(tool, args);
    },
    async checkResult(tool, json) {
      (checker ?? (await loadChecker())).checkResult(tool, json);
    },
    async checkAll() {
      await checkMany(current().tools);
      return current();
    },
    preview(text) {
      const next = toolsFileOf(text, folder, timeouts);
      return next.state === "ok" ? next.read : current();
    },
    analyze,
    onDidChange(listener) {
      announced ??= current().revision;
      listeners.add(listener);
      watching ??= watchFile(folder, TOOLS_FILE, announce);
      return () => void listeners.delete(listener);
    },
    async dispose() {
      disposed = true;
      clearTimeout(ahead);
      clearTimeout(later);
      watching?.dispose();
      listeners.clear();
    },
  };
}

function noPlace() {
  return { pointer: "", at: { line: 1, column: 1, endLine: 1, endColumn: 1 } };
}

function closestNames(name: string, names: readonly string[]): string[] {
  const wanted = name.toLowerCase();
  const scored = names.map((candidate) => {
    const lower = candidate.toLowerCase();
    const within = wanted.length > 2 && (lower.includes(wanted) || wanted.includes(lower));
    return { candidate, steps: within ? 0 : distance(wanted, lower) / Math.max(wanted.length, lower.length, 1) };
  });
  return scored
    .filter(({ steps }) => steps <= 0.6)
    .toSorted((a, b) => a.steps - b.steps)
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}
