/** Tools of the folder: their list, what a person does with one, what is asked before agents may run them. */
import { approvalHash, createApprovals, type Approvals, type ToolAsShown } from "../consent/approvals.ts";
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
  const { folder, registry, notify, shown } = deps;
  const approvals = createApprovals(deps.dataDir);
  const changed = (): void => notify("tools/changed", { revision: registry.current().revision });

  /** @param text of tools.json as the editor has it; absent: as on disk */
  const find = (name: string, text?: string): WorkspaceTool => {
    const tool =
      text === undefined ? registry.find(name) : registry.preview(text).tools.find((each) => each.name === name);
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
      changed();
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
    "tools/createScript"({ tool: name, text }) {
      const tool = find(name, text);
      const problem = scriptPathProblem(tool.script);
      if (problem) throw new ToolError("InvalidPath", problem.message, { hint: problem.hint });
      const file = shownPath(tool.script);
      writeNewFile(folder, file, scriptTemplate(tool));
      // Looks again whether the script is there.
      registry.find(name);
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
      const rows = await approvalRows(approvals, folder, tools?.map((name) => find(name)) ?? registry.current().tools);
      for (const row of rows) if (row.state !== "unusable") shown.set(tokenOf(row.shown), row.shown);
      return rows.map(asApproval);
    },
    async "tools/approve"({ tokens }) {
      await approve(approvals, folder, tokens, shown);
      changed();
      return {};
    },
    "scripts/typings": () => scriptTypings(folder, registry.current().tools),
  };
}

async function approve(
  approvals: Approvals,
  folder: string,
  tokens: readonly string[],
  shown: ReadonlyMap<string, ToolAsShown>,
): Promise<void> {
  // What a person approves is what was shown, whatever became of it since.
  const tools = tokens.map((token) => {
    const tool = shown.get(token);
    if (tool) return tool;
    throw new ToolError("NotApproved", `What the tool may do has not been shown to anybody`, {
      hint: "Look at what it may do, then approve it.",
    });
  });
  await approvals.approve(folder, tools, "keep");
}

const tokenOf = ({ tool, scriptHash }: ToolAsShown): string => approvalHash(tool, scriptHash);

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
    ...(row.state === "unusable" ? {} : { token: tokenOf(row.shown) }),
    ...(title === undefined ? {} : { title: visibleText(title) }),
    description: visibleLines(description),
    state: row.state,
    permissions: (row.state === "unusable" ? [row.why] : row.permissions).map(visibleText),
  };
}
