/** The lines of a text as editors count them, in UTF-16 units. */
export interface LineIndex {
  /** Offset at which each line starts. */
  readonly starts: readonly number[];
  /** 0-based. */
  placeOf(offset: number): { line: number; character: number };
}

export function createLineIndex(text: string): LineIndex {
  const starts = [0];
  for (const match of text.matchAll(/\r\n|\n|\r/g)) starts.push(match.index + match[0].length);
  return {
    starts,
    placeOf(offset) {
      let low = 0;
      let high = starts.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((starts[middle] ?? 0) <= offset) low = middle;
        else high = middle - 1;
      }
      return { line: low, character: offset - (starts[low] ?? 0) };
    },
  };
}
