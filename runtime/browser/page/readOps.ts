/** Operations that read. Runs inside the page; a part refers to nothing outside of itself. */
import type { Op, Outcome, PageLib, Selectors } from "./lib.ts";

export function readOps(lib: PageLib): { ops: Record<string, Op> } {
  const nothing: Outcome = { pending: { matched: 0, reason: "" } };

  /** What `read` gives for the first match, with how many there were. */
  const first =
    (read: (element: Element, input: { name: string }) => unknown) =>
    (input: { selectors: Selectors; name: string }) => {
      const found = lib.findAll(input.selectors);
      return found[0] ? { ok: { value: read(found[0], input) ?? null, matched: found.length } } : nothing;
    };

  function valueOf(element: Element): unknown {
    if (element instanceof HTMLSelectElement)
      return element.multiple ? [...element.selectedOptions].map((o) => o.value) : element.value;
    if (element instanceof HTMLInputElement && /^(checkbox|radio)$/.test(element.type)) return element.checked;
    if ("value" in element && typeof element.value === "string") return element.value;
    return element instanceof HTMLElement && element.isContentEditable ? lib.textOf(element) : null;
  }

  const wait = (input: { selectors: Selectors; state: string }): Outcome => {
    const found = lib.findAll(input.selectors);
    const visible = input.state === "attached" || input.state === "detached" ? found : found.filter(lib.isVisible);
    const matched = found.length;
    if (input.state === "hidden" || input.state === "detached") {
      const reason = input.state === "hidden" ? "still visible" : "still there";
      return visible.length === 0 ? { ok: { matched } } : { pending: { matched, reason } };
    }
    if (visible.length > 0) return { ok: { matched } };
    const reason = matched === 0 ? "" : found.some(lib.hasNoSize) ? "there but has no size" : "not visible";
    return { pending: { matched, reason } };
  };

  const waitText = (input: { text: string; gone: boolean }): Outcome => {
    const flat = (text: string) => text.replace(/\s+/g, " ").trim().toLowerCase();
    const there = flat(lib.pageText()).includes(flat(input.text));
    return there !== input.gone
      ? { ok: null }
      : { pending: { matched: there ? 1 : 0, reason: there ? "still there" : "" } };
  };

  /** The document's address, title and state, once it has got as far as `state` or the limit is reached. */
  function arrived(input: { state: "none" | "domReady" | "load"; limitMs: number }): Promise<Outcome> {
    return new Promise((resolve) => {
      const events = ["DOMContentLoaded", "load"];
      const enough = () =>
        input.state === "none" ||
        document.readyState === "complete" ||
        (input.state === "domReady" && document.readyState === "interactive");
      const finish = () => {
        clearTimeout(timer);
        for (const name of events) removeEventListener(name, seen);
        resolve({ ok: { url: location.href, title: document.title, ready: document.readyState, enough: enough() } });
      };
      // The page's own listeners come first.
      const seen = () => void (enough() && setTimeout(finish));
      const timer = setTimeout(finish, input.limitMs);
      for (const name of events) addEventListener(name, seen);
      if (enough()) finish();
    });
  }

  return {
    ops: {
      ...lib.ops,
      wait,
      waitText,
      arrived,
      text: first((element) => lib.textOf(element)),
      attribute: first((element, { name }) => element.getAttribute(name)),
      value: first(valueOf),
      texts: (input: { selectors: Selectors }) => ({ ok: lib.findAll(input.selectors).map(lib.textOf) }),
      count: (input: { selectors: Selectors }) => ({ ok: lib.findAll(input.selectors).length }),
      visible: (input: { selectors: Selectors }) => ({ ok: lib.findAll(input.selectors).some(lib.isVisible) }),
    },
  };
}
