/** Offsets and positions of one text, as editors count them. */
import type { Position0, Range } from "../contract/control.ts";
import type { Span } from "../tools/jsonc.ts";

export interface Lines {
  offsetAt(position: Position0): number;
  rangeOf(span: Span): Range;
}

export function createLines(text: string): Lines {
  const starts = [0];
  for (const match of text.matchAll(/\r\n|\n|\r/g)) starts.push(match.index + match[0].length);
  const positionAt = (offset: number): Position0 => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low, character: offset - (starts[low] ?? 0) };
  };
  return {
    offsetAt({ line, character }) {
      const start = starts[line];
      if (start === undefined) return text.length;
      return Math.min(start + Math.max(0, character), starts[line + 1] ?? text.length);
    },
    rangeOf: ({ offset, length }) => ({ start: positionAt(offset), end: positionAt(offset + length) }),
  };
}
