/** A person's approval of tools: what agents may run without asking again. */
import type { ToolApproval } from "../runtime/contract/control.ts";
import { chooseRuntime } from "./folders.ts";
import { showInformation } from "./messages.ts";
import type { Command, PartDeps } from "./part.ts";
import { pickSeveral } from "./pick.ts";
import { toolTarget } from "./target.ts";
import { plainText } from "./texts.ts";

export const approveCommands: Command[] = [{ id: "guidon.approveTools", needsFolder: true, run: approveTools }];

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
    open.map((approval) => ({ ...itemOf(deps, approval), picked: open.length === 1 || approval.tool === named?.tool })),
    {
      title: l10n.t("Approve tools for agents"),
      placeHolder: l10n.t("Agents can run what you choose here, until its entry or script changes."),
      matchOnDescription: true,
      matchOnDetail: true,
      ignoreFocusOut: true,
    },
  );
  if (!picked || picked.length === 0) return;
  await runtime.request("tools/approve", { tokens: picked.flatMap(({ token }) => token ?? []) });
}

function itemOf({ vscode: { l10n } }: PartDeps, { tool, token, title, state, description, permissions }: ToolApproval) {
  const may =
    permissions.length === 0
      ? l10n.t("It computes only: {0}", plainText(description, 200))
      : permissions.map((line) => plainText(line, 200)).join(" · ");
  return {
    label: title ?? tool,
    description: state === "new" ? l10n.t("{0}, new", tool) : l10n.t("{0}, changed since you approved it", tool),
    detail: may,
    tool,
    token,
  };
}
