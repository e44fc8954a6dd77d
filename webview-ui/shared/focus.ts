/** A page that focuses an element takes the keys away from whatever has them: the editor, another panel. */

/** Puts the focus on something here. While it is elsewhere in the window, this waits until the person comes to this page. */
export function focusHere(focus: () => void): void {
  if (document.hasFocus()) return focus();
  const come = (): void => {
    if (document.activeElement === document.body) focus();
  };
  window.addEventListener("focus", come, { once: true });
}
