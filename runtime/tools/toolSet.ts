/** Puts together what is listed: tools, their state, all problems, and a revision over them. */
import { hash } from "node:crypto";
import type { Problem, ToolSet, WorkspaceTool } from "../contract/tools.ts";
import type { ReadTools } from "./toolsFile.ts";
import { TOOLS_FILE } from "./toolsFile.ts";

/** What is known of the tools beyond their file. */
interface Findings {
  scriptProblem(script: string): string | undefined;
  /** Why ajv does not take the tool's schema. */
  schemaProblem(tool: WorkspaceTool): string | undefined;
  /** The same of its outputSchema, if it has one. */
  outputProblem(tool: WorkspaceTool): string | undefined;
  /** Of the script: a malformed @timeout line. */
  pragmaProblem(script: string): string | undefined;
}

export function composeSet(
  state: ToolSet["state"],
  read: ReadTools,
  fileProblem: Problem | undefined,
  findings: Findings,
): ToolSet {
  const problems = [...(fileProblem ? [fileProblem] : []), ...read.problems];
  const report = (
    tool: WorkspaceTool,
    field: string,
    code: string,
    message: string,
    hint: string,
    severity: Problem["severity"] = "error",
  ) => {
    const place = read.place(tool, [field]);
    problems.push({ severity, code, message, hint, ...place, file: TOOLS_FILE, tool: tool.name });
  };
  const tools = read.tools.map((tool) => {
    const script = findings.scriptProblem(tool.script);
    const schema = findings.schemaProblem(tool);
    const pragma = findings.pragmaProblem(tool.script);
    const invalid = schema && `its parameters are no valid JSON Schema: ${schema}`;
    if (script) report(tool, "script", "script-missing", script, 'Create the file, or correct "script".');
    if (invalid)
      report(
        tool,
        "parameters",
        "schema-invalid",
        invalid,
        "Correct the schema; until then the tool cannot be called.",
      );
    const output = findings.outputProblem(tool);
    if (output) {
      const message = `results are not checked, as outputSchema is no valid JSON Schema: ${output}`;
      report(tool, "outputSchema", "output-schema", message, "Correct the schema.", "warning");
    }
    if (pragma) problems.push(scriptProblem(tool, pragma));
    const problem = tool.problem ?? invalid ?? script;
    return problem === undefined || problem === tool.problem ? tool : { ...tool, problem };
  });
  const { name, displayName, author } = read;
  const set = { state, name, displayName, ...(author === undefined ? {} : { author }), tools, problems };
  return { revision: revisionOf(set), ...set };
}

function scriptProblem(tool: WorkspaceTool, message: string): Problem {
  const at = { line: 1, column: 1, endLine: 1, endColumn: 1 };
  return {
    severity: "warning",
    code: "timeout",
    message,
    hint: "The default is used.",
    pointer: "",
    file: tool.script,
    at,
    tool: tool.name,
  };
}

function revisionOf(set: Omit<ToolSet, "revision">): string {
  const { tools, problems, ...head } = set;
  return hash("sha256", JSON.stringify([head, problems, tools.map(fingerprint)])).slice(0, 12);
}

const fingerprints = new WeakMap<WorkspaceTool, string>();

/** The same for two readings of a tool that did not change, wherever in the file it stands. */
function fingerprint(tool: WorkspaceTool): string {
  let known = fingerprints.get(tool);
  if (known === undefined) {
    const { at: _at, ...content } = tool;
    known = hash("sha256", JSON.stringify(content));
    fingerprints.set(tool, known);
  }
  return known;
}

export interface Changes {
  added: string[];
  changed: string[];
  removed: string[];
}

/** Names, in the order of the lists. */
export function changesBetween(before: readonly WorkspaceTool[], after: readonly WorkspaceTool[]): Changes {
  const old = new Map(before.map((tool) => [tool.name, fingerprint(tool)]));
  const now = new Set(after.map(({ name }) => name));
  return {
    added: after.filter(({ name }) => !old.has(name)).map(({ name }) => name),
    changed: after
      .filter((tool) => old.has(tool.name) && old.get(tool.name) !== fingerprint(tool))
      .map(({ name }) => name),
    removed: before.filter(({ name }) => !now.has(name)).map(({ name }) => name),
  };
}
