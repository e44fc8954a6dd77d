/**
 * All messages to the person: what went wrong, the next step, a button for it where there is one; and questions.
 * Nobody else calls VS Code's own, which make links of what a workspace has put into a text.
 */
import { ChannelError } from "../runtime/channel.ts";
import type { PartDeps } from "./part.ts";
import { plainText } from "./texts.ts";

const BRIEFLY_MS = 4000;
/** All hosts that a tool may reach stand in one. */
export const MAX_DETAIL_LINE = 4000;

export interface Button {
  title: string;
  command: string;
  arguments?: unknown[];
}

/** @param about folder and tool that the failed command was for, so that a button can go on with them. */
export async function showFailure(deps: PartDeps, thrown: unknown, about?: unknown): Promise<void> {
  const { log } = deps;
  if (!(thrown instanceof ChannelError)) {
    log.error(thrown instanceof Error ? thrown : String(thrown));
    return await showError(deps, thrown instanceof Error ? thrown.message : String(thrown), [showLog(deps)]);
  }
  const { code, message, hint } = thrown.data;
  // The person's own doing needs no words.
  if (code === "Canceled" || code === "Declined") return;
  log.warn(`${code}: ${message}`);
  await showError(deps, sentences(message, hint), buttonsOf(deps, code, about));
}

/** Errors that are on the screen: a runtime that fails fails everything that asked for it. */
const onScreen = new WeakMap<PartDeps["context"], Set<string>>();

export async function showError(deps: PartDeps, text: string, buttons: Button[]): Promise<void> {
  const { vscode, context } = deps;
  const shown = onScreen.get(context) ?? new Set();
  onScreen.set(context, shown);
  if (shown.has(text)) return;
  shown.add(text);
  try {
    await press(deps, vscode.window.showErrorMessage(plainText(text), ...buttons));
  } finally {
    shown.delete(text);
  }
}

export async function showWarning(deps: PartDeps, text: string, buttons: Button[]): Promise<void> {
  await press(deps, deps.vscode.window.showWarningMessage(plainText(text), ...buttons));
}

export async function showInformation(deps: PartDeps, text: string, buttons: Button[] = []): Promise<void> {
  await press(deps, deps.vscode.window.showInformationMessage(plainText(text), ...buttons));
}

/** A question that does not hold up anything. @returns the choice that was pressed */
export async function ask(deps: PartDeps, question: string, ...choices: string[]): Promise<string | undefined> {
  return await deps.vscode.window.showInformationMessage(plainText(question), ...choices);
}

/** A question in a dialog, which stands until it is answered. @param detail lines */
export async function askModal(
  { vscode }: PartDeps,
  question: string,
  detail: string | undefined,
  ...choices: string[]
): Promise<string | undefined> {
  const lines = detail?.split("\n").map((line) => plainText(line, MAX_DETAIL_LINE));
  const options = { modal: true, ...(lines === undefined ? {} : { detail: lines.join("\n") }) };
  return await vscode.window.showWarningMessage(plainText(question), options, ...choices);
}

/** For what needs no more than a glance. */
export function sayBriefly({ vscode }: PartDeps, text: string): void {
  vscode.window.setStatusBarMessage(plainText(text), BRIEFLY_MS);
}

async function press({ vscode }: PartDeps, pressed: Thenable<Button | undefined>): Promise<void> {
  const button = await pressed;
  if (button) await vscode.commands.executeCommand(button.command, ...(button.arguments ?? []));
}

export function showLog({ vscode }: PartDeps): Button {
  return { title: vscode.l10n.t("Show Log"), command: "guidon.showLog" };
}

export function startAgain({ vscode }: PartDeps): Button {
  return { title: vscode.l10n.t("Start Again"), command: "guidon.restartRuntime" };
}

function buttonsOf(deps: PartDeps, code: string, about: unknown): Button[] {
  const { l10n } = deps.vscode;
  const argument = about === undefined ? [] : [about];
  switch (code) {
    case "NotApproved":
      return [{ title: l10n.t("Review…"), command: "guidon.approveTools", arguments: argument }];
    case "SecretNotSet":
    case "SecretInvalid":
      return [{ title: l10n.t("Show Secrets"), command: "guidon.showSecrets" }];
    case "InvalidToolsFile":
    case "ToolUnusable":
    case "UnknownTool":
      return [{ title: l10n.t("Open tools.json"), command: "guidon.openToolsFile", arguments: argument }];
    case "KeychainUnavailable":
    case "KeychainLocked":
    case "BrowserUnavailable":
      return [{ title: l10n.t("Check This Machine"), command: "guidon.doctor" }];
    case "Unavailable":
      return [showLog(deps), startAgain(deps)];
    default:
      return [showLog(deps)];
  }
}

/** "What failed. What to do." Each part may or may not end with a full stop. */
export function sentences(...parts: (string | undefined)[]): string {
  return parts
    .filter((part) => part !== undefined && part !== "")
    .map((part) => (/[.!?…]$/.test(part ?? "") ? part : `${part}.`))
    .join(" ");
}
