/** Import of a .env file: the runtime reads it, this side sees names only. */
import type * as vscode from "vscode";
import { addressOf, chooseRuntime } from "./folders.ts";
import { sentences, showInformation, showWarning } from "./messages.ts";
import type { PartDeps } from "./part.ts";
import { pick, pickSeveral } from "./pick.ts";
import type { FolderRuntime } from "./runtimes.ts";
import { askReach } from "./secretQuestions.ts";
import { markStep } from "./walkthrough.ts";

export async function importSecrets(deps: PartDeps, given?: unknown): Promise<void> {
  const { vscode } = deps;
  const runtime = await chooseRuntime(deps, given, vscode.l10n.t("Import secrets"));
  if (!runtime) return;
  const { store } = await runtime.request("secrets/list", {});
  if (!store.ok && store.code === "KeychainUnavailable") {
    const why = vscode.l10n.t("An import needs a keychain to put the values in, since they go from the file to it and nowhere else. Secrets can be set one by one: VS Code can keep those."); // prettier-ignore
    const set = { title: vscode.l10n.t("Set Secret…"), command: "guidon.setSecret", arguments: [{ folder: addressOf(runtime) }] }; // prettier-ignore
    return showWarning(deps, sentences(store.message, why), [set]);
  }
  const file = await pickFile(deps, runtime);
  if (!file) return;
  const names = await pickNames(deps, runtime, file);
  if (!names) return;
  const reach = await askReach(deps);
  if (!reach) return;
  const { imported, notes } = await runtime.request("secrets/importEnvFile", { file: file.fsPath, names, reach });
  if (imported.length > 0) markStep(deps, "secret");
  const path = vscode.workspace.asRelativePath(file);
  const done = vscode.l10n.t("Imported: {0}. The values still stand in {1}; take them out there if nothing else reads them.", imported.join(", "), path); // prettier-ignore
  const show = notes.length > 0 ? showWarning : showInformation;
  await show(deps, sentences(done, ...notes), []);
}

async function pickFile(deps: PartDeps, { folder }: FolderRuntime): Promise<vscode.Uri | undefined> {
  const { vscode } = deps;
  const where = new vscode.RelativePattern(folder, "**/{.env,.env.*,*.env}");
  const found = await vscode.workspace.findFiles(where, "**/{node_modules,.git,dist,.venv,venv}/**", 100);
  const items = found
    .map((uri) => ({ label: vscode.workspace.asRelativePath(uri), uri }))
    .toSorted((a, b) => a.label.length - b.label.length || a.label.localeCompare(b.label));
  if (items.length === 0) {
    await showInformation(deps, vscode.l10n.t("There is no .env file in {0}.", folder.name));
    return undefined;
  }
  const options = { title: vscode.l10n.t("Import secrets from which file?") };
  return (await pick(deps, items, options))?.uri;
}

async function pickNames(deps: PartDeps, runtime: FolderRuntime, file: vscode.Uri): Promise<string[] | undefined> {
  const { vscode } = deps;
  const [{ names, unusable }, { rows }] = await Promise.all([
    runtime.request("secrets/readEnvFile", { file: file.fsPath }),
    runtime.request("secrets/list", {}),
  ]);
  if (names.length === 0) {
    await showInformation(deps, vscode.l10n.t("{0} sets nothing that a secret could be.", file.fsPath));
    return undefined;
  }
  const items = names.map((name) => {
    const named = rows.filter((row) => row.name === name);
    const missing = named.some(({ from }) => from === undefined);
    const isSet = named.some(({ from }) => from === "workspace" || from === "all");
    const usedBy = named.flatMap((row) => row.usedBy);
    const description = missing ? vscode.l10n.t("needed by {0}", usedBy.join(", ")) : isSet ? vscode.l10n.t("is set already and would be replaced") : ""; // prettier-ignore
    return { label: name, description, picked: missing };
  });
  const left = unusable.length > 0 ? vscode.l10n.t("Not usable as secrets: {0}", unusable.join(", ")) : undefined;
  const picked = await pickSeveral(
    deps,
    items.toSorted((a, b) => Number(b.picked) - Number(a.picked)),
    {
      title: vscode.l10n.t("Which names should become secrets?"),
      ignoreFocusOut: true,
      ...(left === undefined ? {} : { placeHolder: left }),
    },
  );
  return picked && picked.length > 0 ? picked.map(({ label }) => label) : undefined;
}
