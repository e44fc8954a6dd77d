/** Sets and deletes a secret. The value goes from the input box straight into one message, and nowhere else. */
import { ChannelError } from "../runtime/channel.ts";
import type { SecretReach, SecretRow, SecretsView } from "../runtime/contract/control.ts";
import { chooseRuntime } from "./folders.ts";
import { ask, askModal, showInformation, showWarning, sentences } from "./messages.ts";
import type { PartDeps } from "./part.ts";
import { pick } from "./pick.ts";
import type { FolderRuntime } from "./runtimes.ts";
import { askName, askReach, askValue } from "./secretQuestions.ts";
import { forgetSecret, keepSecret, keptNames } from "./secretStorage.ts";
import { markStep } from "./walkthrough.ts";

/** Argument of both commands; what is absent is asked for. */
export interface SecretArgument {
  name?: string;
  /** As in folders.ts. */
  folder?: unknown;
  /** Offers first what this tool needs. */
  tool?: string;
  from?: SecretRow["from"];
}

export async function setSecret(deps: PartDeps, given?: unknown): Promise<void> {
  const { vscode } = deps;
  const argument = argumentOf(given);
  const runtime = await chooseRuntime(deps, argument.folder, vscode.l10n.t("Set a secret"));
  if (!runtime) return;
  const { store, rows } = await runtime.request("secrets/list", {});
  const name = argument.name ?? (await askName(deps, rows, argument.tool));
  if (name === undefined) return;
  const row = rowOf(rows, name, argument.from);
  const place = hasNoStore(store) ? await offerEditor(deps, store) : await reachOf(deps, row);
  if (place === undefined) return;
  const value = await askValue(deps, name, place, row?.from !== undefined);
  if (value === undefined) return;
  if (place === "editor") await keep(deps, runtime, name, value);
  else await storeSecret(deps, runtime, { name, value, reach: place });
}

/** A keychain that is locked may ask the person just now, and can be tried again; one that turns out to be missing leads to the editor's offer. */
async function storeSecret(
  deps: PartDeps,
  runtime: FolderRuntime,
  secret: { name: string; value: string; reach: SecretReach },
): Promise<void> {
  const { vscode } = deps;
  const { name, reach } = secret;
  for (;;) {
    try {
      const { notes } = await runtime.request("secrets/set", secret);
      markStep(deps, "secret");
      if (keptNames(deps, runtime).includes(name)) await forgetSecret(deps, runtime, name);
      const done =
        reach === "all"
          ? vscode.l10n.t("{0} is set for all your workspaces.", name)
          : vscode.l10n.t("{0} is set for this workspace.", name);
      return said(deps, done, notes);
    } catch (error) {
      if (!(error instanceof ChannelError)) throw error;
      const { code, message, hint } = error.data;
      if (code === "KeychainUnavailable") {
        const place = await offerEditor(deps, error.data);
        return place && keep(deps, runtime, name, secret.value);
      }
      if (code !== "KeychainLocked") throw error;
      const again = vscode.l10n.t("Try Again");
      if ((await ask(deps, sentences(message, hint), again)) !== again) return;
    }
  }
}

async function keep(deps: PartDeps, runtime: FolderRuntime, name: string, value: string): Promise<void> {
  await keepSecret(deps, runtime, name, value);
  markStep(deps, "secret");
  said(deps, deps.vscode.l10n.t("VS Code keeps {0} and hands it to Guidon while this window is open.", name), []);
}

export async function deleteSecret(deps: PartDeps, given?: unknown): Promise<void> {
  const { vscode } = deps;
  const argument = argumentOf(given);
  const runtime = await chooseRuntime(deps, argument.folder, vscode.l10n.t("Delete a secret"));
  if (!runtime) return;
  const { rows } = await runtime.request("secrets/list", {});
  const row = argument.name === undefined ? await pickSet(deps, rows) : rowOf(rows, argument.name, argument.from);
  if (!row) return;
  const { name, from, usedBy } = row;
  if (from === undefined) return said(deps, vscode.l10n.t("{0} is not set.", name), []);
  if (from === "environment") {
    const variable = `GUIDON_SECRET_${name}`;
    return said(deps, vscode.l10n.t("{0} comes from the environment: take {1} away where VS Code is started.", name, variable), []); // prettier-ignore
  }
  const yes = vscode.l10n.t("Delete");
  const detail = [
    from === "all" ? vscode.l10n.t("It is set for all your workspaces.") : undefined,
    usedBy.length > 0 ? vscode.l10n.t("These tools will not run without it: {0}.", usedBy.join(", ")) : undefined,
    vscode.l10n.t("The value cannot be brought back."),
  ];
  const question = vscode.l10n.t("Delete the secret {0}?", name);
  if ((await askModal(deps, question, detail.filter((line) => line !== undefined).join("\n"), yes)) !== yes) return;
  if (from === "editor") await forgetSecret(deps, runtime, name);
  else await runtime.request("secrets/delete", { name, reach: from });
}

function hasNoStore(store: SecretsView["store"]): store is Extract<SecretsView["store"], { ok: false }> {
  return !store.ok && store.code === "KeychainUnavailable";
}

/** A value that is replaced stays where it was. */
async function reachOf(deps: PartDeps, row: SecretRow | undefined): Promise<SecretReach | undefined> {
  return row?.from === "workspace" || row?.from === "all" ? row.from : await askReach(deps);
}

/** Asked each time, since VS Code's storage is not what the person may expect. */
async function offerEditor(
  deps: PartDeps,
  { message, hint }: { message: string; hint?: string },
): Promise<"editor" | undefined> {
  const { vscode } = deps;
  const picked = await pick(
    deps,
    [
      {
        label: vscode.l10n.t("Keep It in VS Code on This Computer"),
        detail: vscode.l10n.t("VS Code encrypts it. Guidon has it in memory only, and only while this window is open."),
        place: "editor" as const,
      },
      {
        label: vscode.l10n.t("Do Not Set It"),
        detail: hint ?? vscode.l10n.t("A secret can also come from the environment."),
        place: undefined,
      },
    ],
    { title: message, placeHolder: vscode.l10n.t("Where should the value be kept?"), ignoreFocusOut: true },
  );
  return picked?.place;
}

async function pickSet(deps: PartDeps, rows: SecretRow[]): Promise<SecretRow | undefined> {
  const { vscode } = deps;
  const set = rows.filter(({ from }) => from !== undefined && from !== "environment");
  if (set.length === 0) {
    said(deps, vscode.l10n.t("No secret is set."), []);
    return undefined;
  }
  const items = set.map((row) => ({ label: row.name, description: row.usedBy.join(", "), row }));
  return (await pick(deps, items, { title: vscode.l10n.t("Which secret should be deleted?") }))?.row;
}

function rowOf(rows: SecretRow[], name: string, from: SecretRow["from"]): SecretRow | undefined {
  const named = rows.filter((row) => row.name === name);
  return named.find((row) => row.from === from) ?? named[0];
}

/** Not waited for: a message stays until the person has read it. */
function said(deps: PartDeps, text: string, notes: string[]): void {
  const show = notes.length > 0 ? showWarning : showInformation;
  show(deps, sentences(text, ...notes), []).catch((error: unknown) => deps.log.error(String(error)));
}

function argumentOf(given: unknown): SecretArgument {
  if (typeof given !== "object" || given === null) return {};
  const { name, folder, tool, from } = given as SecretArgument;
  return {
    ...(typeof name === "string" ? { name } : {}),
    ...(folder === undefined ? {} : { folder }),
    ...(typeof tool === "string" ? { tool } : {}),
    ...(from === undefined ? {} : { from }),
  };
}
