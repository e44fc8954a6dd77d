import { secretNames } from "../headerTemplate.ts";
import { declaresMain, noMainError } from "../tools/bundle.ts";
import { loadScript } from "../tools/script.ts";
import { TOOLS_FILE } from "../tools/toolsFile.ts";
import { errorData, sentence } from "../errors.ts";
import { listedTools } from "../listing.ts";
import type { Problem, WorkspaceTool } from "../contract/tools.ts";
import { visibleLines } from "../visibleText.ts";
import { withRuntime, type CommandOptions } from "./commandRuntime.ts";
import { count, paint, print, printJson } from "./output.ts";

export async function check(options: CommandOptions & { json?: boolean }): Promise<void> {
  await withRuntime(options, async (runtime) => {
    const problems: Problem[] = [];
    for (const { registry } of runtime.workspaces) {
      await registry.checkAll();
      problems.push(...registry.current().problems);
    }
    for (const { tool, folder } of listedTools(runtime)) {
      if (tool.problem) continue;
      problems.push(...(await problemsOfScript(folder, tool)));
    }
    const errors = problems.filter(({ severity }) => severity === "error").length;
    if (options.json) printJson({ errors, warnings: problems.length - errors, problems });
    else {
      for (const problem of problems) printProblem(problem);
      const tools = listedTools(runtime).length;
      print(`${count(tools, "tool")}, ${count(errors, "error")}, ${count(problems.length - errors, "warning")}`);
    }
    process.exitCode = errors > 0 ? 1 : 0;
  });
}

/** The place as editors and terminals make links of it. */
function printProblem({ file, at, severity, message, pointer, hint }: Problem): void {
  const where = `${file}:${at.line}:${at.column}${pointer ? ` (${pointer})` : ""}`;
  print(paint(severity === "error" ? "red" : "yellow", visibleLines(`${where} ${severity}: ${sentence(message)}`)));
  if (hint) print(`    Next: ${visibleLines(hint)}`);
}

async function problemsOfScript(folder: string, tool: WorkspaceTool): Promise<Problem[]> {
  try {
    const { code, file, literalHosts } = await loadScript(folder, tool.script);
    if (!(await declaresMain(code))) throw noMainError(file);
    return secretWithoutHost(tool, literalHosts);
  } catch (error) {
    return [scriptProblem(tool, error)];
  }
}

function scriptProblem({ name, script }: WorkspaceTool, error: unknown): Problem {
  const { message, hint } = errorData(error);
  // The place can be in another file, which the script imports.
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
  };
}

/** Its requests would all be refused. */
function secretWithoutHost(tool: WorkspaceTool, literalHosts: readonly string[]): Problem[] {
  const secrets = secretNames(tool.headers);
  if (secrets.length === 0 || (tool.allowedHosts ?? literalHosts).length > 0) return [];
  const message = `"${tool.name}" has a secret in its headers (${secrets.join(", ")}) and no host that it may go to`;
  const hint = 'Add "allowedHosts", such as ["api.example.com"], or write the address with its host in the script.';
  const { name, at } = tool;
  return [{ severity: "warning", code: "secret-host", message, hint, pointer: "", file: TOOLS_FILE, at, tool: name }];
}
