/** Interleaved rounds and what is made of them. */
import { setTimeout as sleep } from "node:timers/promises";

/** Milliseconds that `work` takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

/**
 * Times the variants one after the other, again and again, so that what the machine does meanwhile hits all alike.
 * The first of each is a warm-up and not counted.
 * @param gapMs quiet time after each
 */
export async function interleave<Name extends string>(
  rounds: number,
  gapMs: number,
  variants: Record<Name, () => Promise<unknown>>,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(variants) as Name[];
  const times = Object.fromEntries(names.map((name): [Name, number[]] => [name, []])) as Record<Name, number[]>;
  for (let round = 0; round <= rounds; round++)
    for (const name of names) {
      const ms = await timed(variants[name]);
      if (round > 0) times[name].push(ms);
      await sleep(gapMs);
    }
  return times;
}

/** @param share 0.5 is the median */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: number[]): number => percentile(values, 0.5);
