/** A real terminal for a command, by the `script` program of util-linux, with answers typed at its prompts. */
import { spawn } from "node:child_process";
import { GUIDON, type Finished } from "./guidon.ts";

/** @param answers prompt (part of what is on the screen) → what is typed then, with a line end. */
export function guidonInTerminal(
  args: string[],
  options: { cwd: string; env: Record<string, string>; answers: [prompt: string, answer: string][] },
): Promise<Finished> {
  const command = [process.execPath, GUIDON, ...args].map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(" ");
  return new Promise((resolve, reject) => {
    const child = spawn("script", ["--quiet", "--return", "--flush", "--command", command, "/dev/null"], {
      cwd: options.cwd,
      env: { ...options.env, TERM: "xterm" },
    });
    const answers = [...options.answers];
    let screen = "";
    let seen = 0;
    child.stdout.on("data", (chunk: Buffer) => {
      screen += chunk.toString();
      const [next] = answers;
      const at = next ? screen.indexOf(next[0], seen) : -1;
      if (!next || at < 0) return;
      seen = at + next[0].length;
      answers.shift();
      child.stdin.write(`${next[1]}\r`);
    });
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout: screen, stderr: "" }));
  });
}
