/** A page that moves while a mouse button is held takes the click away from what was under it. */
const ENDS = ["pointerup", "pointercancel"] as const;
let held = false;

window.addEventListener("pointerdown", () => (held = true), true);
for (const end of ENDS) window.addEventListener(end, () => (held = false), true);

/** Does the work now, or as soon as the click that is under way has reached its target. */
export function afterPress(work: () => void): void {
  if (!held) return work();
  const stop = new AbortController();
  const ended = (): void => {
    stop.abort();
    // The click itself comes after the pointer is up.
    setTimeout(work);
  };
  for (const end of ENDS) window.addEventListener(end, ended, { capture: true, signal: stop.signal });
}
