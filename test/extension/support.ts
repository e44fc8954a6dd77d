/** Runtimes of the extension with the stand-in program, in folders of their own. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type * as vscode from "vscode";
import { childEnvironment } from "../../extension/childEnvironment.ts";
import { createRuntimes } from "../../extension/createRuntimes.ts";
import type { RuntimeTiming } from "../../extension/folderRuntime.ts";
import type { PartDeps } from "../../extension/part.ts";
import type { Program } from "../../extension/program.ts";
import type { FolderRuntime, RuntimeState, Runtimes } from "../../extension/runtimes.ts";
import { createFakeVscode, untoldTools, type FakeOptions, type FakeVscode } from "../support/fakeVscode.ts";
import type { Behaviour } from "./standInRuntime.ts";

export const QUICK: RuntimeTiming = {
  limits: { startMs: 5000, softEndMs: 100, hardEndMs: 300 },
  pausesMs: [10, 20, 30],
  windowMs: 60_000,
  starts: 2,
};

export interface Stage {
  fake: FakeVscode;
  deps: PartDeps;
  runtimes: Runtimes;
  program: Program;
  folders: string[];
  write(file: string, content: unknown, folder?: number): void;
  behave(behaviour: Behaviour, folder?: number): void;
  /** What the stand-ins noted, "start <pid>" for each start. */
  notes(folder?: number): string[];
  dispose(): Promise<void>;
}

export interface StageOptions extends FakeOptions {
  count?: number;
  timing?: Partial<RuntimeTiming>;
  program?: Partial<Program>;
}

export function createStage({ count = 1, timing, program: changed, ...options }: StageOptions = {}): Stage {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "guidon-extension-")));
  const folders = Array.from({ length: count }, (_, i) => join(root, `folder${i}`));
  for (const folder of folders) mkdirSync(folder);
  const fake = createFakeVscode({ folders, ...options });
  const log = fake.vscode.window.createOutputChannel("Guidon", { log: true });
  const program: Program = {
    node: () => Promise.resolve({ path: process.execPath, source: "path", abi: "147", version: "26.0.0" }),
    script: join(import.meta.dirname, "standInRuntime.ts"),
    settings: () => ({}),
    environment: () => childEnvironment(process.env),
    dispose: () => {},
    ...changed,
  };
  const runtimes = createRuntimes({ vscode: fake.vscode, log, program, timing: { ...QUICK, ...timing } });
  const write = (file: string, content: unknown, folder = 0): void =>
    writeFileSync(join(folders[folder] ?? "", file), typeof content === "string" ? content : JSON.stringify(content));
  const notes = (folder = 0): string[] => {
    const file = join(folders[folder] ?? "", "starts.txt");
    return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  };
  return {
    fake,
    deps: { vscode: fake.vscode, context: fake.context, runtimes, tools: untoldTools(runtimes), log },
    runtimes,
    program,
    folders,
    write,
    behave: (behaviour, folder) => write("behaviour.json", behaviour, folder),
    notes,
    async dispose() {
      runtimes.dispose();
      const pids = folders.flatMap((_, i) => notes(i)).flatMap((line) => /^start (\d+)$/.exec(line)?.[1] ?? []);
      await until(() => pids.every((pid) => !isAlive(Number(pid))));
      rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    },
  };
}

export function first({ runtimes }: Pick<Stage, "runtimes">): FolderRuntime {
  const [runtime] = runtimes.all;
  if (!runtime) throw new Error("There is no runtime");
  return runtime;
}

/** Resolves when the runtime is in that state. */
export async function inState({ runtimes }: Stage, runtime: FolderRuntime, state: RuntimeState): Promise<void> {
  await happens(runtimes.onDidChange, () => runtime.state === state);
}

/** Resolves when `holds` does; it is asked at each event. */
export async function happens(event: vscode.Event<unknown>, holds: () => boolean, limitMs = 10_000): Promise<void> {
  if (holds()) return;
  const done = Promise.withResolvers<void>();
  const timer = setTimeout(() => done.reject(new Error("It did not happen")), limitMs);
  const subscription = event(() => holds() && done.resolve());
  try {
    await done.promise;
  } finally {
    clearTimeout(timer);
    subscription.dispose();
  }
}

/** For what has no event. */
export async function until(holds: () => boolean, limitMs = 10_000): Promise<void> {
  for (const end = Date.now() + limitMs; !holds(); await sleep(10)) {
    if (Date.now() > end) throw new Error("It did not happen");
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
