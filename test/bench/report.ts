/** What the bench says of each row. */
import { loadavg } from "node:os";

export interface Result {
  row: string;
  unit: string;
  ours: number;
  /** The same measured of `than`, in the same rounds; null when a row has only a limit. */
  against: number | null;
  ratio: number | null;
  /** Of the ratio where there is one, else of `ours`; null when the row is only reported. */
  limit: number | null;
  ok: boolean | null;
}

interface Measured {
  row: string;
  unit: string;
  ours: number;
  against?: number;
  limit?: number;
}

export function result({ row, unit, ours, against, limit }: Measured): Result {
  const ratio = against === undefined ? null : ours / against;
  const ok = limit === undefined ? null : (ratio ?? ours) <= limit;
  return { row, unit, ours, against: against ?? null, ratio, limit: limit ?? null, ok };
}

const COLUMNS = ["row", "unit", "ours", "against", "ratio", "limit", "ok"] as const;

export function table(results: Result[]): string {
  const lines = results.map((one) => COLUMNS.map((column) => cell(one[column])));
  const all = [[...COLUMNS], ...lines];
  const widths = COLUMNS.map((_, index) => Math.max(...all.map((line) => line[index]?.length ?? 0)));
  return all
    .map((line) =>
      line
        .map((text, index) => text.padEnd(widths[index] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function cell(value: string | number | boolean | null): string {
  if (value === null) return "";
  if (typeof value === "boolean") return value ? "yes" : "MISSED";
  if (typeof value === "string") return value;
  return value >= 100 || Number.isInteger(value) ? value.toFixed(0) : value.toFixed(2);
}

export const load = (): string =>
  `load average ${loadavg()
    .map((one) => one.toFixed(1))
    .join(" ")}`;
