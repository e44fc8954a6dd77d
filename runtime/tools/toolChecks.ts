/** What only compiling a schema shows; the registry and the editor's analysis both ask here. */
import { hash } from "node:crypto";
import type { JsonObject, WorkspaceTool } from "../contract/tools.ts";
import type { ArgumentChecker } from "./arguments.ts";
import { isPlain } from "./plainSchema.ts";

export interface ToolChecks {
  /** Compiles the schemas of a tool, so that its first call finds them compiled. */
  compile(checker: ArgumentChecker, tool: WorkspaceTool): void;
  /** The same for problems alone: leaves out what is known, or sure to be right. */
  check(checker: ArgumentChecker, tool: WorkspaceTool): void;
  /** What a run found out about a schema. @returns whether it was not known */
  note(schema: JsonObject, reason: string): boolean;
  /** Why a schema cannot be used; undefined too where it has not been looked at. */
  schemaProblem(schema: JsonObject | undefined): string | undefined;
}

/** Texts of schemas whose answer is kept: a file with ten thousand tools is edited without compiling all at each key. */
const MAX_KNOWN = 30_000;

export function createToolChecks(): ToolChecks {
  const reasons = new WeakMap<JsonObject, string>();
  const byText = new Map<string, string | undefined>();

  const compile = (checker: ArgumentChecker, schema: JsonObject): string | undefined => {
    const compiled = checker.compile({ parameters: schema });
    if (compiled.ok) return undefined;
    reasons.set(schema, compiled.reason);
    return compiled.reason;
  };
  const look = (checker: ArgumentChecker, schema: JsonObject): void => {
    if (isPlain(schema)) return;
    const key = hash("sha256", JSON.stringify(schema), "base64");
    if (!byText.has(key)) {
      if (byText.size >= MAX_KNOWN) byText.clear();
      byText.set(key, compile(checker, schema));
    }
    const reason = byText.get(key);
    if (reason !== undefined) reasons.set(schema, reason);
  };
  const each = (use: typeof look) => (checker: ArgumentChecker, tool: WorkspaceTool) => {
    if (tool.problem === undefined) use(checker, tool.parameters);
    if (tool.outputSchema) use(checker, tool.outputSchema);
  };
  return {
    compile: each(compile),
    check: each(look),
    note(schema, reason) {
      if (reasons.has(schema)) return false;
      reasons.set(schema, reason);
      return true;
    },
    schemaProblem: (schema) => schema && reasons.get(schema),
  };
}
