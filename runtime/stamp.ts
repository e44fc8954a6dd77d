/** Whether a file or folder is still the one that was read, told from its identity and times: one look, nothing is read. */
import { statSync } from "node:fs";

/** Within this of its last change something may change again without new times. */
const GRAIN_MS = 60;

/**
 * Links are followed. Two equal stamps mean the same content; the words are never equal to one:
 * "missing", and "fresh" for what changed so recently that its next version could have the same stamp.
 */
export function stampOf(path: string): string {
  try {
    const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (!stat) return "missing";
    const age = Math.min(Math.abs(Date.now() - Number(stat.mtimeMs)), Math.abs(Date.now() - Number(stat.ctimeMs)));
    if (age < GRAIN_MS) return "fresh";
    return `${stat.dev}:${stat.ino}:${stat.size}:${stat.mtimeNs}:${stat.ctimeNs}`;
  } catch {
    return "missing";
  }
}
