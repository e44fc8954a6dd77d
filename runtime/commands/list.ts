import { listing, problemsOf } from "../mcp/getWorkspaceTools.ts";
import { listedTools } from "../listing.ts";
import { visibleText } from "../visibleText.ts";
import { withRuntime, type CommandOptions } from "./commandRuntime.ts";
import { paint, print, printJson } from "./output.ts";

export async function list(options: CommandOptions & { json?: boolean }): Promise<void> {
  await withRuntime(options, async (runtime) => {
    if (options.json) return printJson(await listing(runtime));
    const tools = listedTools(runtime);
    for (const { tool } of tools) {
      const state = tool.problem ?? (tool.enabled ? undefined : "disabled");
      const note = state ? paint("yellow", `  (${visibleText(state)})`) : "";
      print(`${paint("bold", visibleText(tool.name))}  ${visibleText(tool.description)}${note}`);
      const properties = Object.keys(tool.parameters["properties"] ?? {});
      const required = tool.parameters["required"];
      const names = properties.map((name) => (Array.isArray(required) && required.includes(name) ? name : `[${name}]`));
      if (names.length > 0) print(paint("dim", `    ${visibleText(names.join(" "))}`));
    }
    if (tools.length === 0) print("No tools.");
    for (const line of problemsOf(runtime)) print(paint("yellow", visibleText(line)));
  });
}
