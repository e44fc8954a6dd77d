/** One entry of tools.json → a workspace tool, and what is wrong with it. */
import type { Json, JsonObject, WorkspaceTool } from "../contract/tools.ts";
import type { EntryFinding, Report } from "./entryFinding.ts";
import { checkHeaders } from "./entryHeaders.ts";
import { hiddenCharacter } from "./hiddenCharacters.ts";
import type { JsonPath } from "./jsonc.ts";
import { nameWarning } from "./names.ts";
import { isObject, lintSchema } from "./schemaLint.ts";
import { scriptPathProblem } from "./scriptPath.ts";
import { checkShape, TOOL_SHAPE } from "./shape.ts";
import { durationText } from "./timeouts.ts";
import type { Timeouts } from "./timeouts.ts";

/** Without what only the whole file decides: the direct name and the place. */
export type EntryTool = Omit<WorkspaceTool, "mcpName" | "at">;

/** Fields that are dropped when they are wrong; a tool with any other wrong field is left out, as it would do something else. */
const DROPPABLE = new Set(
  "title timeout timeoutMs annotations examples maxResultBytes permissions outputSchema".split(" "),
);

/** @returns `tool` is undefined where the entry cannot be listed; then `findings` has the errors */
export function readEntry(entry: Json, timeouts: Timeouts): { tool: EntryTool | undefined; findings: EntryFinding[] } {
  if (!isObject(entry)) {
    const message = "an entry of tools must be an object";
    const hint = 'Write {"name": …, "description": …, "script": …}.';
    return {
      tool: undefined,
      findings: [{ severity: "error", code: "wrong-type", path: [], on: "value", message, hint }],
    };
  }
  const findings: EntryFinding[] = [];
  const report: Report = (severity, code, path, message, hint, subject) =>
    void findings.push({
      severity,
      code,
      path,
      on: "value",
      message,
      ...(hint ? { hint } : {}),
      ...(subject === undefined ? {} : { subject }),
    });

  const fields = readFields(entry, findings, timeouts);
  checkTexts(fields, report);
  checkHeaders(fields, report);
  const timeoutMs = readTimeout(fields, timeouts, report);
  const script = typeof fields["script"] === "string" ? fields["script"] : "";
  const path = script ? scriptPathProblem(script) : undefined;
  if (path) report("error", "script-path", ["script"], path.message, path.hint);
  const { parameters, problem } = readParameters(fields, report, findings);
  const outputSchema = readOutputSchema(fields, report, findings);
  checkUnused(fields, report);

  const fatal = findings.some(({ severity, code }) => severity === "error" && !TOLERATED.has(code));
  if (fatal || !parameters) return { tool: undefined, findings };
  const disabled = fields["enabled"] === false;
  const trouble = disabled ? 'it is switched off ("enabled": false in tools.json)' : problem;
  const tool: EntryTool = {
    // The shape has been checked: each field below has its type or is absent.
    ...(pick(fields, [
      "name",
      "title",
      "description",
      "session",
      "browser",
      "maxResultBytes",
      "allowedHosts",
    ]) as unknown as EntryTool),
    script,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    parameters,
    ...(outputSchema ? { outputSchema } : {}),
    annotations: (fields["annotations"] ?? {}) as WorkspaceTool["annotations"],
    headers: (fields["headers"] ?? {}) as WorkspaceTool["headers"],
    enabled: !disabled,
    confirm: (fields["confirm"] ?? "never") as WorkspaceTool["confirm"],
    permissions: (fields["permissions"] ?? []) as string[],
    examples: (fields["examples"] ?? []) as WorkspaceTool["examples"],
    ...(trouble ? { problem: trouble } : {}),
  };
  return { tool, findings };
}

/** Errors of the schemas, with which a tool is still listed: calling it says what is wrong. */
const TOLERATED = new Set(["schema-keyword", "schema-pattern", "schema-reference", "schema-root"]);

/** The entry without fields that are unknown or dropped; reports both, and wrong fields. */
function readFields(entry: JsonObject, findings: EntryFinding[], { defaultTimeoutMs }: Timeouts): JsonObject {
  const fields = { ...entry };
  for (const { path, on, code, message, subject } of checkShape(TOOL_SHAPE, entry, "a tool")) {
    const field = String(path[0]);
    const dropped = DROPPABLE.has(field);
    const severity = code === "unknown-field" || dropped ? "warning" : "error";
    if (severity === "warning" && (dropped || path.length === 1)) delete fields[field];
    const note =
      dropped && code !== "unknown-field"
        ? field.startsWith("timeout")
          ? `; the default of ${durationText(defaultTimeoutMs)} is used`
          : "; it is left out"
        : "";
    findings.push({
      severity,
      code: field.startsWith("timeout") ? "timeout" : code,
      path,
      on,
      message: message + note,
      ...(subject === undefined ? {} : { subject }),
    });
  }
  return fields;
}

function checkTexts(fields: JsonObject, report: Report): void {
  const { name, title, description } = fields;
  for (const [field, text] of Object.entries({ name, title, description })) {
    const hidden = typeof text === "string" ? hiddenCharacter(text) : undefined;
    if (hidden)
      report(
        "error",
        "hidden-characters",
        [field],
        `"${field}" has a character that people do not see (${hidden})`,
        "Remove it.",
      );
  }
  const warning = typeof name === "string" ? nameWarning(name) : undefined;
  if (warning) {
    const hint =
      "Agents call it through ExecuteWorkspaceTool by this name; its direct name is made safe. Rename it if you can.";
    report("warning", "name", ["name"], `the name ${warning}`, hint);
  }
  if (typeof description === "string" && description.length > 1024) {
    report(
      "warning",
      "long-description",
      ["description"],
      `the description has ${description.length} characters; some clients cut it after 1,024`,
    );
  }
}

function readTimeout(fields: JsonObject, { maxTimeoutMs: maxMs }: Timeouts, report: Report): number | undefined {
  const { timeout, timeoutMs } = fields;
  if (timeout !== undefined && timeoutMs !== undefined) {
    report(
      "warning",
      "timeout",
      ["timeoutMs"],
      'both "timeout" and "timeoutMs" are given; "timeout" is used',
      "Keep one of the two.",
    );
  }
  const [field, ms] =
    typeof timeout === "number"
      ? ["timeout", timeout * 1000]
      : typeof timeoutMs === "number"
        ? ["timeoutMs", timeoutMs]
        : ["", undefined];
  if (ms === undefined) return undefined;
  if (ms > maxMs) {
    const hint = "timeout is in seconds, timeoutMs in milliseconds; the maximum is a setting.";
    report(
      "warning",
      "timeout",
      [field],
      `"${field}" is above the maximum of ${durationText(maxMs)}, which is used`,
      hint,
      String(field === "timeout" ? maxMs / 1000 : maxMs),
    );
  }
  return Math.max(1, Math.min(maxMs, Math.round(ms)));
}

/** A field that does nothing must not look as if it did. */
function checkUnused({ session, browser, permissions, confirm, annotations }: JsonObject, report: Report): void {
  const unused = (path: JsonPath, field: string, hint: string) =>
    report("warning", "unused-field", path, `this version does not use ${field} yet`, hint);
  if (session !== undefined) unused(["session"], '"session"', "Each run begins without cookies and log-ins.");
  const mode = isObject(browser) ? browser["mode"] : undefined;
  if (typeof mode === "string" && mode !== "headless")
    unused(["browser", "mode"], `the browser mode "${mode}"`, "A script that opens a page gets a headless browser.");
  if (Array.isArray(permissions) && permissions.length > 0)
    unused(["permissions"], '"permissions"', "They give the script nothing, and take nothing from it.");
  if (confirm === "destructive" && !(isObject(annotations) && typeof annotations["destructive"] === "boolean")) {
    const message = 'nobody is asked: "confirm" is "destructive", but the annotations do not say "destructive": true';
    report(
      "warning",
      "unused-field",
      ["confirm"],
      message,
      'Add "annotations": {"destructive": true}, or write "confirm": "always".',
    );
  }
}

/** The schema as it is listed, undefined where it cannot be; `problem` where calls cannot be checked with it. */
function readParameters(fields: JsonObject, report: Report, findings: EntryFinding[]) {
  const field =
    fields["parameters"] === undefined && fields["inputSchema"] !== undefined ? "inputSchema" : "parameters";
  if (field === "parameters" && fields["inputSchema"] !== undefined) {
    report(
      "warning",
      "two-schemas",
      ["inputSchema"],
      'both "parameters" and "inputSchema" are given; "parameters" is used',
      "Keep one of the two.",
    );
  }
  const schema = fields[field] ?? {};
  if (!isObject(schema)) return { parameters: undefined, problem: undefined };
  const wrong = lintInto(schema, field, "arguments", findings);
  const parameters: JsonObject = {
    ...(schema["type"] === undefined ? { type: "object" } : {}),
    ...(schema["properties"] === undefined ? { properties: {} } : {}),
    ...schema,
  };
  return { parameters, problem: wrong && `its ${field} are no valid JSON Schema: ${wrong}` };
}

function readOutputSchema(fields: JsonObject, report: Report, findings: EntryFinding[]): JsonObject | undefined {
  const schema = fields["outputSchema"];
  if (!isObject(schema)) return undefined;
  const wrong = lintInto(schema, "outputSchema", "any", findings);
  if (wrong)
    report("warning", "output-schema", ["outputSchema"], "outputSchema is left out, as it is no valid JSON Schema");
  return wrong ? undefined : schema;
}

/** Adds what is wrong with a schema. @returns the first error, if there is one */
function lintInto(
  schema: JsonObject,
  field: string,
  root: "arguments" | "any",
  findings: EntryFinding[],
): string | undefined {
  let first: string | undefined;
  for (const { path, severity, ...finding } of lintSchema(schema, root)) {
    if (severity === "error") first ??= finding.message;
    findings.push({ ...finding, path: [field, ...path], severity: severity === "warning" ? "warning" : "error" });
  }
  return first;
}

function pick(fields: JsonObject, names: readonly string[]): JsonObject {
  const picked: JsonObject = {};
  for (const name of names) if (fields[name] !== undefined) picked[name] = fields[name];
  return picked;
}
