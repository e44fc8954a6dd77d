/** A list whose elements stay for as long as their key does, so that focus, selection and scrolling stay as well. */

export interface KeyedList<Item> {
  /** Elements are made, updated, moved and removed as needed. */
  update(items: readonly Item[]): void;
  element(key: string): HTMLElement | undefined;
}

/** @param make makes the element of an item, and gives the function that shows another state of it */
export function keyedList<Item>(
  container: HTMLElement,
  keyOf: (item: Item) => string,
  make: (item: Item) => { element: HTMLElement; update(item: Item): void },
): KeyedList<Item> {
  const made = new Map<string, { element: HTMLElement; update(item: Item): void; item: Item }>();
  const show = (item: Item): HTMLElement => {
    const key = keyOf(item);
    const known = made.get(key);
    if (known) {
      if (known.item !== item) known.update(item);
      known.item = item;
      return known.element;
    }
    const fresh = make(item);
    fresh.update(item);
    made.set(key, { ...fresh, item });
    return fresh.element;
  };
  return {
    update(items) {
      const keys = new Set(items.map(keyOf));
      for (const [key, { element }] of made) {
        if (keys.has(key)) continue;
        element.remove();
        made.delete(key);
      }
      let next: Element | null = container.firstElementChild;
      for (const item of items) {
        const element = show(item);
        if (element === next) next = next.nextElementSibling;
        else container.insertBefore(element, next);
      }
    },
    element: (key) => made.get(key)?.element,
  };
}
