import { ToolError } from "../errors.ts";
import type { Runtime } from "../runtime.ts";
import { needsYes } from "../tools/confirmation.ts";
import { visibleText } from "../visibleText.ts";
import { askYes, canAsk } from "./askYes.ts";

/** Asks where tools.json wants a person's yes to each run. @returns whether one was given @throws ToolError HumanUnavailable, Declined */
export async function confirmRun(runtime: Runtime, name: string, args: unknown): Promise<boolean> {
  const tool = runtime.locate(name, undefined).registry.find(name);
  // The run itself says what is wrong with a tool that cannot run.
  if (!tool || tool.problem || !needsYes(tool)) return false;
  if (!canAsk())
    throw new ToolError(
      "HumanUnavailable",
      `Tool "${tool.name}" needs a person's yes to each run, and there is no terminal to ask at`,
      {
        hint: "Run it in a terminal, not through a pipe or an agent.",
      },
    );
  if (await askYes(`Run ${visibleText(tool.name)} with ${visibleText(JSON.stringify(args))}?`)) return true;
  throw new ToolError("Declined", "It was not run.");
}
