/**
 * Finds elements: CSS, text, role, label, placeholder, test id and XPath, through open shadow roots.
 * Runs inside the page; a part refers to nothing outside of itself.
 */
import type { PageLib, QueryPart, Root, Selectors, Step } from "./lib.ts";

export function queryPart(lib: PageLib): QueryPart {
  const squash = (text: string) => text.replace(/\s+/g, " ").trim();
  const sameText = (have: string, step: Step, want = step.body) =>
    step.exact ? squash(have) === squash(want) : squash(have).toLowerCase().includes(squash(want).toLowerCase());

  function shadowRoots(root: Root): ShadowRoot[] {
    const found: ShadowRoot[] = [];
    const own = root instanceof Element ? root.shadowRoot : null;
    if (own) found.push(own, ...shadowRoots(own));
    for (const element of root.querySelectorAll("*")) {
      if (element.shadowRoot) found.push(element.shadowRoot, ...shadowRoots(element.shadowRoot));
    }
    return found;
  }

  function parentOf(node: Node): Node | null {
    if (node instanceof ShadowRoot) return node.host;
    return (node instanceof Element && node.assignedSlot) || node.parentNode;
  }

  const css = (root: Root, selector: string): Element[] => {
    if (selector === ":scope" && root instanceof Element) return [root];
    const found = [...root.querySelectorAll(selector)];
    for (const inner of shadowRoots(root)) found.push(...inner.querySelectorAll(selector));
    return found;
  };

  const every = (root: Root) => css(root, "*");

  const ownText = (element: Element) => {
    if (element instanceof HTMLInputElement && /^(button|submit|reset)$/.test(element.type)) return element.value;
    return element.textContent ?? "";
  };

  /** The innermost elements that hold the text. */
  function byText(root: Root, step: Step): Element[] {
    const passed = /^(SCRIPT|STYLE|NOSCRIPT|TEMPLATE|HEAD|TITLE)$/;
    const holds = new Set(every(root).filter((e) => !passed.test(e.tagName) && sameText(ownText(e), step)));
    return [...holds].filter((e) => ![...e.children].some((child) => holds.has(child)));
  }

  /** `computedRole` and `computedName` are the browser's own accessibility answers; the runtime starts the browser with them switched on. */
  function byRole(root: Root, step: Step): Element[] {
    type Accessible = Element & { computedRole?: string; computedName?: string };
    const name = step.name;
    return every(root).filter((element: Accessible) => {
      const role = element.computedRole ?? element.getAttribute("role") ?? "";
      if (role.toLowerCase() !== step.body.toLowerCase()) return false;
      return (
        name === undefined ||
        squash(element.computedName ?? ownText(element)).toLowerCase() === squash(name).toLowerCase()
      );
    });
  }

  function byLabel(root: Root, step: Step): Element[] {
    const found: Element[] = [];
    const labels = css(root, "label").filter((e): e is HTMLLabelElement => e instanceof HTMLLabelElement);
    for (const label of labels) if (label.control && sameText(label.textContent ?? "", step)) found.push(label.control);
    for (const element of css(root, "[aria-label],[aria-labelledby]")) {
      const ids = (element.getAttribute("aria-labelledby") ?? "").split(/\s+/).filter(Boolean);
      const scope = element.getRootNode();
      const named = ids.map((id) =>
        scope instanceof Document || scope instanceof ShadowRoot ? (scope.getElementById(id)?.textContent ?? "") : "",
      );
      if (sameText(ids.length > 0 ? named.join(" ") : (element.getAttribute("aria-label") ?? ""), step))
        found.push(element);
    }
    return [...new Set(found)];
  }

  function byXpath(root: Root, step: Step): Element[] {
    const found: Element[] = [];
    const base = root instanceof ShadowRoot ? root.host : root;
    const result = document.evaluate(step.body, base, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE);
    for (let i = 0; i < result.snapshotLength; i++) {
      const node = result.snapshotItem(i);
      if (node instanceof Element) found.push(node);
    }
    return found;
  }

  function search(root: Root, step: Step): Element[] {
    switch (step.engine) {
      case "css":
        return css(root, step.body);
      case "text":
        return byText(root, step);
      case "role":
        return byRole(root, step);
      case "label":
        return byLabel(root, step);
      case "placeholder":
        return css(root, "[placeholder]").filter((e) => sameText(e.getAttribute("placeholder") ?? "", step));
      case "testid":
        return css(root, "[data-testid]").filter((e) => e.getAttribute("data-testid") === step.body);
      case "xpath":
        return byXpath(root, step);
    }
  }

  function findAll(selectors: Selectors, root: Root = document): Element[] {
    for (const selector of selectors) {
      let found: Element[] = [];
      let inside: Root[] = [root];
      try {
        for (const step of selector.steps) inside = found = [...new Set(inside.flatMap((one) => search(one, step)))];
      } catch (error) {
        throw { bad: { selector: selector.text, message: error instanceof Error ? error.message : String(error) } };
      }
      if (found.length > 0) return found;
    }
    return [];
  }

  /** As `findAll`, quicker for the common case: plain CSS with a match outside of shadow roots. */
  function findFirst(selectors: Selectors, root: Root = document): Element | undefined {
    const [step, more] = selectors[0]?.steps ?? [];
    if (step?.engine === "css" && !more && step.body !== ":scope") {
      try {
        const found = root.querySelector(step.body);
        if (found) return found;
      } catch {
        // findAll says what is wrong with it
      }
    }
    return lib.findAll(selectors, root)[0];
  }

  return { findAll, findFirst, shadowRoots, parentOf };
}
