/** Which store is in use, and what is wrong with it. */
import { button, el, icon } from "../shared/dom.ts";
import { t } from "../shared/l10n.ts";
import type { SecretsFolder, ToExtension } from "./protocol.ts";

export function storeLine(of: SecretsFolder, post: (message: ToExtension) => void): HTMLElement | undefined {
  const { store, folder } = of;
  if (!store) return undefined;
  if (store.ok) return el("p", { class: "store quiet" }, icon("lock"), el("span", {}, of.place));
  const again = button({ text: t("Try Again"), onClick: () => post({ type: "retry", folder }) });
  again.dataset["focus"] = `retry ${folder}`;
  const actions = el("div", { class: "actions" }, again);
  const word = title(of, store.code);
  const next = el("p", {}, nextStep(of, store));
  if (store.code === "KeychainLocked") return warning("lock", word, next, actions);
  const reason = el("p", {}, store.message);
  return isLivedWith(of)
    ? details(folder, el("div", { class: "more" }, reason, next, actions), icon("info"), word)
    : warning("warning", word, next, actions, details(folder, reason, t("Details")));
}

/** Values are kept elsewhere already, or none is wanting. */
function isLivedWith({ rows }: SecretsFolder): boolean {
  return rows.some(({ from }) => from === "editor") || rows.every(({ from }) => from !== undefined);
}

function warning(symbol: string, word: string, ...more: HTMLElement[]): HTMLElement {
  const text = el("div", {}, el("p", {}, el("strong", {}, word)), ...more);
  return el("div", { class: "notice", role: "status" }, icon(symbol, "warning"), text);
}

/** All is made anew with each change; what the person opened stays open. */
function details(folder: string, more: HTMLElement, ...summary: (HTMLElement | string)[]): HTMLElement {
  const before = document.querySelector<HTMLDetailsElement>(`details[data-folder="${CSS.escape(folder)}"]`);
  return el(
    "details",
    { class: "store quiet", open: before?.open, "data-folder": folder },
    el("summary", { "data-focus": `details ${folder}` }, ...summary),
    more,
  );
}

function title({ remote }: SecretsFolder, code: string): string {
  if (code === "KeychainLocked") return t("The keychain is locked.");
  if (remote === undefined) return t("There is no keychain to keep secrets in.");
  return t("The remote machine ({0}) has no keychain to keep secrets in.", remote);
}

function nextStep({ remote }: SecretsFolder, { code, hint }: { code: string; hint?: string }): string {
  if (code === "KeychainLocked") return hint ?? t("Unlock it and try again.");
  return remote === undefined
    ? t("When you set a secret, you can have VS Code keep it and hand it to Guidon while this window is open.")
    : t(
        "When you set a secret, you can have VS Code keep it on your own computer and hand it to Guidon while this window is open.",
      );
}
