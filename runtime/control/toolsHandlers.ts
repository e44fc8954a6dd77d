/** Tools of the folder: their list, what a person does with one, what is asked before agents may run them. */
import { createApprovals, type Approvals, type ToolAsShown } from "../consent/approvals.ts";
import type { LastRun, ToolApproval, ToolsView } from "../contract/control.ts";
import type { WorkspaceTool } from "../contract/tools.ts";
import { ToolError } from "../errors.ts";
import { scriptPathProblem, shownPath } from "../tools/scriptPath.ts";
import { loadScript } from "../tools/script.ts";
import { callArguments, formArguments } from "../tools/toolArguments.ts";
import { unknownTool } from "../tools/unknownTool.ts";
import { visibleLines, visibleText } from "../visibleText.ts";
import { approvalRows, type ApprovalRow } from "../workspace/approvalRows.ts";
import { writeNewFile } from "../workspace/newFile.ts";
import { scriptTemplate } from "../workspace/scriptTemplate.ts";
import { hasStarterTools, STARTER_TOOLS, writeStarter } from "../workspace/starter.ts";
import type { ControlDeps, HandlersOf } from "./deps.ts";
import { scriptTypings } from "./scriptTypings.ts";
import { toolRows } from "./toolRows.ts";

type Methods =
  | "tools/list"
  | "tools/reload"
  | "tools/createExample"
  | "tools/createScript"
  | "tools/callText"
  | "tools/exampleArguments"
  | "tools/checkArguments"
  | "tools/approvals"
  | "tools/approve"
  | "scripts/typings";

export function toolsHandlers(
  deps: ControlDeps,
  lastRunOf: (tool: string) => LastRun | undefined,
): HandlersOf<Methods> {
  const { folder, registry, notify } = deps;
  const approvals = createApprovals(deps.dataDir);
  /** What a person approves is what was shown, whatever became of it since. */
  const shown = new Map<string, ToolAsShown>();
  const changed = (): void => notify("tools/changed", { revision: registry.current().revision });

  const find = (name: string): WorkspaceTool => {
    const tool = registry.find(name);
    if (tool) return tool;
    throw unknownTool([registry], name, "User");
  };
  const view = async (): Promise<ToolsView> => {
    const { name, displayName, state, revision, tools, problems } = registry.current();
    const rows = await toolRows(deps, approvals, tools, lastRunOf);
    return { folder, name, displayName, state, revision, tools: rows, problems };
  };

  return {
    "tools/list": view,
    "tools/reload": () => {
      registry.reload();
      return view();
    },
    async "tools/createExample"() {
      const { written } = writeStarter(folder);
      if (!hasStarterTools(folder))
        throw new ToolError("AlreadyExists", "This folder has a tools.json already; it stays as it is", {
          hint: "Open it and add a tool to it.",
        });
      registry.reload();
      const own = await ownStarterTools(deps);
      if (own.length > 0) await approvals.approve(folder, own, "keep");
      changed();
      return { written, tool: STARTER_TOOLS[0]?.name ?? "" };
    },
    "tools/createScript"({ tool: name }) {
      const tool = find(name);
      const problem = scriptPathProblem(tool.script);
      if (problem) throw new ToolError("InvalidPath", problem.message, { hint: problem.hint });
      const file = writeNewFile(folder, shownPath(tool.script), scriptTemplate(tool));
      find(name);
      changed();
      return { file };
    },
    async "tools/callText"({ tool: name, args }) {
      const tool = find(name);
      const call = { name: tool.name, parameters: args ?? (await callArguments(registry, tool)) };
      return { text: JSON.stringify(call, null, 2) };
    },
    "tools/exampleArguments": ({ tool }) => ({ args: formArguments(find(tool)) }),
    "tools/checkArguments": async ({ tool, args }) => ({
      problems: (await registry.argumentProblems(find(tool), args)).map(({ pointer, message }) => ({
        pointer,
        message: message.charAt(0).toUpperCase() + message.slice(1),
      })),
    }),
    async "tools/approvals"({ tools }) {
      const rows = await approvalRows(approvals, folder, tools?.map(find) ?? registry.current().tools);
      for (const row of rows) if (row.state !== "unusable") shown.set(row.tool.name, row.shown);
      return rows.map(asApproval);
    },
    async "tools/approve"({ tools }) {
      await approve(approvals, folder, tools, shown);
      changed();
      return {};
    },
    "scripts/typings": () => scriptTypings(folder, registry.current().tools),
  };
}

async function approve(
  approvals: Approvals,
  folder: string,
  names: readonly string[],
  shown: ReadonlyMap<string, ToolAsShown>,
): Promise<void> {
  const tools = names.map((name) => {
    const tool = shown.get(name);
    if (tool) return tool;
    throw new ToolError("NotApproved", `What "${name}" may do has not been shown to anybody`, {
      hint: "Look at what it may do, then approve it.",
    });
  });
  await approvals.approve(folder, tools, "keep");
}

/** Those that are as the starter has them, byte for byte: nobody has to be asked about what Guidon wrote itself. */
async function ownStarterTools({ folder, registry }: ControlDeps): Promise<ToolAsShown[]> {
  const own: ToolAsShown[] = [];
  for (const { name, script, text } of STARTER_TOOLS) {
    const tool = registry.find(name);
    if (!tool || tool.problem !== undefined || tool.script !== script) continue;
    const loaded = await loadScript(folder, script);
    if (loaded.code === text) own.push({ tool, scriptHash: loaded.hash });
  }
  return hasStarterTools(folder) ? own : [];
}

/** What a workspace says must not look like what Guidon says. */
function asApproval(row: ApprovalRow): ToolApproval {
  const { name, title, description } = row.tool;
  return {
    tool: name,
    ...(title === undefined ? {} : { title: visibleText(title) }),
    description: visibleLines(description),
    state: row.state,
    permissions: (row.state === "unusable" ? [row.why] : row.permissions).map(visibleText),
  };
}
