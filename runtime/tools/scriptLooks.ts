/** Whether the script of a tool can run, and what it says about hosts and time; kept while the file does not change. */
import { join } from "node:path";
import { Script } from "node:vm";
import type { Problem, WorkspaceTool } from "../contract/tools.ts";
import { errorData, ToolError } from "../errors.ts";
import { noMainError } from "./bundle.ts";
import { literalHosts } from "./literalHosts.ts";
import { loadScript } from "./script.ts";
import type { LoadedScript } from "./script.ts";
import { maskScript } from "./scriptText.ts";
import { stampOf } from "../stamp.ts";

export type ScriptLook =
  | {
      state: "usable";
      literalHosts: readonly string[];
      /** Hosts of addresses in its code that are not pages to open. */
      calledHosts: readonly string[];
      pragmaProblem?: string | undefined;
    }
  | { state: "unusable"; error: unknown; pragmaProblem?: string | undefined };

interface ScriptLooks {
  look(script: string): Promise<ScriptLook>;
  /** Forgets all others. */
  keep(scripts: ReadonlyMap<string, unknown>): void;
}

export function createScriptLooks(folder: string): ScriptLooks {
  const known = new Map<string, { stamp: string; look: ScriptLook }>();
  return {
    async look(script) {
      const stamp = stampOf(join(folder, script));
      const kept = known.get(script);
      if (kept && kept.stamp === stamp) return kept.look;
      known.delete(script);
      try {
        const loaded = await loadScript(folder, script);
        const look = lookAt(loaded);
        // What it imports can change without it.
        if (loaded.inputs.length === 1 && stamp !== "fresh" && stamp !== "missing") known.set(script, { stamp, look });
        return look;
      } catch (error) {
        return { state: "unusable", error };
      }
    },
    keep(scripts) {
      for (const script of known.keys()) if (!scripts.has(script)) known.delete(script);
    },
  };
}

function lookAt({ code, file, literalHosts: literal, pragmaProblem }: LoadedScript): ScriptLook {
  if (!declaresMain(code)) return { state: "unusable", error: noMainError(file), pragmaProblem };
  const called =
    literal.length === 0 ? [] : literalHosts([withoutPages(code)]).filter((host) => literal.includes(host));
  return { state: "usable", literalHosts: literal, calledHosts: called, pragmaProblem };
}

/** Code without comments and pages to open; nothing where some requests go without the tool's headers: which ones cannot be told. */
function withoutPages(code: string): string {
  const plain = maskScript(code, "comments");
  if (/\btoolHeaders\b/.test(plain)) return "";
  return plain.replaceAll(/\bg\s*\.\s*(?:nav|page|dom)\s*\.\s*\w+\s*\(\s*(["'`])(?:(?!\1)[^\n])*/g, "");
}

/** Whether a classic script has a function main, or a variable. Nothing of it is run. @param code JavaScript that can be parsed */
function declaresMain(code: string): boolean {
  if (/\bglobalThis\s*\.\s*main\b/.test(code)) return true;
  try {
    // A second declaration is refused where there is a first.
    // oxlint-disable-next-line no-new -- only parsed
    new Script(`${code}\n;let main;`);
    return false;
  } catch (error) {
    return error instanceof SyntaxError && error.message.includes("'main'");
  }
}

/** Of a script that cannot run; its place can be in another file, which the script imports. */
export function problemOfScript({ name, script }: WorkspaceTool, error: unknown): Problem {
  const { message, hint } = errorData(error);
  const [place = "", file = script, lineText, columnText] = /^(.+?):(\d+):(\d+): /.exec(message) ?? [];
  const [line, column] = [Number(lineText ?? 1), Number(columnText ?? 1)];
  const at = { line, column, endLine: line, endColumn: column };
  return {
    severity: "error",
    code: "script",
    message: message.slice(place.length),
    ...(hint ? { hint } : {}),
    pointer: "",
    file,
    at,
    tool: name,
    ...(error instanceof ToolError && message.endsWith("has no function main") ? { subject: "main" } : {}),
  };
}
