/** What a person is asked about a secret. */
import type { SecretReach, SecretRow } from "../runtime/contract/control.ts";
import type { PartDeps } from "./part.ts";
import { pick } from "./pick.ts";
import type { VsCode } from "./vscodeApi.ts";

const NAME = /^[A-Za-z_]\w{0,63}$/;
/** What every system's keychain takes. */
const MAX_LENGTH = 1280;
const REACH_KEY = "secretReach";

/** One that is missing, or any other name. @param tool whose secrets alone are offered */
export async function askName(deps: PartDeps, rows: SecretRow[], tool?: string): Promise<string | undefined> {
  const { vscode } = deps;
  const missing = rows.filter(({ from, usedBy }) => from === undefined && (!tool || usedBy.includes(tool)));
  if (missing.length > 0) {
    const other = { label: vscode.l10n.t("Another Name…"), name: undefined, description: "" };
    const needed = missing.map(({ name, usedBy }) => ({
      label: name,
      description: vscode.l10n.t("needed by {0}", usedBy.join(", ")),
      name,
    }));
    const picked = await pick(deps, [...needed, other], {
      title: vscode.l10n.t("Which secret should be set?"),
    });
    if (!picked) return undefined;
    if (picked.name !== undefined) return picked.name;
  }
  return vscode.window.showInputBox({
    title: vscode.l10n.t("Name of the secret"),
    prompt: vscode.l10n.t(
      "As it stands in tools.json: {0} in a header means the secret {1}.",
      "{{API_TOKEN}}",
      "API_TOKEN",
    ),
    placeHolder: "API_TOKEN",
    ignoreFocusOut: true,
    validateInput: (text) =>
      NAME.test(text)
        ? undefined
        : vscode.l10n.t(
            "A name has letters, digits and _, does not start with a digit, and has at most 64 characters.",
          ),
  });
}

/** The last answer stands first. */
export async function askReach(deps: PartDeps): Promise<SecretReach | undefined> {
  const { vscode, context } = deps;
  const items: { label: string; detail: string; reach: SecretReach }[] = [
    {
      label: vscode.l10n.t("This Workspace"),
      detail: vscode.l10n.t("Only tools of this folder can use it."),
      reach: "workspace",
    },
    {
      label: vscode.l10n.t("All My Workspaces"),
      detail: vscode.l10n.t("Tools of every folder can use it, once you have approved them."),
      reach: "all",
    },
  ];
  if (context.globalState.get<SecretReach>(REACH_KEY) === "all") items.reverse();
  const picked = await pick(deps, items, {
    title: vscode.l10n.t("Who can use the secret?"),
    ignoreFocusOut: true,
  });
  if (picked) await context.globalState.update(REACH_KEY, picked.reach);
  return picked?.reach;
}

export function askValue(
  { vscode }: PartDeps,
  name: string,
  place: SecretReach | "editor",
  replaces: boolean,
): Thenable<string | undefined> {
  const where = {
    workspace: vscode.l10n.t(
      "It is kept in the keychain for this workspace. Neither the agent nor the script sees it.",
    ),
    all: vscode.l10n.t("It is kept in the keychain for all your workspaces. Neither the agent nor the script sees it."),
    editor: vscode.l10n.t("VS Code keeps it. Neither the agent nor the script sees it."),
  };
  return vscode.window.showInputBox({
    title: replaces ? vscode.l10n.t("New value of {0}", name) : vscode.l10n.t("Value of {0}", name),
    prompt: where[place],
    password: true,
    ignoreFocusOut: true,
    validateInput: (text) => valueProblem(vscode, text),
  });
}

function valueProblem(vscode: VsCode, text: string): string | undefined {
  const value = text.trim();
  if (value === "") return vscode.l10n.t("The value is empty.");
  if (/[\r\n]/.test(value)) return vscode.l10n.t("The value has a line break.");
  if (value.length > MAX_LENGTH) return vscode.l10n.t("The value is longer than {0} characters.", MAX_LENGTH);
  return undefined;
}
