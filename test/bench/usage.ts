/** What a process and its children use, as Linux counts it. */
import { readFileSync, readdirSync } from "node:fs";

const TICKS_PER_SECOND = 100;

interface Stat {
  pid: number;
  parent: number;
  /** Ticks of the process, and of its children that have ended. */
  own: number;
  ended: number;
}

function stats(): Stat[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const text = readFileSync(`/proc/${name}/stat`, "utf8");
        const fields = text
          .slice(text.lastIndexOf(")") + 2)
          .split(" ")
          .map(Number);
        const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map(
          (index) => fields[index],
        );
        return [{ pid: Number(name), parent, own: user + system, ended: endedUser + endedSystem }];
      } catch {
        return []; // it ended meanwhile
      }
    });
}

function tree(root: number): Stat[] {
  const all = stats();
  const found = all.filter(({ pid }) => pid === root);
  for (const { pid } of found) found.push(...all.filter(({ parent }) => parent === pid)); // grows while it is walked
  return found;
}

/** Milliseconds of processor time that the process and all its children have used, also those that have ended. */
export const cpuMs = (root: number): number =>
  (tree(root).reduce((sum, { own, ended }) => sum + own + ended, 0) * 1000) / TICKS_PER_SECOND;

/** Processes, and their memory in MB: shared pages count by share (PSS). */
export function memory(root: number): { processes: number; pssMb: number } {
  const processes = tree(root);
  const kb = processes.map(({ pid }) =>
    Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1] ?? 0),
  );
  return { processes: processes.length, pssMb: kb.reduce((sum, one) => sum + one, 0) / 1024 };
}
