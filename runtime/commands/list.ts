import { listing } from "../mcp/getWorkspaceTools.ts";
import { sentence } from "../errors.ts";
import { listedTools } from "../listing.ts";
import { visibleText } from "../visibleText.ts";
import { withRuntime, type CommandOptions } from "./commandRuntime.ts";
import { count, paint, print, printJson } from "./output.ts";

export async function list(options: CommandOptions & { json?: boolean }): Promise<void> {
  await withRuntime(options, async (runtime) => {
    if (options.json) return printJson(await listing(runtime));
    const tools = listedTools(runtime);
    for (const listed of tools) {
      const { tool } = listed;
      const notReady = await runtime.whyNotReady(listed);
      print(`${paint("bold", visibleText(tool.name))}  ${visibleText(tool.description)}`);
      const properties = Object.keys(tool.parameters["properties"] ?? {});
      const required = tool.parameters["required"];
      const names = properties.map((name) => (Array.isArray(required) && required.includes(name) ? name : `[${name}]`));
      if (names.length > 0) print(paint("dim", `    ${visibleText(names.join(" "))}`));
      print(
        notReady === undefined
          ? paint("green", "    ready")
          : paint("yellow", `    not ready: ${visibleText(notReady)}`),
      );
    }
    const problems = runtime.workspaces.flatMap(({ registry }) => registry.current().problems);
    const [first] = problems;
    if (tools.length === 0) {
      print(`No tools: ${visibleText(first ? sentence(first.message) : "tools.json names none.")}`);
      print(`Next: ${visibleText(first?.hint ?? '"guidon init" writes a first tool.')}`);
    } else if (problems.length > 0) print(paint("yellow", `${count(problems.length, "problem")}: guidon check`));
  });
}
