/** The built command, as people and agents start it. */
import { spawn } from "node:child_process";
import { join } from "node:path";

export const GUIDON = join(import.meta.dirname, "..", "..", "dist", "guidon.js");

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs `guidon …args` to its end. */
export function guidon(
  args: string[],
  options: { cwd: string; env: Record<string, string>; input?: string },
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [GUIDON, ...args], { cwd: options.cwd, env: options.env });
    const finished: Finished = { code: null, stdout: "", stderr: "" };
    child.stdout.on("data", (chunk: Buffer) => (finished.stdout += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (finished.stderr += chunk.toString()));
    child.on("error", reject);
    child.on("close", (code) => resolve({ ...finished, code }));
    child.stdin.end(options.input ?? "");
  });
}
