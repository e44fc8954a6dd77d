/** Whether an element can be acted on, and if not, why not. Runs inside the page; a part refers to nothing outside of itself. */
import type { Needs, PageLib, StatePart } from "./lib.ts";

export function statePart(_lib: PageLib): StatePart {
  const isShown = (element: Element) => element.isConnected && element.checkVisibility({ visibilityProperty: true });

  function isVisible(element: Element): boolean {
    if (!isShown(element)) return false;
    if (getComputedStyle(element).display === "contents") return [...element.children].some(isVisible);
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.height > 0;
  }

  const hasNoSize = (element: Element) => isShown(element) && !isVisible(element);

  /** `<button id="go" class="big">`, short. */
  function describe(element: Element): string {
    const tag = element.tagName.toLowerCase();
    const shown = ["id", "name", "class", "role"].flatMap((name) => {
      const value = element.getAttribute(name);
      return value ? [` ${name}="${value.length > 40 ? value.slice(0, 40) + "…" : value}"`] : [];
    });
    return `<${tag}${shown.slice(0, 2).join("")}>`;
  }

  const isDisabled = (element: Element) =>
    element.matches(":disabled") ||
    element.closest("[aria-disabled='true']") !== null ||
    element.closest("[inert]") !== null;

  function isEditable(element: Element): boolean {
    if (element instanceof HTMLTextAreaElement) return !element.readOnly;
    if (element instanceof HTMLInputElement)
      return !element.readOnly && !/^(button|submit|reset|image|checkbox|radio|file|hidden)$/.test(element.type);
    return element instanceof HTMLElement && element.isContentEditable;
  }

  function blocker(element: Element, needs: Needs): string {
    if (needs.visible && !isVisible(element)) return "not visible";
    if (needs.enabled && isDisabled(element)) return "disabled";
    if (needs.editable && !isEditable(element)) {
      const readOnly = "readOnly" in element && element.readOnly === true;
      return readOnly ? "read-only" : `${describe(element)}, which is not a field to type into`;
    }
    return "";
  }

  return { isVisible, hasNoSize, describe, blocker };
}
