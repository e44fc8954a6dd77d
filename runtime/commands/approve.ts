/** Consent in a terminal: what each tool may do, then one question. Only a person at a terminal can answer it. */
import { createApprovals } from "../consent/approvals.ts";
import { describePermissions } from "../consent/describe.ts";
import { errorData, ToolError } from "../errors.ts";
import { loadScript } from "../tools/script.ts";
import type { Runtime } from "../runtime.ts";
import { commandSetting, withRuntime, type CommandOptions } from "./commandRuntime.ts";
import { visibleLines, visibleText } from "../visibleText.ts";
import { askYes, canAsk } from "./askYes.ts";
import { EXIT } from "./failure.ts";
import { count, paint, print, toTerminal } from "./output.ts";

export async function approve(options: CommandOptions): Promise<void> {
  await withRuntime(options, async (runtime) => {
    for (const workspace of runtime.workspaces) await approveFolder(workspace);
  });
}

async function approveFolder({ folder, registry }: Runtime["workspaces"][number]): Promise<void> {
  const set = registry.current();
  if (set.tools.length === 0)
    throw new ToolError("InvalidToolsFile", set.problems[0]?.message ?? "tools.json has no tools", {
      hint: set.problems[0]?.hint ?? `"guidon init" writes a first tool.`,
    });
  const approvals = createApprovals(commandSetting().dataDir);
  const ready = [];
  const states = { approved: 0, new: 0, changed: 0 };
  print(`Tools of ${visibleText(folder)}:\n`);
  for (const tool of set.tools) {
    // What a workspace says must not look like what Guidon says.
    const name = paint("bold", visibleText(tool.name));
    if (tool.problem !== undefined) {
      print(`${name}  ${paint("red", "left out")}\n    ${visibleLines(tool.problem)}`);
      continue;
    }
    try {
      const script = await loadScript(folder, tool.script);
      const state = approvals.state(folder, tool, script.hash);
      states[state] += 1;
      ready.push({ tool, scriptHash: script.hash });
      const colour = state === "approved" ? "green" : "yellow";
      print(`${name}  ${paint(colour, state)}\n    ${visibleText(tool.description)}`);
      for (const line of describePermissions(tool, script)) print(`    ${visibleText(line)}`);
    } catch (error) {
      print(`${name}  ${paint("red", "left out")}\n    ${visibleLines(errorData(error).message)}`);
    }
  }
  const waiting = states.new + states.changed;
  if (waiting === 0)
    return print(
      ready.length === 0 ? "\nNone of them can be approved as it is." : "\nAll of them are approved already.",
    );
  const parts = [
    ...(states.new > 0 ? [`${states.new} new`] : []),
    ...(states.changed > 0 ? [`${states.changed} changed`] : []),
    ...(states.approved > 0 ? [`${states.approved} approved already`] : []),
  ];
  print(`\n${count(ready.length, "tool")}: ${parts.join(", ")}.`);
  if (!canAsk() || !toTerminal())
    throw new ToolError("NotApproved", "Nothing was approved: only a person at a terminal can approve tools", {
      hint: "Run guidon approve in a terminal, not through a pipe or an agent.",
    });
  const these = ready.length === 1 ? "this tool, as it is now" : `these ${ready.length} tools, as they are now`;
  if (!(await askYes(`May agents run ${these}?`))) {
    process.exitCode = EXIT.person;
    return print("Nothing was approved.");
  }
  await approvals.approve(folder, ready);
  print(`Approved. A tool that changes asks again.`);
}
