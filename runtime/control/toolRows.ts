/** The rows of the list of tools: each with its state, and what must be done about it. */
import type { Approvals } from "../consent/approvals.ts";
import type { LastRun, Range, ToolRow, ToolState } from "../contract/control.ts";
import type { Position, WorkspaceTool } from "../contract/tools.ts";
import { lacksOf, type Lack, type ReadinessDeps } from "../tools/readiness.ts";
import { scriptFile } from "../editor/scriptFile.ts";
import type { ControlDeps } from "./deps.ts";

/** The worst first. A yes to each run is asked for when the tool runs, so the tool is ready without it. */
const STATES = ["disabled", "problem", "approval", "secret"] as const satisfies readonly ToolState[];

export async function toolRows(
  { folder, runtime }: ControlDeps,
  approvals: Approvals,
  tools: readonly WorkspaceTool[],
  lastRunOf: (tool: string) => LastRun | undefined,
): Promise<ToolRow[]> {
  let names: Promise<ReadonlySet<string>> | undefined;
  const readiness: ReadinessDeps = {
    approval: (_folder, tool, script) => approvals.state(folder, tool, script.hash),
    // Asked once for all tools, and not at all where none has a secret.
    secretNames: () =>
      (names ??= runtime.secretEntries(folder).then((entries) => new Set(entries.map(({ name }) => name)))),
  };
  return Promise.all(
    tools.map(async (tool) => rowOf(folder, tool, await lacksOf(readiness, folder, tool), lastRunOf(tool.name))),
  );
}

function rowOf(folder: string, tool: WorkspaceTool, lacks: readonly Lack[], lastRun: LastRun | undefined): ToolRow {
  const { name, title, description, script, parameters, annotations, confirm, at } = tool;
  const state = STATES.find((each) => lacks.some(({ kind }) => kind === each)) ?? "ready";
  const why = lacks.filter(({ kind }) => kind !== "confirmation").map(({ what }) => what);
  return {
    name,
    ...(title === undefined ? {} : { title }),
    description,
    script,
    file: scriptFile(folder, script),
    parameters,
    annotations,
    confirm,
    state,
    ...(why.length > 0 ? { why: why.join("; ") } : {}),
    range: rangeOf(at),
    ...(lastRun ? { lastRun } : {}),
  };
}

function rangeOf({ line, column, endLine, endColumn }: Position): Range {
  return {
    start: { line: line - 1, character: column - 1 },
    end: { line: endLine - 1, character: endColumn - 1 },
  };
}
