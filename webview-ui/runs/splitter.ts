/** The bar between list and details: dragged, or moved with the arrow keys. */
import { el } from "../shared/dom.ts";
import { t } from "../shared/l10n.ts";

const MIN = 20;
const MAX = 80;

/** Sets --split on the parent. @param percent width of what stands before it */
export function createSplitter(percent: number, changed: (percent: number) => void): HTMLElement {
  const bar = el("div", {
    class: "splitter",
    role: "separator",
    tabindex: 0,
    "aria-orientation": "vertical",
    "aria-label": t("Width of the list"),
    "aria-valuemin": MIN,
    "aria-valuemax": MAX,
  });
  let at = percent;
  const set = (next: number): void => {
    at = Math.min(MAX, Math.max(MIN, next));
    bar.setAttribute("aria-valuenow", String(Math.round(at)));
    bar.parentElement?.style.setProperty("--split", `${at}%`);
  };
  bar.addEventListener("pointerdown", (event) => {
    bar.setPointerCapture(event.pointerId);
    event.preventDefault();
    bar.focus();
  });
  bar.addEventListener("pointermove", (event) => {
    const box = bar.parentElement?.getBoundingClientRect();
    if (!bar.hasPointerCapture(event.pointerId) || !box) return;
    set(((event.clientX - box.left) / box.width) * 100);
  });
  bar.addEventListener("pointerup", () => changed(at));
  bar.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -5, ArrowRight: 5, Home: -100, End: 100 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    set(at + step);
    changed(at);
  });
  queueMicrotask(() => set(percent));
  return bar;
}
