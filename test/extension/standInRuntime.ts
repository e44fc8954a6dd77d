/**
 * A small program in the place of dist/guidon.js: answers `control` as the file behaviour.json in its folder says.
 * Started by Node as it is, so it is in TypeScript that needs no build.
 */
import { appendFileSync, existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Handlers, serveChannel } from "../../runtime/channel.ts";
import type { ControlEvents, ControlRequests, ToolsView } from "../../runtime/contract/control.ts";

export interface Behaviour {
  /** Before it listens. */
  slowMs?: number;
  /** Ends at once with this exit code. */
  exit?: number;
  /** On stdout, before all else. */
  garbage?: string;
  /** Takes neither the end of its input nor SIGTERM for an end. */
  stubborn?: boolean;
  /** Ends this long after its first answer. */
  dieAfterMs?: number;
  /** Uses the behaviour for one start only. */
  once?: boolean;
  view?: Partial<ToolsView>;
}

const folder = process.argv[process.argv.indexOf("--workspace") + 1] ?? ".";
const file = join(folder, "behaviour.json");
const behaviour: Behaviour = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
if (behaviour.once) rmSync(file);
const note = (what: string): void => appendFileSync(join(folder, "starts.txt"), `${what}\n`);
note(`start ${process.pid}`);
process.stderr.write(`${new Date().toISOString()} warn it is a stand-in\n`);
if (behaviour.exit !== undefined) {
  process.stderr.write("it cannot go on\n");
  process.exit(behaviour.exit);
}
if (behaviour.slowMs) await sleep(behaviour.slowMs);
if (behaviour.garbage) process.stdout.write(behaviour.garbage);
if (behaviour.stubborn) {
  process.on("SIGTERM", () => note("SIGTERM"));
  setInterval(() => {}, 1000);
}

const view = (): ToolsView => {
  const tools = join(folder, "tools.json");
  return {
    folder,
    name: "stand-in",
    displayName: "Stand-in",
    revision: "r1",
    tools: [],
    problems: [],
    state: existsSync(tools) ? "ok" : "missing",
    ...behaviour.view,
  };
};

const handlers = {
  initialize() {
    if (behaviour.dieAfterMs !== undefined) setTimeout(() => process.exit(7), behaviour.dieAfterMs);
    return {
      version: "0",
      node: process.versions.node,
      pid: process.pid,
      folder,
      dataDirectory: folder,
      role: "owner",
    };
  },
  "tools/list": view,
  "tools/reload": () => {
    channel.notify("tools/changed", { revision: "r2" });
    return view();
  },
  /** Says what it was started with. */
  "tools/callText": () => ({ text: JSON.stringify({ env: process.env, cwd: process.cwd() }) }),
  /** Never answers; says when the asker does not want it any more. */
  "runs/list": (_params: object, signal: AbortSignal) =>
    new Promise<never>((_resolve, reject) => {
      note("asked");
      signal.addEventListener("abort", () => {
        note("canceled");
        reject(new Error("canceled"));
      });
    }),
  "runs/clear": () => process.exit(9),
} satisfies Partial<Handlers<ControlRequests>>;

const channel = serveChannel<ControlRequests, ControlEvents>(
  process.stdin,
  process.stdout,
  handlers as unknown as Handlers<ControlRequests>,
  (error) => ({ name: "ToolError", code: "Internal", message: String(error) }),
);
channel.onClose(() => {
  if (!behaviour.stubborn) process.exit(0);
});
