import { loadScript } from "../tools/script.ts";
import { errorData } from "../errors.ts";
import { listedTools } from "../listing.ts";
import { problemLine } from "../mcp/getWorkspaceTools.ts";
import type { Problem } from "../contract/tools.ts";
import { visibleLines } from "../visibleText.ts";
import { withRuntime, type CommandOptions } from "./commandRuntime.ts";
import { paint, print, printJson } from "./output.ts";

export async function check(options: CommandOptions & { json?: boolean }): Promise<void> {
  await withRuntime(options, async (runtime) => {
    const problems: Problem[] = [];
    for (const { registry } of runtime.workspaces) {
      await registry.checkAll();
      problems.push(...registry.current().problems);
    }
    for (const { tool, folder } of listedTools(runtime)) {
      if (tool.problem) continue;
      const found = await scriptProblem(folder, tool.script);
      if (found) problems.push({ ...found, pointer: "", file: tool.script, tool: tool.name });
    }
    const errors = problems.filter(({ severity }) => severity === "error").length;
    if (options.json) printJson({ errors, warnings: problems.length - errors, problems });
    else {
      for (const problem of problems)
        print(paint(problem.severity === "error" ? "red" : "yellow", visibleLines(problemLine(problem))));
      const tools = listedTools(runtime).length;
      print(`${tools} tools, ${errors} errors, ${problems.length - errors} warnings`);
    }
    process.exitCode = errors > 0 ? 1 : 0;
  });
}

async function scriptProblem(
  folder: string,
  script: string,
): Promise<Omit<Problem, "pointer" | "file" | "tool"> | undefined> {
  try {
    await loadScript(folder, script);
    return undefined;
  } catch (error) {
    const { message, hint } = errorData(error);
    const place = /:(\d+):(\d+)/.exec(message);
    const [line, column] = [Number(place?.[1] ?? 1), Number(place?.[2] ?? 1)];
    const at = { line, column, endLine: line, endColumn: column };
    return { severity: "error", code: "script", message, ...(hint ? { hint } : {}), at };
  }
}
