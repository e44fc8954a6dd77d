/** A person's approval of tools: what agents may run without asking again. */
import type { ToolApproval } from "../runtime/contract/control.ts";
import { chooseRuntime } from "./folders.ts";
import { askModal, MAX_DETAIL_LINE, sayBriefly, showInformation } from "./messages.ts";
import type { Command, PartDeps } from "./part.ts";
import { pickSeveral } from "./pick.ts";
import { toolTarget } from "./target.ts";
import { plainText } from "./texts.ts";

export const approveCommands: Command[] = [{ id: "guidon.approveTools", needsFolder: true, run: approveTools }];

/** Of all tools in one box; one that has more of its own has a box for itself. */
const MAX_LINES = 25;

/** @param argument { folder, tool }: that tool is chosen already; { folder }; or nothing. */
async function approveTools(deps: PartDeps, argument?: unknown): Promise<void> {
  const { l10n } = deps.vscode;
  const named = toolTarget(deps, argument);
  const runtime = named?.runtime ?? (await chooseRuntime(deps, argument, l10n.t("Approve tools for agents")));
  if (!runtime) return;
  const approvals = await runtime.request("tools/approvals", {});
  const open = approvals.filter(({ state }) => state === "new" || state === "changed");
  if (open.length === 0) {
    const unusable = approvals.filter(({ state }) => state === "unusable");
    const text =
      unusable.length === 0
        ? l10n.t("No tool waits for your approval.")
        : l10n.t("These tools have to be corrected first: {0}.", unusable.map(({ tool }) => tool).join(", "));
    return await showInformation(deps, text);
  }
  const picked = await pickSeveral(
    deps,
    open.map((approval) => ({ ...itemOf(deps, approval), picked: approval.tool === named?.tool })),
    {
      title: l10n.t("Approve tools for agents"),
      placeHolder: l10n.t("Choose tools. You see all that they may do before you approve them."),
      matchOnDescription: true,
      matchOnDetail: true,
      ignoreFocusOut: true,
    },
  );
  if (!picked) return;
  if (picked.length === 0) return sayBriefly(deps, l10n.t("No tool was chosen, so none is approved."));
  for (const box of boxesOf(picked.map(({ approval }) => approval))) {
    if (!(await askApproval(deps, box))) return;
    await runtime.request("tools/approve", { tokens: box.flatMap(({ token }) => token ?? []) });
  }
}

/** A row of the list has room for the beginning only. */
function itemOf({ vscode: { l10n } }: PartDeps, approval: ToolApproval) {
  const { tool, title, description, permissions } = approval;
  const detail =
    permissions.length === 0
      ? l10n.t("It computes only: {0}", plainText(description, 200))
      : permissions.map((line) => plainText(line, 200)).join(" · ");
  return { label: title ?? tool, description: stateText({ l10n }, approval), detail, approval };
}

/** With the name, where the title stands in its place. */
function stateText({ l10n }: Pick<PartDeps["vscode"], "l10n">, { tool, title = tool, state }: ToolApproval): string {
  if (title === tool) return state === "new" ? l10n.t("new") : l10n.t("changed since you approved it");
  return state === "new" ? l10n.t("{0}, new", tool) : l10n.t("{0}, changed since you approved it", tool);
}

/** Nothing is cut off: what does not fit into one box comes in the next. */
function boxesOf(approvals: readonly ToolApproval[]): ToolApproval[][] {
  const boxes: ToolApproval[][] = [];
  let room = 0;
  for (const approval of approvals) {
    const lines = 1 + Math.max(1, approval.permissions.length);
    const last = boxes.at(-1);
    if (last && lines <= room) last.push(approval);
    else {
      boxes.push([approval]);
      room = MAX_LINES;
    }
    room -= lines;
  }
  return boxes;
}

async function askApproval(deps: PartDeps, approvals: readonly ToolApproval[]): Promise<boolean> {
  const { l10n } = deps.vscode;
  const approve = l10n.t("Approve");
  const [first, ...others] = approvals.map(({ title, tool }) => plainText(title ?? tool, 100));
  const question =
    others.length === 0 ? l10n.t("Approve “{0}” for agents?", first ?? "") : l10n.t("Approve these tools for agents?");
  const blocks = approvals.map((approval) => {
    const { title, tool, permissions } = approval;
    const may = permissions.length > 0 ? permissions : [l10n.t("It computes only: it uses no secret and names no host.")]; // prettier-ignore
    const name = `${plainText(title ?? tool, 100)} (${stateText({ l10n }, approval)})`;
    return [name, ...may.map((line) => `• ${plainText(line, MAX_DETAIL_LINE)}`)].join("\n");
  });
  const after = l10n.t("Agents can then run what you approve here, until its entry or script changes.");
  return (await askModal(deps, question, [...blocks, after].join("\n\n"), approve)) === approve;
}
