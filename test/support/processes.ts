/** Processes of this machine, for tests that nothing is left over. Linux and macOS. */
import { execFileSync } from "node:child_process";

export interface ProcessRow {
  pid: number;
  ppid: number;
  args: string;
}

export function processes(): ProcessRow[] {
  const text = execFileSync("ps", ["-A", "-o", "pid=,ppid=,stat=,args="], { encoding: "utf8" });
  return text.split("\n").flatMap((line) => {
    const [, pid, ppid, stat, args] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    return pid && ppid && stat && args && !stat.startsWith("Z") ? [{ pid: Number(pid), ppid: Number(ppid), args }] : [];
  });
}

/** `pid` and everything that descends from it. */
export function tree(pid: number): ProcessRow[] {
  const all = processes();
  const found = all.filter((row) => row.pid === pid);
  for (const row of found) found.push(...all.filter(({ ppid }) => ppid === row.pid));
  return found;
}

/** Those of `rows` that run still (same id and command line). */
export function survivors(rows: ProcessRow[]): ProcessRow[] {
  const now = processes();
  return rows.filter((row) => now.some(({ pid, args }) => pid === row.pid && args === row.args));
}

/** Waits until a condition holds. @throws Error after `ms` */
export async function eventually(what: string, holds: () => boolean | Promise<boolean>, ms = 10_000): Promise<void> {
  const end = performance.now() + ms;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`not within ${ms} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
