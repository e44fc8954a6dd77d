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
  return el(
    "div",
    { class: "notice", role: "status" },
    icon(store.code === "KeychainLocked" ? "lock" : "warning", "warning"),
    el(
      "div",
      {},
      el("p", {}, el("strong", {}, title(of, store.code))),
      store.code !== "KeychainLocked" && el("p", {}, store.message),
      el("p", {}, nextStep(of, store)),
      el("div", { class: "actions" }, again),
    ),
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
