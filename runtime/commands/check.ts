import type { Problem } from "../contract/tools.ts";
import { sentence } from "../errors.ts";
import { listedTools } from "../listing.ts";
import { visibleLines } from "../visibleText.ts";
import { withRuntime, type CommandOptions } from "./commandRuntime.ts";
import { count, paint, print, printJson } from "./output.ts";

export async function check(options: CommandOptions & { json?: boolean }): Promise<void> {
  await withRuntime(options, async (runtime) => {
    const problems: Problem[] = [];
    for (const { registry, folder } of runtime.workspaces) {
      const found = await registry.analyze({
        secretNames: async () => new Set((await runtime.secretEntries(folder)).map(({ name }) => name)),
      });
      problems.push(...found.problems);
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
