/** Lists that a person picks from. What they show is text, whatever a workspace has put into it: VS Code would make icons of some. */
import type * as vscode from "vscode";
import type { PartDeps } from "./part.ts";
import { plainText } from "./texts.ts";

export interface PickItem extends Pick<vscode.QuickPickItem, "label" | "description" | "detail" | "picked"> {
  /** A codicon before the label. */
  icon?: string;
}

export async function pick<Item extends PickItem>(
  { vscode }: PartDeps,
  items: readonly Item[] | Promise<readonly Item[]>,
  options: vscode.QuickPickOptions,
): Promise<Item | undefined> {
  return await vscode.window.showQuickPick(shownItems(items), options);
}

export async function pickSeveral<Item extends PickItem>(
  { vscode }: PartDeps,
  items: readonly Item[] | Promise<readonly Item[]>,
  options: vscode.QuickPickOptions,
): Promise<Item[] | undefined> {
  return await vscode.window.showQuickPick(shownItems(items), { ...options, canPickMany: true });
}

const MAX_LABEL = 200;
/** All that a tool may do stands in one. */
const MAX_DETAIL = 4000;

async function shownItems<Item extends PickItem>(items: readonly Item[] | Promise<readonly Item[]>): Promise<Item[]> {
  return (await items).map((item) => {
    const { label, description, detail, icon } = item;
    const text = plainText(label, MAX_LABEL);
    return {
      ...item,
      label: icon === undefined ? text : `$(${icon}) ${text}`,
      ...(description === undefined ? {} : { description: plainText(description, MAX_LABEL) }),
      ...(detail === undefined ? {} : { detail: plainText(detail, MAX_DETAIL) }),
    };
  });
}
