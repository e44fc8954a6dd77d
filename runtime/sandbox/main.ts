/**
 * The sandbox child: one run at a time in a fresh isolate, on the main thread. It holds no secret, no environment and no file handle;
 * the runtime kills it whenever it doubts it.
 */
import { writeSync } from "node:fs";
import { isMainThread } from "node:worker_threads";
import { guestCode } from "guidon:guest";
import type { FromChild, ToChild } from "../contract/guest.ts";
import { loadIsolateLibrary } from "./isolate.ts";
import { createRunner } from "./runner.ts";
import { startWatchdog, watch } from "./watchdog.ts";

/** Resident memory of a child without a script, and slack for the garbage of one within its limit. */
const OWN_MEMORY_MB = 128;

if (isMainThread) serve();
else watch();

function serve(): void {
  process.on("uncaughtException", (error) => {
    // Node would print the bundle's code instead.
    writeSync(2, `${error.stack ?? error.message}\n`);
    process.kill(process.pid, "SIGKILL");
  });
  const library = loadIsolateLibrary(process.argv[2] ?? "");
  const send = (message: FromChild): void => void process.send?.(message);
  let handle: ((message: ToChild) => void) | undefined;

  process.on("message", (message: ToChild) => {
    if (message.type !== "init") return handle?.(message);
    const { calls, memoryMb } = message;
    const watchdog = startWatchdog(__filename, memoryMb + OWN_MEMORY_MB);
    handle = createRunner({ library, guestCode, calls, memoryMb, send, setBusy: watchdog.setBusy }).handle;
    send({ type: "ready" });
  });
  process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
  // Ctrl+C reaches the whole process group; the runtime decides when a child ends.
  process.on("SIGINT", () => {});
}
