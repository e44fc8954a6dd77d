/** Consent in a terminal: what each tool may do, then one question. Only a person at a terminal can answer it. */
import { createInterface } from "node:readline/promises";
import { createApprovals } from "../consent/approvals.ts";
import { describePermissions } from "../consent/describe.ts";
import { errorData, ToolError } from "../errors.ts";
import { loadScript } from "../tools/script.ts";
import type { Runtime } from "../runtime.ts";
import { commandSetting, withRuntime, type CommandOptions } from "./commandRuntime.ts";
import { visibleLines, visibleText } from "../visibleText.ts";
import { EXIT } from "./failure.ts";
import { paint, print } from "./output.ts";

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
  let waiting = 0;
  print(`Tools of ${visibleText(folder)}:\n`);
  for (const tool of set.tools) {
    // What a workspace says must not look like what Guidon says.
    const name = paint("bold", visibleText(tool.name));
    try {
      const script = await loadScript(folder, tool.script);
      const state = approvals.state(folder, tool, script.hash);
      if (state !== "approved") waiting += 1;
      ready.push({ tool, scriptHash: script.hash });
      const colour = state === "approved" ? "green" : "yellow";
      print(`${name}  ${paint(colour, state)}\n    ${visibleText(tool.description)}`);
      for (const line of describePermissions(tool, script)) print(`    ${visibleText(line)}`);
    } catch (error) {
      print(`${name}  ${paint("red", "left out")}\n    ${visibleLines(errorData(error).message)}`);
    }
  }
  if (waiting === 0) return print("\nAll of them are approved already.");
  if (!process.stdin.isTTY || !process.stdout.isTTY)
    throw new ToolError("NotApproved", "Nothing was approved: only a person at a terminal can approve tools", {
      hint: "Run guidon approve in a terminal, not through a pipe or an agent.",
    });
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await prompt.question(`\nMay agents run these ${ready.length} tools, as they are now? (yes/no) `);
  prompt.close();
  if (!/^(y|yes)$/i.test(answer.trim())) {
    process.exitCode = EXIT.person;
    return print("Nothing was approved.");
  }
  await approvals.approve(folder, ready);
  print(`Approved. A tool that changes asks again.`);
}
