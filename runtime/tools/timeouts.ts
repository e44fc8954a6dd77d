/** Durations as authors write them: seconds in tools.json, `@timeout 45`, `500ms` or `2m` in a script. */

export interface Timeouts {
  /** Milliseconds of a run where neither tools.json nor the script says so. */
  defaultTimeoutMs: number;
  /** Longer timeouts are cut to it. */
  maxTimeoutMs: number;
}

export const TIMEOUTS: Timeouts = { defaultTimeoutMs: 30_000, maxTimeoutMs: 120_000 };

const UNITS = { ms: 1, s: 1000, m: 60_000 } as const;

/** "45" → 45000, "500ms" → 500, "2m" → 120000, "0.5" → 500. undefined: not a time above 0. */
export function parseDuration(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m)?$/.exec(text);
  if (!match) return undefined;
  const ms = Math.round(Number(match[1]) * UNITS[(match[2] ?? "s") as keyof typeof UNITS]);
  return ms > 0 && Number.isFinite(ms) ? ms : undefined;
}

export function durationText(ms: number): string {
  return ms % 1000 === 0 ? `${ms / 1000} s` : `${ms} ms`;
}
