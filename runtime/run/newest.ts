/** A list that keeps its newest items, so that a script cannot fill the memory of the runtime. */

export interface Newest<T> {
  readonly items: readonly T[];
  /** @param chars the length of its texts */
  add(item: T, chars: number): void;
}

export function createNewest<T>(limits: { items: number; chars: number }): Newest<T> {
  const items: T[] = [];
  const lengths: number[] = [];
  let total = 0;
  return {
    items,
    add(item, chars) {
      items.push(item);
      lengths.push(chars);
      total += chars;
      while (items.length > limits.items || (total > limits.chars && items.length > 1)) {
        items.shift();
        total -= lengths.shift() ?? 0;
      }
    },
  };
}
