/** What a run was called with. */
import type { RunArguments } from "../../runtime/contract/control.ts";
import { el } from "./dom.ts";
import { t } from "./l10n.ts";

/** @returns a sentence; undefined where the run can be repeated */
export function whyNotAgain({ json, whole, redacted }: RunArguments): string | undefined {
  if (redacted)
    return t("Something secret was taken out of the arguments, so this run cannot be repeated. Use the form instead.");
  if (!whole) return t("The arguments are not kept whole, so this run cannot be repeated. Use the form instead.");
  // An agent can send anything.
  return json.startsWith("{")
    ? undefined
    : t("The arguments were not an object, so this run cannot be repeated. Use the form instead.");
}

export function argumentsElement({ json, length, whole }: RunArguments): HTMLElement {
  return el(
    "div",
    {},
    json !== "" && el("pre", { class: "text" }, whole ? indented(json) : json),
    !whole && json !== "" && el("p", { class: "quiet" }, t("This is the beginning of {0} characters.", length)),
  );
}

function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
