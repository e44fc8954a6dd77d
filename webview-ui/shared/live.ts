/** Tells a screen reader what happened, without moving the focus. */
import { el } from "./dom.ts";

const region = el("div", { class: "unseen", role: "status", "aria-live": "polite" });
document.body.append(region);

export function announce(text: string): void {
  // The same text twice would not be read the second time.
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}
