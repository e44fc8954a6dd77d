/** Filter by text and by state. */
import { el } from "../shared/dom.ts";
import { t } from "../shared/l10n.ts";
import type { RunRow, RunsPageState, StateFilter } from "./protocol.ts";
import { STATES, stateText } from "./states.ts";

export interface Filter {
  element: HTMLElement;
  fits(row: RunRow): boolean;
  reset(): void;
}

/** @param state its `text` and `state` are read and written */
export function createFilter(state: RunsPageState, changed: () => void): Filter {
  const text = el("input", {
    type: "search",
    class: "input",
    placeholder: t("Filter by tool, client, arguments"),
    "aria-label": t("Filter runs by tool, client, arguments or error"),
  });
  text.value = state.text;
  text.addEventListener("input", () => {
    state.text = text.value;
    changed();
  });
  const choices = (["all", ...STATES] as const).map((value) =>
    el("option", { value }, value === "all" ? t("All states") : stateText(value)),
  );
  const select = el("select", { class: "input", "aria-label": t("Filter runs by state") }, ...choices);
  select.value = state.state;
  select.addEventListener("change", () => {
    state.state = select.value as StateFilter;
    changed();
  });
  return {
    element: el("div", { class: "filter", role: "search" }, text, select),
    fits(row) {
      if (state.state !== "all" && row.state !== state.state) return false;
      const words = state.text.toLowerCase().split(/\s+/).filter(Boolean);
      if (words.length === 0) return true;
      const all = `${row.tool} ${row.client} ${row.folder} ${row.args} ${row.note}`.toLowerCase();
      return words.every((word) => all.includes(word));
    },
    reset() {
      state.text = text.value = "";
      state.state = "all";
      select.value = "all";
      changed();
    },
  };
}
