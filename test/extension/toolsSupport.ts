/** A window with folders, runtimes that answer as a test says, and rows of tools. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PartDeps } from "../../extension/part.ts";
import { createTools, type Tools } from "../../extension/tools.ts";
import type { RunRecord, ToolRow, ToolsView } from "../../runtime/contract/control.ts";
import { createFakeRuntimes, type FakeRuntime, type FakeRuntimes } from "../support/fakeRuntimes.ts";
import { createFakeVscode, type FakeOptions, type FakeVscode } from "../support/fakeVscode.ts";
import { runArguments } from "../support/runArguments.ts";
import { happens } from "./support.ts";

export interface Window {
  fake: FakeVscode;
  deps: PartDeps;
  runtimes: FakeRuntimes;
  folders: string[];
  first: FakeRuntime;
  write(file: string, text: string, folder?: number): void;
  dispose(): void;
}

/** @param views one for each folder; undefined: a folder without a tools.json */
export function createWindow(views: (Partial<ToolsView> | undefined)[] = [{}], options: FakeOptions = {}): Window {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "guidon-window-")));
  const folders = views.map((_, i) => join(root, `folder${i}`));
  for (const folder of folders) mkdirSync(folder);
  const write = (file: string, text: string, folder = 0): void => {
    mkdirSync(join(folders[folder] ?? "", file, ".."), { recursive: true });
    writeFileSync(join(folders[folder] ?? "", file), text);
  };
  views.forEach((view, i) => view && write("tools.json", "{}", i));
  const fake = createFakeVscode({ folders, ...options });
  const runtimes = createFakeRuntimes(fake);
  runtimes.all.forEach((runtime, i) => {
    runtime.answers["tools/list"] = () => viewOf(views[i] ?? { state: "missing" });
  });
  const [first] = runtimes.all;
  if (!first) throw new Error("There is no folder");
  return {
    fake,
    runtimes,
    folders,
    first,
    write,
    deps: fake.deps(runtimes),
    dispose: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** The window's own tools from now on. */
export async function knownTools({ deps }: Window): Promise<Tools> {
  const tools = createTools(deps, 0);
  deps.tools = tools;
  await tools.known();
  return tools;
}

export function viewOf(more: Partial<ToolsView> = {}): ToolsView {
  const view = { folder: "", name: "test", displayName: "Test", revision: "r1", tools: [], problems: [] };
  return { ...view, state: "ok", ...more };
}

export function row(name: string, more: Partial<ToolRow> = {}): ToolRow {
  return {
    name,
    description: `Does ${name}`,
    script: `scripts/${name}.js`,
    file: `scripts/${name}.js`,
    parameters: {},
    annotations: {},
    confirm: "never",
    state: "ready",
    range: { start: { line: 3, character: 4 }, end: { line: 7, character: 5 } },
    ...more,
  };
}

export function run(tool: string, state: RunRecord["state"], more: Partial<RunRecord> = {}): RunRecord {
  return {
    id: "run1",
    tool,
    origin: "Mcp",
    client: "Claude Code",
    args: runArguments({}),
    startedAt: "2026-01-01T00:00:00.000Z",
    state,
    progress: [],
    log: [],
    requests: [],
    ...more,
  };
}

export { happens };
