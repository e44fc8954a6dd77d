/** What has to be so before a person's run begins: approved, its secrets set, and a yes where the tool wants one for each run. */
import type { ToolRow } from "../runtime/contract/control.ts";
import { askModal, MAX_DETAIL_LINE, showError, showWarning } from "./messages.ts";
import type { PartDeps } from "./part.ts";
import type { FolderRuntime } from "./runtimes.ts";
import type { ToolTarget } from "./target.ts";
import { plainText } from "./texts.ts";

/** Goes into `run/start`. */
export interface Consent {
  /** Token of what the person was shown. */
  once?: string;
  confirmed?: true;
}

/** @returns undefined when the tool cannot run or the person does not want it to; they know why. */
export async function askConsent(deps: PartDeps, target: ToolTarget): Promise<Consent | undefined> {
  const consent: Consent = {};
  let row = await usableRow(deps, target);
  if (row?.state === "approval") {
    const answer = await askApproval(deps, target, row);
    if (answer === undefined) return undefined;
    if (answer !== "approved") consent.once = answer.once;
    else row = await usableRow(deps, target);
  }
  if (!row) return undefined;
  if ((row.state === "secret" || consent.once) && !(await secretsSet(deps, target, row))) return undefined;
  if (needsYes(row)) {
    if (!(await askYes(deps, row))) return undefined;
    consent.confirmed = true;
  }
  return consent;
}

export async function rowOf(runtime: FolderRuntime, tool: string): Promise<ToolRow | undefined> {
  return (await runtime.request("tools/list", {})).tools.find(({ name }) => name === tool);
}

async function usableRow(deps: PartDeps, { runtime, tool }: ToolTarget): Promise<ToolRow | undefined> {
  const { l10n } = deps.vscode;
  const row = await rowOf(runtime, tool);
  const folder = runtime.folder.uri.toString();
  const open = { title: l10n.t("Open tools.json"), command: "guidon.openToolsFile", arguments: [{ folder }] };
  if (!row) {
    void showError(deps, l10n.t("There is no tool “{0}” in tools.json any more.", plainText(tool, 100)), [open]);
    return undefined;
  }
  if (row.state === "disabled") {
    const enable = { title: l10n.t("Enable Tool"), command: "guidon.enableTool", arguments: [{ folder, tool }] };
    void showWarning(deps, l10n.t("“{0}” is disabled in tools.json.", nameOf(row)), [enable]);
    return undefined;
  }
  if (row.state === "problem") {
    void showError(deps, row.why ?? l10n.t("“{0}” has a problem in tools.json.", nameOf(row)), [open]);
    return undefined;
  }
  return row;
}

async function askApproval(
  deps: PartDeps,
  { runtime, tool }: ToolTarget,
  row: ToolRow,
): Promise<"approved" | { once: string } | undefined> {
  const { l10n } = deps.vscode;
  const [approval] = await runtime.request("tools/approvals", { tools: [tool] });
  if (approval?.state === "approved") return "approved";
  const lines = (approval?.permissions ?? []).map((line) => plainText(line, MAX_DETAIL_LINE));
  if (approval?.state === "unusable") {
    void showError(deps, l10n.t("“{0}” cannot run: {1}", nameOf(row), lines.join("; ")), []);
    return undefined;
  }
  const approve = l10n.t("Approve and Run");
  const once = l10n.t("Run Once");
  const question =
    approval?.state === "changed"
      ? l10n.t("“{0}” was changed since you approved it. Run it?", nameOf(row))
      : l10n.t("You have not approved “{0}” yet. Run it?", nameOf(row));
  const may =
    lines.length === 0
      ? l10n.t("It computes only: it uses no secret and names no host.")
      : l10n.t("What it may do:\n{0}", lines.map((line) => `• ${line}`).join("\n"));
  const after = l10n.t("Once it is approved, agents can run it as well, until its entry or script changes.");
  const detail = `${plainText(row.description, 300)}\n\n${may}\n\n${after}`;
  const answer = await askModal(deps, question, detail, approve, once);
  const token = approval?.token;
  if (token === undefined || (answer !== once && answer !== approve)) return undefined;
  if (answer === once) return { once: token };
  await runtime.request("tools/approve", { tokens: [token] });
  return "approved";
}

/** Offers to set each secret that is missing. @returns whether all of them are set now */
async function secretsSet(deps: PartDeps, { runtime, tool }: ToolTarget, row: ToolRow): Promise<boolean> {
  const { vscode } = deps;
  const { l10n } = vscode;
  const folder = runtime.folder.uri.toString();
  for (let [name] = await missingSecrets(runtime, tool); name !== undefined;) {
    const set = l10n.t("Set Secret…");
    const question = l10n.t("“{0}” needs the secret {1}, which is not set.", nameOf(row), name);
    if ((await askModal(deps, question, undefined, set)) !== set) return false;
    await vscode.commands.executeCommand("guidon.setSecret", { folder, name });
    const left = await missingSecrets(runtime, tool);
    // Asked and not given.
    if (left.includes(name)) return false;
    [name] = left;
  }
  return true;
}

export async function missingSecrets(runtime: FolderRuntime, tool: string): Promise<string[]> {
  const { rows } = await runtime.request("secrets/list", {});
  return rows.filter(({ from, usedBy }) => from === undefined && usedBy.includes(tool)).map(({ name }) => name);
}

function needsYes({ confirm, annotations }: ToolRow): boolean {
  return confirm === "always" || (confirm === "destructive" && annotations.destructive === true);
}

async function askYes(deps: PartDeps, row: ToolRow): Promise<boolean> {
  const { l10n } = deps.vscode;
  const run = l10n.t("Run");
  const question =
    row.annotations.destructive === true
      ? l10n.t("“{0}” can delete or overwrite something. Run it now?", nameOf(row))
      : l10n.t("Run “{0}” now?", nameOf(row));
  const detail = plainText(row.description, 300);
  return (await askModal(deps, question, detail, run)) === run;
}

function nameOf({ title, name }: ToolRow): string {
  return plainText(title ?? name, 100);
}
