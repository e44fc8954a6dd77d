/** The document requests of a folder, answered by a real runtime. */
import assert from "node:assert/strict";
import type { Fix, LastRun, Position0, TextEdit } from "../../runtime/contract/control.ts";
import type { ControlDeps } from "../../runtime/control/deps.ts";
import { documentHandlers } from "../../runtime/control/documentHandlers.ts";
import { createLines } from "../../runtime/editor/lines.ts";
import { silentLog } from "../../runtime/log.ts";
import { createRuntime } from "../../runtime/runtime.ts";
import { loadSettings } from "../../runtime/settings.ts";
import { createWorkspace, type TestWorkspace } from "../support/workspace.ts";

export const MAIN = "async function main() { return 1; }\n";
const NEVER = new AbortController().signal;

export type Handlers = ReturnType<typeof documentHandlers>;

export interface EditorBench extends TestWorkspace {
  deps: ControlDeps;
  handlers: Handlers;
  lastRuns: Map<string, LastRun>;
  /** The parameters of a request at the mark ‸ of a text, which is taken out. */
  at(textWithMark: string, file?: string): { file: string; text: string; position: Position0 };
  ask<Method extends keyof Handlers>(
    method: Method,
    params: Parameters<Handlers[Method]>[0],
  ): Promise<Awaited<ReturnType<Handlers[Method]>>>;
  close(): Promise<void>;
}

/** @param secrets names that are set, with values of the environment */
export function openEditor(files: Record<string, unknown>, secrets: string[] = []): EditorBench {
  const workspace = createWorkspace(files);
  const environment = workspace.environment();
  const environmentSecrets = new Map(secrets.map((name) => [name, `value-of-${name}`]));
  const dataDir = environment["GUIDON_HOME"] ?? "";
  const runtime = createRuntime({
    folders: [workspace.folder],
    trust: false,
    environment,
    environmentSecrets,
    dataDir,
    settings: loadSettings(environment),
    log: silentLog,
  });
  const { registry } = runtime.workspace(undefined);
  const deps: ControlDeps = {
    folder: workspace.folder,
    registry,
    runtime,
    dataDir,
    environment,
    shown: new Map(),
    log: silentLog,
    notify: () => {},
  };
  const lastRuns = new Map<string, LastRun>();
  const handlers = documentHandlers(deps, (tool) => lastRuns.get(tool));
  return {
    ...workspace,
    deps,
    handlers,
    lastRuns,
    at(textWithMark, file = "tools.json") {
      const offset = textWithMark.indexOf("‸");
      assert.ok(offset >= 0, "the text has a mark");
      const text = textWithMark.replace("‸", "");
      return { file, text, position: createLines(text).rangeOf({ offset, length: 0 }).start };
    },
    async ask(method, params) {
      const handler = handlers[method] as (params: unknown, signal: AbortSignal) => never;
      return handler(params, NEVER);
    },
    async close() {
      await runtime.dispose();
      workspace.dispose();
    },
  };
}

/** As an editor would. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const lines = createLines(text);
  return edits
    .map(({ range, newText }) => ({ start: lines.offsetAt(range.start), end: lines.offsetAt(range.end), newText }))
    .toSorted((a, b) => b.start - a.start)
    .reduce((changed, { start, end, newText }) => changed.slice(0, start) + newText + changed.slice(end), text);
}

export function applyFix(text: string, fix: Fix | undefined): string {
  assert.equal(fix?.kind, "edit");
  return fix?.kind === "edit" ? applyEdits(text, fix.edits) : text;
}
