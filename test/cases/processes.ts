/** Processes of this machine, so that what a server left behind is seen. */
import { execFileSync } from "node:child_process";

export interface ProcessInfo {
  pid: number;
  parent: number;
  command: string;
}

function processes(): ProcessInfo[] {
  const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid=,stat=,args="], { encoding: "utf8", maxBuffer: 1 << 26 });
  return lines.split("\n").flatMap((line) => {
    const [, pid, parent, state, command] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    if (pid === undefined || parent === undefined || command === undefined || state?.startsWith("Z")) return [];
    return [{ pid: Number(pid), parent: Number(parent), command }];
  });
}

/** `pid` and all that descend from it. */
export function processTree(pid: number | undefined): ProcessInfo[] {
  const all = processes();
  const found = all.filter((process) => process.pid === pid);
  for (const process of found) found.push(...all.filter((other) => other.parent === process.pid)); // grows while it is walked
  return found;
}

/** Those of `snapshot` that still run: same id and same command line. */
export function survivors(snapshot: ProcessInfo[]): ProcessInfo[] {
  if (snapshot.length === 0) return [];
  const now = processes();
  return snapshot.filter((was) => now.some((is) => is.pid === was.pid && is.command === was.command));
}
