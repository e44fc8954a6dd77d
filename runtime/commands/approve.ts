/** Consent in a terminal: what each tool may do, then one question. Only a person at a terminal can answer it. */
import { createApprovals } from "../consent/approvals.ts";
import { ToolError } from "../errors.ts";
import type { Runtime } from "../runtime.ts";
import { visibleLines, visibleText } from "../visibleText.ts";
import { approvalRows, type ApprovalRow } from "../workspace/approvalRows.ts";
import { askYes, canAsk } from "./askYes.ts";
import { commandSetting, withRuntime, type CommandOptions } from "./commandRuntime.ts";
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
  print(`Tools of ${visibleText(folder)}:\n`);
  const rows = await approvalRows(approvals, folder, set.tools);
  rows.forEach(printRow);
  const ready = rows.flatMap((row) => (row.state === "unusable" ? [] : [row.shown]));
  const states = Object.groupBy(rows, ({ state }) => state);
  const of = (state: ApprovalRow["state"]): number => states[state]?.length ?? 0;
  if (of("new") + of("changed") === 0)
    return print(
      ready.length === 0 ? "\nNone of them can be approved as it is." : "\nAll of them are approved already.",
    );
  const parts = [
    ...(of("new") > 0 ? [`${of("new")} new`] : []),
    ...(of("changed") > 0 ? [`${of("changed")} changed`] : []),
    ...(of("approved") > 0 ? [`${of("approved")} approved already`] : []),
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

/** What a workspace says must not look like what Guidon says. */
function printRow(row: ApprovalRow): void {
  const name = paint("bold", visibleText(row.tool.name));
  if (row.state === "unusable") return print(`${name}  ${paint("red", "left out")}\n    ${visibleLines(row.why)}`);
  const colour = row.state === "approved" ? "green" : "yellow";
  print(`${name}  ${paint(colour, row.state)}\n    ${visibleText(row.tool.description)}`);
  for (const line of row.permissions) print(`    ${visibleText(line)}`);
}
