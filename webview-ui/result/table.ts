/** Rows as a table: sorted by a column, filtered by a text, walked through with the arrow keys. */
import type { Json, JsonObject } from "../../runtime/contract/tools.ts";
import { button, el, icon, setText } from "../shared/dom.ts";
import { announce } from "../shared/live.ts";
import { t } from "../shared/l10n.ts";
import { csvOf, own } from "./csv.ts";
import type { ResultAction } from "./protocol.ts";
import { cellText } from "./shape.ts";

/** More than these are not shown; the whole is one click away. */
const MAX_ROWS = 5000;
const LONGEST_CELL = 300;
/** Rows are made as they come into sight, so many at a time. */
const CHUNK = 100;
const PAGE = 15;

interface Row {
  row: JsonObject;
  index: number;
  element: HTMLTableRowElement | undefined;
  /** What the filter looks in. */
  text: string;
}

export function createTable(all: JsonObject[], columns: string[], post: (action: ResultAction) => void): HTMLElement {
  const rows = all.slice(0, MAX_ROWS).map((row, index): Row => ({
    row,
    index,
    element: undefined,
    text: columns.map((name) => cellText(own(row, name))).join("\n").toLowerCase(), // prettier-ignore
  }));
  let visible = rows;
  let sorted: { column: string; down: boolean } | undefined;

  const filter = el("input", { type: "search", class: "input", placeholder: t("Filter rows"), "aria-label": t("Filter rows"), oninput: refresh }); // prettier-ignore
  const count = el("span", { class: "quiet", role: "status" });
  const copy = button({ text: t("Copy as CSV"), icon: "copy", onClick: () => post({ type: "copy", text: csvOf(columns, visible.map(({ row }) => row)) }) }); // prettier-ignore
  const headers = columns.map(header);
  const body = el("tbody");
  const table = el(
    "table",
    { role: "grid", "aria-rowcount": rows.length + 1, "aria-label": t("Result") },
    el("colgroup", {}, ...columns.map(columnElement)),
    el("thead", {}, el("tr", {}, ...headers)),
    body,
  );
  table.style.width = `${columns.reduce((sum, name) => sum + widthOf(name), 0)}ch`;
  table.addEventListener("keydown", keyDown);
  table.addEventListener("focusin", ({ target }) => target instanceof HTMLElement && makeStop(target));
  // Stands for the rows that are not made yet, so that the scroll bar tells the truth.
  const rest = el("div", { "aria-hidden": "true" });
  const scroller = el("div", { class: "scroller", onscroll: fillInSight }, table, rest);
  const more = all.length > MAX_ROWS && el("p", { class: "notice" }, icon("info"), el("span", {}, t("The first {0} of {1} rows are shown here. Open the result as JSON to see all of them.", MAX_ROWS, all.length))); // prettier-ignore
  refresh();
  return el("div", { class: "table" }, more, el("div", { class: "tools" }, filter, count, el("span", { class: "space" }), copy), scroller); // prettier-ignore

  function header(name: string): HTMLTableCellElement {
    const sign = icon("blank", "sign");
    const sort = el("button", { type: "button", tabindex: -1, title: name, onclick: () => sortBy(name) }, el("span", {}, name), sign); // prettier-ignore
    const numbers = typeof own(rows[0]?.row ?? {}, name) === "number";
    return el("th", { scope: "col", "aria-sort": "none", class: numbers ? "number" : undefined }, sort);
  }

  function sortBy(name: string): void {
    // Up, down, and as it came.
    if (sorted?.column !== name) sorted = { column: name, down: false };
    else sorted = sorted.down ? undefined : { column: name, down: true };
    for (const [index, head] of headers.entries()) {
      const mine = sorted?.column === columns[index];
      head.setAttribute("aria-sort", mine ? (sorted?.down ? "descending" : "ascending") : "none");
      const sign = head.querySelector(".sign");
      if (sign) sign.className = `codicon codicon-${mine ? (sorted?.down ? "arrow-down" : "arrow-up") : "blank"} sign`;
    }
    refresh();
  }

  function refresh(): void {
    const wanted = filter.value.trim().toLowerCase();
    visible = wanted === "" ? [...rows] : rows.filter(({ text }) => text.includes(wanted));
    if (sorted) {
      const { column, down } = sorted;
      visible.sort((a, b) => compare(own(a.row, column), own(b.row, column), down) || a.index - b.index);
    }
    const whole = all.length === 1 ? t("1 row") : t("{0} rows", all.length);
    setText(count, visible.length === all.length ? whole : t("{0} of {1} rows", visible.length, all.length));
    body.replaceChildren();
    makeRows(CHUNK);
    if (scroller.scrollTop > 0) scroller.scrollTop = 0;
    if (!table.querySelector('[tabindex="0"]')) makeStop(headers[0]?.querySelector("button") ?? undefined);
  }

  /** @param least how many there shall be */
  function makeRows(least: number): void {
    const from = body.rows.length;
    const to = Math.min(visible.length, Math.max(least, from));
    body.append(...visible.slice(from, to).map((row, index) => elementOf(row, from + index)));
    rest.style.height = `${(visible.length - to) * rowHeight()}px`;
  }

  function rowHeight(): number {
    return body.rows[0]?.offsetHeight || 24;
  }

  function fillInSight(): void {
    const bottom = scroller.scrollTop + scroller.clientHeight;
    const needed = Math.ceil(bottom / rowHeight());
    if (needed > body.rows.length) makeRows(needed + CHUNK);
  }

  function elementOf(row: Row, at: number): HTMLTableRowElement {
    row.element ??= el("tr", {}, ...columns.map((name) => cell(own(row.row, name))));
    row.element.ariaRowIndex = String(at + 2);
    return row.element;
  }

  function cell(value: Json | undefined): HTMLTableCellElement {
    const text = cellText(value);
    const made = document.createElement("td");
    made.tabIndex = -1;
    made.textContent = text.length > LONGEST_CELL ? `${text.slice(0, LONGEST_CELL)}…` : text;
    if (typeof value === "number") made.className = "number";
    else if (text.length > 12) made.title = text.slice(0, 2000);
    return made;
  }

  function columnElement(name: string): HTMLElement {
    const made = el("col");
    made.style.width = `${widthOf(name)}ch`;
    return made;
  }

  /** In characters, by what the first rows hold. */
  function widthOf(name: string): number {
    const longest = Math.max(
      name.length + 3,
      ...rows.slice(0, 100).map(({ row }) => cellText(own(row, name)).length + 2),
    );
    return Math.min(Math.max(longest, 6), 42);
  }

  /** One cell at a time can be reached with Tab, the others with the arrow keys. */
  function makeStop(target: HTMLElement | undefined): void {
    if (!target || target.tabIndex === 0) return;
    for (const other of table.querySelectorAll<HTMLElement>('[tabindex="0"]')) other.tabIndex = -1;
    target.tabIndex = 0;
  }

  function keyDown(event: KeyboardEvent): void {
    const at = (event.target as HTMLElement).closest<HTMLTableCellElement>("td, th");
    if (!at) return;
    const copies = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "c";
    if (copies || (event.key === "Enter" && at.tagName === "TD")) return copyCell(event, at);
    // The next rows must be there to be gone to.
    if (event.key === "End" && event.ctrlKey) makeRows(visible.length);
    else makeRows((at.parentElement as HTMLTableRowElement).rowIndex + PAGE + 1);
    const next = neighbor(at, event);
    if (!next) return;
    event.preventDefault();
    const target = next.querySelector<HTMLElement>("button") ?? (next as HTMLElement);
    target.focus({ preventScroll: true });
    next.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  function copyCell(event: KeyboardEvent, at: HTMLTableCellElement): void {
    if (String(getSelection()) !== "" && event.key !== "Enter") return;
    const row = visible.find(({ element }) => element === at.parentElement);
    const name = columns[at.cellIndex] ?? "";
    event.preventDefault();
    post({ type: "copy", text: row ? cellText(own(row.row, name)) : name });
    announce(t("Copied."));
  }
}

function neighbor(at: HTMLTableCellElement, { key, ctrlKey }: KeyboardEvent): Element | null | undefined {
  const row = at.parentElement as HTMLTableRowElement;
  const table = row.closest("table");
  const cells = (index: number): Element | null | undefined => table?.rows[index]?.cells[at.cellIndex];
  const last = (table?.rows.length ?? 1) - 1;
  switch (key) {
    case "ArrowLeft":
      return at.previousElementSibling;
    case "ArrowRight":
      return at.nextElementSibling;
    case "ArrowUp":
      return cells(row.rowIndex - 1);
    case "ArrowDown":
      return cells(row.rowIndex + 1);
    case "PageUp":
      return cells(Math.max(row.rowIndex - PAGE, 0));
    case "PageDown":
      return cells(Math.min(row.rowIndex + PAGE, last));
    case "Home":
      return (ctrlKey ? table?.rows[0] : row)?.firstElementChild;
    case "End":
      return (ctrlKey ? table?.rows[last] : row)?.lastElementChild;
  }
  return undefined;
}

const collator = new Intl.Collator(undefined, { numeric: true });

/** Numbers before texts; what is not there stays last, whichever way it is sorted. */
function compare(a: Json | undefined, b: Json | undefined, down: boolean): number {
  const gone = Number(a === undefined || a === null) - Number(b === undefined || b === null);
  if (gone !== 0) return gone;
  const kinds = Number(typeof a !== "number") - Number(typeof b !== "number");
  const order =
    kinds || (typeof a === "number" && typeof b === "number" ? a - b : collator.compare(cellText(a), cellText(b)));
  return down ? -order : order;
}
