/** The panel: a bar with filters, the list of runs, and beside it the selected one. */
import type { RunRecord } from "../../runtime/contract/control.ts";
import { button, el, setText } from "../shared/dom.ts";
import { t } from "../shared/l10n.ts";
import { createDetail } from "./detail.ts";
import { createFilter } from "./filter.ts";
import { createList } from "./list.ts";
import type { RunRow, RunsPageState, ToExtension } from "./protocol.ts";
import { createSplitter } from "./splitter.ts";

export interface View {
  /** Newest first. */
  showRows(rows: RunRow[], of: { severalFolders: boolean; whole: boolean }): void;
  showRow(row: RunRow): void;
  showDetail(run: RunRecord, screenshot: string | undefined): void;
  select(id: string, how: "click" | "reveal"): void;
}

interface ViewDeps {
  post(message: ToExtension): void;
  /** `state` is another than before. */
  changed(): void;
}

export function createView(main: HTMLElement, state: RunsPageState, { post, changed }: ViewDeps): View {
  let all: RunRow[] = [];
  const filter = createFilter(state, () => {
    changed();
    refresh();
  });
  const list = createList({
    select: (id) => select(id, "click"),
    open: () => detail.element.focus(),
    scrolled(top) {
      state.listScroll = top;
      changed();
    },
  });
  const detail = createDetail({
    post,
    close: () => list.focus(),
    scrolled(top) {
      state.detailScroll = top;
      changed();
    },
  });
  const count = el("span", { class: "quiet count", role: "status" });
  const none = el("div", { class: "none", hidden: true });
  const splitter = createSplitter(state.split, (percent) => {
    state.split = percent;
    changed();
  });
  const body = el("div", { class: "body" }, el("div", { class: "left" }, list.element, none), splitter, detail.element);
  main.replaceChildren(el("div", { class: "bar" }, filter.element, count), body);

  let restored = false;
  const refresh = (): void => {
    const fitting = all.filter(filter.fits);
    list.show(fitting, state.selected);
    setText(count, fitting.length === all.length ? "" : t("{0} of {1}", fitting.length, all.length));
    list.element.hidden = fitting.length === 0;
    none.hidden = fitting.length > 0;
    if (fitting.length === 0) none.replaceChildren(...(all.length === 0 ? nothingYet() : nothingFits(filter.reset)));
    if (!restored && fitting.length > 0) list.element.scrollTop = state.listScroll;
    restored ||= fitting.length > 0;
  };
  const select = (id: string, how: "click" | "reveal"): void => {
    if (how === "reveal" && !all.some((row) => row.id === id && filter.fits(row))) filter.reset();
    if (state.selected !== id) {
      state.selected = id;
      state.detailScroll = 0;
      changed();
    }
    list.select(id, how);
    post({ type: "select", id });
  };

  return {
    showRows(rows, { severalFolders, whole }) {
      all = rows;
      main.classList.toggle("several-folders", severalFolders);
      if (whole && state.selected !== undefined && !rows.some(({ id }) => id === state.selected)) {
        state.selected = undefined;
        changed();
        post({ type: "select", id: undefined });
        detail.showNothing();
      }
      refresh();
    },
    showRow(row) {
      const index = all.findIndex(({ id }) => id === row.id);
      if (index === -1) all.unshift(row);
      else all[index] = row;
      refresh();
    },
    showDetail(run, screenshot) {
      if (run.id !== state.selected) return;
      const fresh = detail.show(run, screenshot);
      if (fresh) detail.element.scrollTop = state.detailScroll;
    },
    select,
  };
}

function nothingYet(): HTMLElement[] {
  return [
    el("p", {}, t("No tool has run yet.")),
    el(
      "p",
      { class: "quiet" },
      t("Each run appears here while it goes on, whether an agent called the tool or you did."),
    ),
  ];
}

function nothingFits(reset: () => void): HTMLElement[] {
  return [el("p", {}, t("No run fits the filter.")), button({ text: t("Clear Filter"), onClick: reset })];
}
