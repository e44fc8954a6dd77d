/** Offsets and positions of one text, as editors count them. */
import type { Position0, Range } from "../contract/control.ts";
import type { Span } from "../tools/jsonc.ts";
import { createLineIndex } from "../tools/lineIndex.ts";

export interface Lines {
  offsetAt(position: Position0): number;
  rangeOf(span: Span): Range;
}

export function createLines(text: string): Lines {
  const { starts, placeOf } = createLineIndex(text);
  return {
    offsetAt({ line, character }) {
      const start = starts[line];
      if (start === undefined) return text.length;
      return Math.min(start + Math.max(0, character), starts[line + 1] ?? text.length);
    },
    rangeOf: ({ offset, length }) => ({ start: placeOf(offset), end: placeOf(offset + length) }),
  };
}
