/** Short texts that several parts show. */
import type * as vscode from "vscode";
import type { LastRun, ToolState } from "../runtime/contract/control.ts";

type L10n = Pick<typeof vscode.l10n, "t">;

/** "240 ms", "1.2 s", "2 min 5 s" */
export function durationText(l10n: L10n, ms: number): string {
  if (ms < 1000) return l10n.t("{0} ms", Math.round(ms));
  if (ms < 59_950) return l10n.t("{0} s", (ms / 1000).toFixed(1));
  const seconds = Math.round(ms / 1000);
  return l10n.t("{0} min {1} s", Math.floor(seconds / 60), seconds % 60);
}

/** "ok 1.2 s" */
export function lastRunText(l10n: L10n, { state, durationMs = 0 }: LastRun): string {
  if (state === "running") return l10n.t("running");
  if (state === "canceled") return l10n.t("canceled");
  const duration = durationText(l10n, durationMs);
  return state === "ok" ? l10n.t("ok {0}", duration) : l10n.t("failed after {0}", duration);
}

/** In a few words; "" for a tool that is ready. */
export function stateText(l10n: L10n, state: ToolState): string {
  switch (state) {
    case "ready":
      return "";
    case "approval":
      return l10n.t("waiting for approval");
    case "secret":
      return l10n.t("secret not set");
    case "problem":
      return l10n.t("has a problem");
    case "disabled":
      return l10n.t("disabled");
  }
}

/** Text of others for a message or a list of the editor, which would make links and icons of some of it and has little room. */
export function plainText(text: string, limit = 600): string {
  const line = text
    .replace(/[\p{Cc}\p{Bidi_Control}]+/gu, " ")
    .replaceAll("](", "] (")
    .replaceAll("$(", "$ (");
  return line.length > limit ? `${line.slice(0, limit - 1)}…` : line;
}
