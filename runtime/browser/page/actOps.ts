/** Operations that find where to act, and that fill fields. Runs inside the page; a part refers to nothing outside of itself. */
import type { Needs, Op, Outcome, PageLib, Selectors } from "./lib.ts";

export function actOps(lib: PageLib): { ops: Record<string, Op> } {
  /** One frame; hidden pages draw none, so not longer than a moment. */
  const frame = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, 50);
      requestAnimationFrame(() => (clearTimeout(timer), resolve()));
    });

  /** The first visible match, else the first. */
  function pick(selectors: Selectors, needs: Needs): { element: Element; matched: number } | Outcome {
    const found = lib.findAll(selectors);
    const element = (needs.visible ? found.find(lib.isVisible) : undefined) ?? found[0];
    if (!element) return { pending: { matched: 0, reason: "" } };
    const reason = lib.blocker(element, needs);
    return reason ? { pending: { matched: found.length, reason } } : { element, matched: found.length };
  }

  function hitAt(x: number, y: number): Element | null {
    let hit = document.elementFromPoint(x, y);
    for (
      let inner = hit?.shadowRoot?.elementFromPoint(x, y);
      inner && inner !== hit;
      inner = hit?.shadowRoot?.elementFromPoint(x, y)
    )
      hit = inner;
    return hit;
  }

  const holds = (outer: Element, inner: Element | null) => {
    for (let node: Node | null = inner; node; node = lib.parentOf(node)) if (node === outer) return true;
    return false;
  };

  /** The first box of the element that can be seen in the window: a link over two lines has its middle outside of itself. */
  function middle(element: Element): { x: number; y: number } | undefined {
    for (const box of element.getClientRects()) {
      const left = Math.max(box.left, 0);
      const top = Math.max(box.top, 0);
      const right = Math.min(box.right, innerWidth);
      const bottom = Math.min(box.bottom, innerHeight);
      if (right - left >= 1 && bottom - top >= 1) return { x: (left + right) / 2, y: (top + bottom) / 2 };
    }
    return undefined;
  }

  function isInView(element: Element): boolean {
    const box = element.getBoundingClientRect();
    return box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
  }

  /** A point on the element where a click reaches it: visible, enabled, at rest, covered by nothing. */
  async function target(input: { selectors: Selectors; needs: Needs }): Promise<Outcome> {
    const picked = pick(input.selectors, input.needs);
    if (!("element" in picked)) return picked;
    const { element, matched } = picked;
    if (!isInView(element)) element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const before = element.getBoundingClientRect();
    await frame();
    await frame();
    const after = element.getBoundingClientRect();
    if (
      before.x !== after.x ||
      before.y !== after.y ||
      before.width !== after.width ||
      before.height !== after.height
    ) {
      return { pending: { matched, reason: "moving" } };
    }
    const point = middle(element);
    if (!point) return { pending: { matched, reason: "outside of the window" } };
    const hit = hitAt(point.x, point.y);
    const label = hit?.closest("label");
    if (!hit || !(holds(element, hit) || label?.control === element)) {
      return { pending: { matched, reason: hit ? `covered by ${lib.describe(hit)}` : "outside of the window" } };
    }
    return { ok: { ...point, matched, what: lib.describe(element) } };
  }

  /** Puts the focus into a field, with the caret at its end, or with all of its text selected. */
  function focus(input: { selectors: Selectors; needs: Needs; select: boolean }): Outcome {
    const picked = pick(input.selectors, input.needs);
    if (!("element" in picked)) return picked;
    const { element, matched } = picked;
    element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    if (element instanceof HTMLElement || element instanceof SVGElement) element.focus();
    const scope = element.getRootNode();
    const active = scope instanceof Document || scope instanceof ShadowRoot ? scope.activeElement : null;
    if (!holds(element, active)) return { pending: { matched, reason: "not able to take the focus" } };
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
      if (input.select) element.select();
      else if (element.selectionStart !== null) element.setSelectionRange(element.value.length, element.value.length);
    } else if (element instanceof HTMLElement && element.isContentEditable) {
      const range = document.createRange();
      range.selectNodeContents(element);
      if (!input.select) range.collapse(false);
      getSelection()?.removeAllRanges();
      getSelection()?.addRange(range);
    }
    return { ok: { matched } };
  }

  const changed = (element: Element) => {
    element.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
    element.dispatchEvent(new Event("change", { bubbles: true }));
  };

  function select(element: HTMLSelectElement, wanted: string[], matched: number): Outcome {
    const options = [...element.options];
    const chosen = wanted.map(
      (want) =>
        options.find((o) => o.value === want) ?? options.find((o) => lib.tidy(o.label || o.text) === lib.tidy(want)),
    );
    const missing = wanted.filter((_, i) => !chosen[i]);
    if (missing.length > 0) {
      const some = options.slice(0, 20).map((o) => (o.value === o.text ? o.value : `${o.value} (${lib.tidy(o.text)})`));
      return {
        pending: {
          matched,
          reason: `without the option ${missing.join(", ")}; it has ${some.join(", ") || "no options"}`,
        },
      };
    }
    if (wanted.length > 1 && !element.multiple) return { ok: { refused: "takes one option only" } };
    for (const option of options) option.selected = chosen.includes(option);
    changed(element);
    return { ok: { matched, values: [...element.selectedOptions].map((o) => o.value) } };
  }

  function selectOption(input: { selectors: Selectors; values: string[] }): Outcome {
    const picked = pick(input.selectors, { enabled: true });
    if (!("element" in picked)) return picked;
    const { element, matched } = picked;
    return element instanceof HTMLSelectElement
      ? select(element, input.values, matched)
      : { ok: { refused: `is ${lib.describe(element)}, not a <select>` } };
  }

  /** Sets a field's value at once. The browser's own setter is used: frameworks that watch theirs take the events that follow as an edit. */
  function setValue(input: { selectors: Selectors; value: string }): Outcome {
    const picked = pick(input.selectors, { visible: true, enabled: true });
    if (!("element" in picked)) return picked;
    const { element, matched } = picked;
    if (element instanceof HTMLSelectElement) return select(element, [input.value], matched);
    if (element instanceof HTMLInputElement && /^(checkbox|radio)$/.test(element.type))
      return { ok: { refused: `is a ${element.type}: use g.dom.setChecked` } };
    if (element instanceof HTMLInputElement && element.type === "file")
      return { ok: { refused: "is a file field, which has no value to set" } };
    const reason = lib.blocker(element, { editable: true });
    const range = element instanceof HTMLInputElement && element.type === "range";
    if (reason && !range) return { pending: { matched, reason } };
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
      element.focus();
      element.value = input.value;
      if (input.value !== "" && element.value === "") {
        return { ok: { refused: `is a ${element.type} field and does not take "${input.value}"`, type: element.type } };
      }
    } else if (element instanceof HTMLElement) {
      element.focus();
      element.textContent = input.value;
    }
    changed(element);
    return { ok: { matched } };
  }

  /** What kind of control a selector means, and whether it is checked. `byLabel`: its box is hidden, its label is what people click. */
  function control(input: { selectors: Selectors }): Outcome {
    const picked = pick(input.selectors, { enabled: true });
    if (!("element" in picked)) return picked;
    const { element, matched } = picked;
    const role = element.getAttribute("role") ?? "";
    if (element instanceof HTMLInputElement && /^(checkbox|radio)$/.test(element.type)) {
      const box = element.getBoundingClientRect();
      const shown = lib.isVisible(element) && getComputedStyle(element).opacity !== "0" && box.width > 1;
      return {
        ok: {
          kind: element.type,
          checked: element.checked,
          byLabel: !shown && (element.labels?.length ?? 0) > 0,
          matched,
        },
      };
    }
    if (/^(checkbox|switch|radio|menuitemcheckbox|menuitemradio)$/.test(role)) {
      return { ok: { kind: role, checked: element.getAttribute("aria-checked") === "true", byLabel: false, matched } };
    }
    return {
      ok: { kind: element instanceof HTMLSelectElement ? "select" : "other", what: lib.describe(element), matched },
    };
  }

  /** As `target`, for the label of a field whose own box is hidden. */
  async function labelTarget(input: { selectors: Selectors }): Promise<Outcome> {
    const element = lib.findFirst(input.selectors);
    const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined;
    if (!label) return { pending: { matched: element ? 1 : 0, reason: "without a label" } };
    if (!isInView(label)) label.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    await frame();
    const point = middle(label);
    return point ? { ok: { ...point, matched: 1 } } : { pending: { matched: 1, reason: "not visible" } };
  }

  function scroll(input: { selectors: Selectors }): Outcome {
    const found = lib.findAll(input.selectors);
    found[0]?.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
    return found[0] ? { ok: { matched: found.length } } : { pending: { matched: 0, reason: "" } };
  }

  function scrollTop(input: { top: number }): Outcome {
    scrollTo({ top: input.top, behavior: "instant" });
    return { ok: {} };
  }

  /** Scrolls to the end and says whether the page grew by it. */
  async function scrollEnd(input: { limitMs: number }): Promise<Outcome> {
    const height = () => document.documentElement.scrollHeight;
    const before = height();
    const end = performance.now() + input.limitMs;
    scrollTo({ top: before, behavior: "instant" });
    while (height() <= before && performance.now() < end) await frame();
    return { ok: { grew: height() > before } };
  }

  return {
    ops: { ...lib.ops, target, focus, selectOption, setValue, control, labelTarget, scroll, scrollTop, scrollEnd },
  };
}
