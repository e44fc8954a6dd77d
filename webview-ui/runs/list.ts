/** The list of runs: a listbox with one tab stop; arrow keys select. */
import { el, setAttribute, setText } from "../shared/dom.ts";
import { t } from "../shared/l10n.ts";
import { keyedList } from "../shared/list.ts";
import { clockTime, durationText, exactTime } from "../shared/time.ts";
import type { RunRow } from "./protocol.ts";
import { stateIcon, stateText } from "./states.ts";

export interface RunsList {
  element: HTMLElement;
  show(rows: RunRow[], selected: string | undefined): void;
  select(id: string, how: "click" | "reveal"): void;
  focus(): void;
}

interface ListDeps {
  select(id: string): void;
  /** The person wants to go on to the details. */
  open(): void;
  scrolled(top: number): void;
}

export function createList({ select, open, scrolled }: ListDeps): RunsList {
  const element = el("ul", { class: "list", role: "listbox", "aria-label": t("Runs") });
  const list = keyedList<RunRow>(element, ({ id }) => id, makeRow);
  let ids: string[] = [];
  let current: string | undefined;

  const mark = (id: string | undefined): void => {
    for (const option of element.querySelectorAll('[aria-selected="true"], [tabindex="0"]')) {
      setAttribute(option, "aria-selected", "false");
      setAttribute(option, "tabindex", "-1");
    }
    current = id;
    const option = id === undefined ? undefined : list.element(id);
    if (option) setAttribute(option, "aria-selected", "true");
    const stop = option ?? element.firstElementChild;
    if (stop) setAttribute(stop, "tabindex", "0");
  };
  const idOf = (event: Event): string | undefined =>
    event.target instanceof Element ? event.target.closest<HTMLElement>("[role=option]")?.dataset["id"] : undefined;

  element.addEventListener("click", (event) => {
    const id = idOf(event);
    if (id === undefined) return;
    list.element(id)?.focus();
    select(id);
  });
  element.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") {
      const id = idOf(event);
      if (id !== undefined && id !== current) select(id);
      else if (id !== undefined && event.key === "Enter") open();
      return event.preventDefault();
    }
    const to = target(event.key, ids.indexOf(idOf(event) ?? ""), ids.length);
    const id = to === undefined ? undefined : ids[to];
    if (id === undefined) return;
    event.preventDefault();
    select(id);
    list.element(id)?.focus();
  });
  element.addEventListener("scrollend", () => scrolled(element.scrollTop));

  return {
    element,
    show(rows, selected) {
      const focused = element.contains(document.activeElement);
      ids = rows.map(({ id }) => id);
      list.update(rows);
      mark(selected);
      if (focused && !element.contains(document.activeElement)) focusStop(element);
    },
    select(id, how) {
      mark(id);
      list.element(id)?.scrollIntoView({ block: how === "reveal" ? "center" : "nearest" });
    },
    focus: () => focusStop(element),
  };
}

const PAGE = 10;

function target(key: string, from: number, length: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    PageDown: from + PAGE,
    PageUp: from - PAGE,
    Home: 0,
    End: length - 1,
  };
  const to = steps[key];
  return to === undefined || length === 0 ? undefined : Math.min(length - 1, Math.max(0, to));
}

function focusStop(list: HTMLElement): void {
  list.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
}

function makeRow(first: RunRow) {
  const state = el("span", { class: "state" });
  const tool = el("span", { class: "tool" });
  const note = el("span", { class: "note quiet" });
  const client = el("span", { class: "client quiet" });
  const folder = el("span", { class: "folder quiet" });
  const duration = el("span", { class: "duration quiet" });
  const time = el("time", { class: "time quiet", datetime: first.startedAt, title: exactTime(first.startedAt) });
  const bar = el("span", { class: "part", "aria-hidden": "true" });
  const element = el(
    "li",
    { role: "option", class: "run", "data-id": first.id, tabindex: -1, "aria-selected": "false" },
    state,
    tool,
    note,
    folder,
    client,
    duration,
    time,
    bar,
  );
  let shown: string | undefined;
  return {
    element,
    update(row: RunRow) {
      if (shown !== row.state) {
        shown = row.state;
        state.replaceChildren(stateIcon(row.state), el("span", { class: "unseen" }, stateText(row.state)));
        element.dataset["state"] = row.state;
      }
      setText(tool, row.tool);
      tool.title = row.tool;
      client.title = row.client;
      setText(note, row.note || (row.args === "{}" ? "" : row.args));
      setText(client, row.client);
      setText(folder, row.folder);
      setText(duration, row.durationMs === undefined ? "" : durationText(row.durationMs));
      setText(time, clockTime(row.startedAt));
      bar.style.width = row.state === "running" && row.part !== undefined ? `${row.part * 100}%` : "0";
    },
  };
}
