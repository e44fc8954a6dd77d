// Running programs: a long step that says what it does and that it lives, and the command that everything was set up for.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url)).replace(/[/\\]$/, "");

/** A failure that ends everything, told in a sentence that says what to do. */
export class Stop extends Error {
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** On stderr: stdout belongs to the command. */
export const say = (text) => void process.stderr.write(`${text}\n`);

/** Arguments for Node that run an installed package's program. */
export function tool(packageName, program) {
  const folder = join(root, "node_modules", packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return [join(folder, typeof bin === "string" ? bin : bin[program])];
}

let child;
/** The first signal that came; what was asked to end is not gone on with. */
let signalled;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    signalled ??= signal;
    // In a terminal, Ctrl-C reaches the child by itself.
    if (signal !== "SIGINT" || !process.stdin.isTTY) child?.kill(signal);
  });
}

const codeOf = (signal) => 128 + (constants.signals[signal] ?? 1);

export function throwIfInterrupted() {
  if (signalled) throw new Stop("Interrupted.", codeOf(signalled));
}

/** @returns the exit code. `onOutput` takes stdout and stderr; without it the child writes to ours. */
export async function run(command, args, { env = process.env, cwd, onOutput } = {}) {
  throwIfInterrupted();
  const stdio = onOutput ? ["ignore", "pipe", "pipe"] : "inherit";
  const started = spawn(command, args, { env, cwd, stdio, windowsHide: true });
  child = started;
  for (const stream of onOutput ? [started.stdout, started.stderr] : [])
    stream.setEncoding("utf8").on("data", onOutput);
  return new Promise((resolve, reject) => {
    started.on("error", (error) => reject(new Stop(`${command} cannot be started: ${error.message}.`)));
    started.on("close", (code, signal) => resolve(signal ? codeOf(signal) : (code ?? 1)));
  });
}

/**
 * A step that may take long. One line says what and why; seconds show that it lives; the end of its output is shown when it fails.
 * @param what "Installing the dependencies". @param advice what to do when it fails, a sentence.
 */
export async function step(what, command, args, { advice, env, cwd = root } = {}) {
  const output = [];
  const ticker = startTicker(what);
  const code = await run(command, args, { env, cwd, onOutput: (text) => output.push(text) }).finally(() =>
    ticker.stop(),
  );
  throwIfInterrupted();
  if (code === 0) return ticker.done();
  throw new Stop(
    `${ends(output.join(""))}\n\n${what} failed (exit code ${code}). ${advice ?? "The lines above say why."}`,
  );
}

/** Programs say what is wrong at one end of their output. */
function ends(text) {
  const lines = text.trimEnd().split("\n");
  return (lines.length > 30 ? [...lines.slice(0, 10), "  …", ...lines.slice(-18)] : lines).join("\n");
}

/** In a terminal the seconds count up in place; elsewhere there is a line every five seconds. */
function startTicker(what) {
  const began = Date.now();
  const seconds = () => Math.round((Date.now() - began) / 1000);
  const live = process.stderr.isTTY;
  say(what);
  const timer = setInterval(
    () => (live ? process.stderr.write(`\r  … ${seconds()} s`) : say(`  … ${seconds()} s`)),
    live ? 1000 : 5000,
  );
  return {
    stop: () => {
      clearInterval(timer);
      if (live) process.stderr.write("\r\u001b[K");
    },
    done: () => say(`  done in ${((Date.now() - began) / 1000).toFixed(1)} s`),
  };
}
