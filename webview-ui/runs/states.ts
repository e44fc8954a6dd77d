/** How the state of a run looks and is called. */
import type { RunState } from "../../runtime/contract/control.ts";
import { icon } from "../shared/dom.ts";
import { t } from "../shared/l10n.ts";

export const STATES: readonly RunState[] = ["running", "ok", "failed", "canceled"];

const ICONS = {
  running: ["loading", "codicon-modifier-spin"],
  ok: ["pass", "good"],
  failed: ["error", "error"],
  canceled: ["circle-slash", "quiet"],
} as const;

export function stateIcon(state: RunState): HTMLElement {
  const [name, look] = ICONS[state];
  return icon(name, look);
}

export function stateText(state: RunState): string {
  if (state === "running") return t("Running");
  if (state === "ok") return t("Done");
  return state === "failed" ? t("Failed") : t("Canceled");
}
