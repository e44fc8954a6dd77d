/**
 * Everything that is wrong with a tools.json and the scripts it names: what `guidon check` prints, and what an editor shows for
 * a text that is not saved yet. Built of the same parts as the registry, so that agents hear the same.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Problem, WorkspaceTool } from "../contract/tools.ts";
import type { ArgumentChecker } from "./arguments.ts";
import { headerProblems, wantsSecrets } from "./headerProblems.ts";
import { createScriptLooks, problemOfScript } from "./scriptLooks.ts";
import type { ScriptLook } from "./scriptLooks.ts";
import { createScriptStates } from "./scriptState.ts";
import type { Timeouts } from "./timeouts.ts";
import type { ToolChecks } from "./toolChecks.ts";
import { readToolsFile, toolsFileOf } from "./toolsFile.ts";
import { composeSet } from "./toolSet.ts";

export interface AnalysisRequest {
  /** As an editor has it; absent: as on disk. */
  text?: string | undefined;
  /** Names of the secrets that are set; asked only where a tool wants some. Absent: nothing is said about them. */
  secretNames?: (() => Promise<ReadonlySet<string>>) | undefined;
  signal?: AbortSignal | undefined;
}

export interface Analysis {
  problems: Problem[];
  /** By the name of a tool: hosts that stand in its script. Not there where the script cannot be read. */
  literalHosts: ReadonlyMap<string, readonly string[]>;
}

interface AnalyzerOptions {
  folder: string;
  timeouts: Timeouts;
  checks: ToolChecks;
  loadChecker(): Promise<ArgumentChecker>;
}

/** Other requests are answered meanwhile. */
const TURN_MS = 10;

export function createAnalyzer({ folder, timeouts, checks, loadChecker }: AnalyzerOptions) {
  const scripts = createScriptLooks(folder);

  /** @throws what `signal` says */
  return async function analyze({ text, secretNames, signal }: AnalysisRequest): Promise<Analysis> {
    const turn = createTurn(signal);
    const file = text === undefined ? readToolsFile(folder, timeouts) : toolsFileOf(text, folder, timeouts);
    if (file.state !== "ok") return { problems: [file.problem], literalHosts: new Map() };
    const { tools, place } = file.read;
    const states = createScriptStates(folder);
    states.reset(tools.map(({ script }) => script));
    const checker = await loadChecker();
    const looks = new Map<string, ScriptLook>();
    for (const tool of tools) {
      checks.check(checker, tool);
      if (!looks.has(tool.script) && !states.problemOf(tool.script))
        looks.set(tool.script, await scripts.look(tool.script));
      await turn();
    }
    scripts.keep(looks);
    const { problems } = composeSet("ok", file.read, undefined, {
      scriptProblem: states.problemOf,
      schemaProblem: ({ parameters }) => checks.schemaProblem(parameters),
      outputProblem: ({ outputSchema }) => checks.schemaProblem(outputSchema),
      pragmaProblem: (script) => looks.get(script)?.pragmaProblem,
    });
    const secrets = tools.some(wantsSecrets) ? await secretNames?.() : undefined;
    const ofHeaders = tools.flatMap((tool) => headerProblems(tool, { place, look: looks.get(tool.script), secrets }));
    return {
      problems: [...problems, ...scriptProblems(tools, looks), ...ofHeaders],
      literalHosts: new Map(tools.flatMap((tool) => hostsOf(tool, looks.get(tool.script)))),
    };
  };
}

/** Each once, as several tools can have one script, or import one file. */
function scriptProblems(tools: readonly WorkspaceTool[], looks: ReadonlyMap<string, ScriptLook>): Problem[] {
  const found = new Map<string, Problem>();
  for (const tool of tools) {
    const look = looks.get(tool.script);
    if (!tool.enabled || look?.state !== "unusable") continue;
    const problem = problemOfScript(tool, look.error);
    const key = JSON.stringify([problem.file, problem.at, problem.message]);
    if (!found.has(key)) found.set(key, problem);
  }
  return [...found.values()];
}

function hostsOf({ name }: WorkspaceTool, look: ScriptLook | undefined): [string, readonly string[]][] {
  return look?.state === "usable" ? [[name, look.literalHosts]] : [];
}

/** Lets others have a turn now and then. */
function createTurn(signal: AbortSignal | undefined): () => Promise<void> | void {
  let since = performance.now();
  return () => {
    if (performance.now() - since < TURN_MS) return;
    return nextTurn().then(() => {
      since = performance.now();
      signal?.throwIfAborted();
    });
  };
}
