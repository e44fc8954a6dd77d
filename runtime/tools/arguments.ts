/** The one door for the arguments of a call: copied, repaired, checked against the tool's schema, or refused with all reasons. */
import type { ArgumentProblem } from "../contract/control.ts";
import type { Json, JsonObject, WorkspaceTool } from "../contract/tools.ts";
import { messageOf, ToolError } from "../errors.ts";
import { copyArguments, NotPlainData, valueAt } from "./argumentCopy.ts";
import type { ArgumentCopy } from "./argumentCopy.ts";
import { findingsOf, placeOf } from "./argumentFindings.ts";
import type { ArgumentFinding } from "./argumentFindings.ts";
import { describeSchema } from "./describeSchema.ts";
import { exampleOf } from "./example.ts";
import { validateAndRepair } from "./repair.ts";
import { isCostly } from "./patterns.ts";
import { isObject } from "./schemaLint.ts";
import { TimeLimitReached } from "./timeLimit.ts";
import { compileSchema } from "./validator.ts";
import type { CompiledSchema, CompileResult } from "./validator.ts";

export interface CheckedArguments {
  args: JsonObject;
  /** What was repaired, for the log; without values. */
  repaired: string[];
}

interface Refused {
  findings: ArgumentFinding[];
  compiled: CompiledSchema;
}

const MAX_CACHED = 1000;
const MAX_LINES = 12;
const MAX_TEXT = 1500;

export type ArgumentChecker = ReturnType<typeof createArgumentChecker>;

/** Compiled schemas are kept by their text, so a reload recompiles only what changed. */
export function createArgumentChecker() {
  const byText = new Map<string, CompileResult>();
  const byTool = new WeakMap<JsonObject, CompileResult>();

  /** Compiles now if that has not been done. Never throws. */
  function compile({ parameters }: Pick<WorkspaceTool, "parameters">): CompileResult {
    const known = byTool.get(parameters);
    if (known) return known;
    const text = JSON.stringify(parameters);
    const result = byText.get(text) ?? compileSchema(parameters, text);
    byText.delete(text);
    byText.set(text, result);
    const [oldest] = byText.keys();
    if (byText.size > MAX_CACHED && oldest !== undefined) byText.delete(oldest);
    byTool.set(parameters, result);
    return result;
  }

  /** Throws ToolError: InvalidArgument with everything that is wrong, ToolUnusable where the schema itself is. */
  function check(tool: WorkspaceTool, args: unknown): CheckedArguments {
    const examined = examine(tool, args);
    if ("args" in examined) return examined;
    throw refusal(tool, examined.findings, examined.compiled);
  }

  /** The same check, for a form: each problem with the place of its field. Never throws. */
  function problems(tool: WorkspaceTool, args: unknown): ArgumentProblem[] {
    try {
      const examined = examine(tool, args);
      return "args" in examined ? [] : examined.findings.map(({ pointer, text }) => ({ pointer, message: text }));
    } catch (error) {
      return [{ pointer: "", message: messageOf(error) }];
    }
  }

  function examine(tool: WorkspaceTool, args: unknown): CheckedArguments | Refused {
    const result = compile(tool);
    if (!result.ok) {
      throw new ToolError(
        "ToolUnusable",
        `the parameters of "${tool.name}" are no valid JSON Schema: ${result.reason}`,
        {
          hint: `Only the author can help: correct "parameters" in tools.json, line ${tool.at.line}.`,
        },
      );
    }
    const notes: string[] = [];
    const copy = takeArguments(tool, args, notes);
    if (dropsWait(tool, copy.data)) notes.push("wait_for_previous: not a parameter, left out");
    try {
      const { data, errors, notes: repairs } = validateAndRepair(result.compiled, copy.data, copy.size);
      const rounded = copy.unsafe.map((path) => roundedFinding(path, data));
      const findings = [
        ...rounded,
        ...findingsOf(errors, data, tool.parameters).filter(({ path }) => !rounded.some((own) => own.path === path)),
      ];
      if (findings.length > 0 || !isObject(data)) return { findings, compiled: result.compiled };
      return { args: data, repaired: [...notes, ...repairs] };
    } catch (error) {
      throw uncheckable(tool, error);
    }
  }

  /** Throws ToolError ScriptError. A schema that cannot be compiled checks nothing; the registry's problems say so. */
  function checkResult(tool: WorkspaceTool, json: string): void {
    const result = tool.outputSchema && compile({ parameters: tool.outputSchema });
    if (tool.outputSchema && result?.ok) checkValue(tool, tool.outputSchema, result.compiled, json);
  }

  return { compile, check, problems, checkResult };
}

function takeArguments(tool: WorkspaceTool, args: unknown, notes: string[]): ArgumentCopy {
  const refuse = (why: string) =>
    new ToolError("InvalidArgument", `the arguments of "${tool.name}" ${why}`, { hint: usageOf(tool) });
  let value: unknown = args ?? {};
  if (typeof value === "string") {
    try {
      value = JSON.parse(value) as unknown;
    } catch {
      throw refuse("must be an object, not a text that is no JSON");
    }
    notes.push("arguments: text → object");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw refuse(
      `must be an object, not ${Array.isArray(value) ? "an array" : value === null ? "null" : `a ${typeof value}`}`,
    );
  }
  try {
    return copyArguments(value);
  } catch (error) {
    if (error instanceof NotPlainData) throw refuse(`cannot be taken: ${error.message}`);
    throw error;
  }
}

/** Gemini CLI adds this parameter to every tool and sends it along. */
function dropsWait({ parameters }: WorkspaceTool, data: Json): boolean {
  const { properties } = parameters;
  if (!isObject(data) || typeof data["wait_for_previous"] !== "boolean") return false;
  if (isObject(properties) && Object.hasOwn(properties, "wait_for_previous")) return false;
  return delete data["wait_for_previous"];
}

function roundedFinding(path: (string | number)[], data: Json): ArgumentFinding {
  const got = String(valueAt(data, path));
  const text = `${got} is beyond 2^53, where digits are lost on the way; send it as a string if the parameter takes one`;
  return { ...placeOf(path), expected: "a number up to 9007199254740991", got, text };
}

function refusal(tool: WorkspaceTool, findings: ArgumentFinding[], compiled: CompiledSchema): ToolError {
  const shown = linesOf(findings, "arguments");
  const example = validExample(tool, compiled);
  const hint =
    usageOf(tool) +
    (example && JSON.stringify(example).length <= 500 ? ` A call that fits: ${JSON.stringify(example)}` : "");
  const problems = findings.slice(0, 50).map(({ text: _text, pointer: _pointer, ...facts }) => facts);
  return new ToolError("InvalidArgument", `the arguments of "${tool.name}" do not fit its parameters:\n${shown}`, {
    hint,
    details: { problems, ...(example ? { example } : {}) },
  });
}

function checkValue(tool: WorkspaceTool, schema: JsonObject, { validate }: CompiledSchema, json: string): void {
  const data = json === "" ? null : (JSON.parse(json) as Json);
  const hint =
    "Its script ran to the end, so what it does is done: do not just call it again. The author has to correct main() or outputSchema in tools.json.";
  let findings: ArgumentFinding[];
  try {
    findings = findingsOf(validate(data, json.length), data, schema);
  } catch (cause) {
    const what = cause instanceof TimeLimitReached ? "could not be checked in time" : "could not be checked";
    throw new ToolError("ScriptError", `the result of "${tool.name}" ${what} against its outputSchema`, {
      hint,
      cause,
    });
  }
  if (findings.length === 0) return;
  const shown = linesOf(findings, "result");
  throw new ToolError("ScriptError", `the result of "${tool.name}" does not fit its outputSchema:\n${shown}`, { hint });
}

function linesOf(findings: ArgumentFinding[], whole: string): string {
  const lines = findings.slice(0, MAX_LINES).map(({ path, text }) => `- ${path || whole}: ${text}`);
  if (findings.length > MAX_LINES) lines.push(`- and ${findings.length - MAX_LINES} more`);
  const body = lines.join("\n");
  return body.length > MAX_TEXT ? body.slice(0, MAX_TEXT).toWellFormed() + "…" : body;
}

function uncheckable(tool: WorkspaceTool, cause: unknown): ToolError {
  const slow = cause instanceof TimeLimitReached;
  const names = slow ? namesWithCostlyPatterns(tool.parameters) : [];
  const where = names.length > 0 ? `The pattern of ${names.join(", ")}` : "A check of its parameters";
  const hint = slow
    ? `${where} takes too long on what came. Send a shorter or simpler value.`
    : "Send plain, simple values.";
  return new ToolError(
    "InvalidArgument",
    `the arguments of "${tool.name}" could not be checked${slow ? " in time" : ""}`,
    { hint, cause },
  );
}

function namesWithCostlyPatterns({ properties }: JsonObject): string[] {
  if (!isObject(properties)) return [];
  const costly = (schema: Json) =>
    isObject(schema) && typeof schema["pattern"] === "string" && isCostly(schema["pattern"]);
  return Object.keys(properties).filter((name) => costly(properties[name] ?? null));
}

/** The author's first example, or one made from the schema, if it passes. */
function validExample(tool: WorkspaceTool, compiled: CompiledSchema): JsonObject | undefined {
  for (const example of [tool.examples[0]?.args, exampleOf(tool.parameters, tool.parameters)]) {
    if (!isObject(example)) continue;
    try {
      if (compiled.validate(structuredClone(example), 1).length === 0) return example;
    } catch {
      // An example is a courtesy.
    }
  }
  return undefined;
}

/** "Parameters: title (a string, required), n (an integer)." */
function usageOf({ parameters }: WorkspaceTool): string {
  const { properties, required } = parameters;
  const names = isObject(properties) ? Object.keys(properties) : [];
  if (!isObject(properties) || names.length === 0) return "It has no named parameters.";
  const needed = new Set(Array.isArray(required) ? required : []);
  const parts = names
    .toSorted((a, b) => Number(needed.has(b)) - Number(needed.has(a)))
    .slice(0, 10)
    .map(
      (name) =>
        `${name} (${describeSchema(properties[name], parameters).slice(0, 80)}${needed.has(name) ? ", required" : ""})`,
    );
  return `Parameters: ${parts.join(", ")}${names.length > parts.length ? `, and ${names.length - parts.length} more` : ""}.`;
}
