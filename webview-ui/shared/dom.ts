import { focusHere } from "./focus.ts";

/**
 * Elements without a framework. In this folder there is also:
 * list.ts (updates a list in place, by key), time.ts (times in words), live.ts (tells screen readers), base.css (buttons, inputs, badges).
 *
 *     el("div", { class: "row" }, icon("key"), el("span", {}, name), button({ text: t("Set"), onClick }))
 */

type Child = Node | string | undefined | false;

/** Attributes as in HTML; `false` and undefined leave one out, `true` is an empty one. `on…` members are listeners. */
export type Attributes = Record<string, string | number | boolean | undefined | ((event: never) => void)>;

export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.replace(/^on/, "").toLowerCase(), value as never);
    else setAttribute(element, name, value);
  }
  element.append(...children.filter((child) => child !== undefined && child !== false));
  return element;
}

export function setAttribute(element: Element, name: string, value: string | number | boolean | undefined): void {
  if (value === undefined || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : String(value));
}

/** Sets the text only where it differs, so that a selection in it stays. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** A codicon; what it means to a screen reader must stand in a text beside it. */
export function icon(name: string, extra = ""): HTMLElement {
  return el("span", { class: `codicon codicon-${name} ${extra}`.trim(), "aria-hidden": "true" });
}

export interface ButtonOptions {
  text: string;
  icon?: string;
  /** "icon": the text is only read aloud and shown as a tooltip. "link": looks like a link. */
  kind?: "primary" | "secondary" | "icon" | "link";
  /** Where the text alone does not say what it acts on: "Delete API_TOKEN". */
  label?: string;
  onClick(): void;
}

export function button(options: ButtonOptions): HTMLButtonElement {
  const kind = options.kind ?? "secondary";
  const label = options.label ?? (kind === "icon" ? options.text : undefined);
  return el(
    "button",
    { type: "button", class: `button ${kind}`, "aria-label": label, title: kind === "icon" ? label : undefined, onclick: options.onClick }, // prettier-ignore
    options.icon !== undefined && icon(options.icon),
    kind !== "icon" && el("span", {}, options.text),
  );
}

/** For screen readers only. */
export function unseen(text: string): HTMLElement {
  return el("span", { class: "unseen" }, text);
}

/** An element of the page that must be there. */
export function mainElement(): HTMLElement {
  const main = document.getElementById("main");
  if (!main) throw new Error("The page has no main element");
  return main;
}

/**
 * Replaces what an element holds and keeps focus and caret: the focused element is found again by its data-focus attribute.
 * Where that is gone, `fallback` gets the focus.
 */
export function replaceKeepingFocus(
  container: HTMLElement,
  children: Node[],
  fallback?: () => HTMLElement | null,
): void {
  const active = document.activeElement;
  const had = active !== null && active !== document.body && container.contains(active);
  const key = had ? active.getAttribute("data-focus") : null;
  container.replaceChildren(...children);
  if (!had) return;
  const again = key === null ? null : container.querySelector<HTMLElement>(`[data-focus="${CSS.escape(key)}"]`);
  const next = again ?? fallback?.();
  if (next) focusHere(() => next.focus());
}
