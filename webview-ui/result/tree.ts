/** JSON as a tree that opens and closes. Branches are made when they are opened, long ones in pages. */
import type { Json } from "../../runtime/contract/tools.ts";
import { el, icon } from "../shared/dom.ts";
import { announce } from "../shared/live.ts";
import { t } from "../shared/l10n.ts";
import type { ResultAction } from "./protocol.ts";

const PAGE = 200;
const OPEN_AT_FIRST = 30;
const LONGEST = 2000;

type Branch = Json[] | { [key: string]: Json };

export function createTree(value: Json, post: (action: ResultAction) => void): HTMLElement {
  const tree = el("div", { role: "tree", class: "tree mono", "aria-label": t("Result") });
  const values = new WeakMap<Element, Json>();
  if (isBranch(value)) fill(tree, value, 1, 0);
  openFirst();
  tree.querySelector<HTMLElement>('[role="treeitem"]')?.setAttribute("tabindex", "0");
  tree.addEventListener("click", clicked);
  tree.addEventListener("keydown", keyDown);
  tree.addEventListener("focusin", ({ target }) => {
    const at = target instanceof Element ? target.closest<HTMLElement>('[role="treeitem"]') : null;
    for (const other of tree.querySelectorAll<HTMLElement>('[tabindex="0"]')) other.tabIndex = -1;
    if (at) at.tabIndex = 0;
  });
  return tree;

  function fill(into: HTMLElement, branch: Branch, level: number, from: number): void {
    const names = Array.isArray(branch) ? undefined : Object.keys(branch);
    const size = names?.length ?? (branch as Json[]).length;
    const to = Math.min(from + PAGE, size);
    for (let index = from; index < to; index++) {
      const name = names?.[index] ?? String(index);
      const part = (Array.isArray(branch) ? branch[index] : branch[name]) ?? null;
      into.append(item(name, part, level, Array.isArray(branch)));
    }
    if (to < size) into.append(moreItem(into, branch, level, to, size));
  }

  function item(name: string, part: Json, level: number, inList: boolean): HTMLElement {
    const branch = isBranch(part) && sizeOf(part) > 0;
    const label = el("span", { class: inList ? "index" : "name" }, name);
    const line = el("div", { class: "line" }, branch ? icon("chevron-right", "twist") : icon("blank"), label, el("span", { class: "colon" }, ": "), leaf(part)); // prettier-ignore
    line.style.paddingInlineStart = `${(level - 1) * 16}px`;
    const made = el("div", { role: "treeitem", tabindex: -1, "aria-level": level, "aria-expanded": branch ? "false" : undefined }, line); // prettier-ignore
    values.set(made, part);
    return made;
  }

  function moreItem(into: HTMLElement, branch: Branch, level: number, from: number, size: number): HTMLElement {
    const text = t("Show {0} more of {1}", Math.min(PAGE, size - from), size - from);
    const line = el("div", { class: "line more" }, icon("ellipsis"), el("span", {}, text));
    line.style.paddingInlineStart = `${(level - 1) * 16}px`;
    const made = el("div", { role: "treeitem", tabindex: -1, "aria-level": level }, line);
    made.addEventListener("more", () => {
      const hadFocus = document.activeElement === made;
      made.remove();
      const before = into.lastElementChild;
      fill(into, branch, level, from);
      const next = before ? before.nextElementSibling : into.firstElementChild;
      if (hadFocus && next instanceof HTMLElement) next.focus();
    });
    made.dataset["more"] = "true";
    return made;
  }

  function setOpen(at: HTMLElement, open: boolean): void {
    if (!at.hasAttribute("aria-expanded")) return;
    at.setAttribute("aria-expanded", String(open));
    at.querySelector(":scope > .line > .twist")?.classList.toggle("open", open);
    const group = at.querySelector<HTMLElement>(":scope > [role=group]");
    if (group) group.hidden = !open;
    else if (open) {
      const made = el("div", { role: "group" });
      const part = values.get(at);
      if (part !== undefined && isBranch(part)) fill(made, part, Number(at.ariaLevel) + 1, 0);
      at.append(made);
    }
  }

  /** Opens what is short enough to be seen at once. */
  function openFirst(): void {
    let left = OPEN_AT_FIRST;
    for (const at of tree.querySelectorAll<HTMLElement>(':scope > [aria-expanded="false"]')) {
      const part = values.get(at);
      left -= part !== undefined && isBranch(part) ? sizeOf(part) : 0;
      if (left < 0) return;
      setOpen(at, true);
    }
  }

  function clicked({ target }: MouseEvent): void {
    const at = target instanceof Element ? target.closest<HTMLElement>('[role="treeitem"]') : null;
    if (!at || String(getSelection()) !== "") return;
    at.focus();
    act(at);
  }

  function act(at: HTMLElement): void {
    if (at.dataset["more"]) at.dispatchEvent(new Event("more"));
    else setOpen(at, at.getAttribute("aria-expanded") === "false");
  }

  function keyDown(event: KeyboardEvent): void {
    const at = (event.target as HTMLElement).closest<HTMLElement>('[role="treeitem"]');
    if (!at) return;
    const items = [...tree.querySelectorAll<HTMLElement>('[role="treeitem"]')].filter(
      (one) => one.offsetParent !== null,
    );
    const index = items.indexOf(at);
    const open = at.getAttribute("aria-expanded");
    const parent = at.parentElement?.closest<HTMLElement>('[role="treeitem"]');
    const steps: Record<string, () => void> = {
      ArrowDown: () => items[index + 1]?.focus(),
      ArrowUp: () => items[index - 1]?.focus(),
      Home: () => items[0]?.focus(),
      End: () => items.at(-1)?.focus(),
      ArrowRight: () => (open === "false" ? setOpen(at, true) : open === "true" && items[index + 1]?.focus()),
      ArrowLeft: () => (open === "true" ? setOpen(at, false) : parent?.focus()),
      Enter: () => act(at),
      " ": () => act(at),
    };
    const copies = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "c" && String(getSelection()) === "";
    const step = copies ? () => copyPart(at) : event.ctrlKey || event.metaKey ? undefined : steps[event.key];
    if (!step) return;
    event.preventDefault();
    step();
  }

  function copyPart(at: HTMLElement): void {
    const part = values.get(at);
    if (part === undefined) return;
    post({ type: "copy", text: typeof part === "string" ? part : JSON.stringify(part, null, 2) });
    announce(t("Copied."));
  }
}

function isBranch(value: Json): value is Branch {
  return typeof value === "object" && value !== null;
}

function sizeOf(branch: Branch): number {
  return Array.isArray(branch) ? branch.length : Object.keys(branch).length;
}

function leaf(value: Json): HTMLElement {
  if (Array.isArray(value)) return el("span", { class: "quiet" }, value.length === 0 ? "[]" : `[ ${value.length} ]`);
  if (isBranch(value)) return el("span", { class: "quiet" }, sizeOf(value) === 0 ? "{}" : `{ ${sizeOf(value)} }`);
  const text = JSON.stringify(value);
  const kind = value === null ? "null" : typeof value;
  return el("span", { class: `value ${kind}` }, text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
}
