/** Runs of a person over runtimes that answer as a test says. */
import type * as vscode from "vscode";
import { registerCommands } from "../../extension/commands.ts";
import { createRunPanels } from "../../extension/runPanels.ts";
import { runCommands } from "../../extension/runTool.ts";
import type { FolderRuntime, Runtimes } from "../../extension/runtimes.ts";
import type { ControlEvents, ControlRequests, RunRecord, ToolRow } from "../../runtime/contract/control.ts";
import { createFakeVscode } from "../support/fakeVscode.ts";
import { runArguments } from "../support/runArguments.ts";
import type { FakeWebviewHolder } from "../support/fakeVscode/window.ts";
import { until } from "./support.ts";

export type Answers = {
  [Method in keyof ControlRequests]?: (
    params: ControlRequests[Method][0],
  ) => ControlRequests[Method][1] | Promise<ControlRequests[Method][1]>;
};

export function row(more: Partial<ToolRow> = {}): ToolRow {
  return {
    name: "greet",
    title: "Greet",
    description: "Says hello.",
    script: "scripts/greet.js",
    file: "scripts/greet.js",
    parameters: { type: "object", properties: { name: { type: "string" } } },
    annotations: {},
    confirm: "never",
    state: "ready",
    range: { start: { line: 0, character: 0 }, end: { line: 1, character: 0 } },
    ...more,
  };
}

export function record(more: Partial<RunRecord> = {}): RunRecord {
  return {
    id: "1",
    tool: "greet",
    origin: "User",
    client: "VS Code",
    args: runArguments({}),
    startedAt: "2026-11-30T10:00:00.000Z",
    state: "ok",
    durationMs: 12,
    progress: [],
    log: [],
    requests: [],
    result: { json: '"hello"', length: 7, whole: true },
    ...more,
  };
}

export function runTest({ folders = ["/w/shop"], rows = [row()] }: { folders?: string[]; rows?: ToolRow[] } = {}) {
  const fake = createFakeVscode({ folders });
  const asked: { folder: string; method: string; params: any }[] = [];
  const changed = new fake.vscode.EventEmitter<void>();
  const listeners: { event: string; listener(runtime: FolderRuntime, params: unknown): void }[] = [];
  const tools = { rows };
  const answers: Answers = {
    "tools/list": () => ({ folder: "/w/shop", name: "shop", displayName: "Shop", state: "ok", revision: "1", tools: tools.rows, problems: [] }), // prettier-ignore
    "tools/exampleArguments": () => ({ args: { name: "example" } }),
    "tools/checkArguments": () => ({ problems: [] }),
    "tools/callText": ({ tool, args }) => ({ text: JSON.stringify({ name: tool, parameters: args }) }),
    "secrets/list": () => ({ store: { kind: "keychain", ok: true }, rows: [] }),
    "run/start": ({ id, tool, args }) => record({ id, tool, args: runArguments(args) }),
    "run/cancel": () => ({ canceled: true }),
  };
  const runtimeOf = (folder: vscode.WorkspaceFolder): FolderRuntime => {
    const runtime: FolderRuntime = {
      folder,
      state: "running",
      problem: undefined,
      info: undefined,
      async request(method, params) {
        if (!all.includes(runtime)) throw new Error("This runtime was disposed of");
        asked.push({ folder: folder.uri.fsPath, method, params });
        const answer = answers[method] as undefined | ((params: unknown) => never);
        if (!answer) throw new Error(`nobody answers ${method}`);
        return await answer(params);
      },
    };
    return runtime;
  };
  const all = (fake.vscode.workspace.workspaceFolders ?? []).map(runtimeOf);
  const runtimes: Runtimes = {
    all,
    of: (uri) => all.find(({ folder }) => uri.path.startsWith(`${folder.uri.path}/`)),
    onDidChange: changed.event,
    on(event, listener) {
      const entry = { event, listener: listener as (runtime: FolderRuntime, params: unknown) => void };
      listeners.push(entry);
      return new fake.vscode.Disposable(() => listeners.splice(listeners.indexOf(entry), 1));
    },
    restart: () => Promise.resolve(),
    dispose: () => {},
  };
  const deps = fake.deps(runtimes);
  const panels = createRunPanels(deps);
  const commands = registerCommands(deps, runCommands);
  const posted = (panel: FakeWebviewHolder, type: string): any[] =>
    panel.webview.posted.filter((message) => message.type === type);
  return {
    fake,
    deps,
    asked,
    answers,
    tools,
    panels,
    listeners,
    fire<Event extends keyof ControlEvents>(event: Event, params: ControlEvents[Event], folder = 0): void {
      const runtime = all[folder];
      if (!runtime) throw new Error("There is no such folder");
      for (const entry of listeners.filter((one) => one.event === event)) entry.listener(runtime, params);
    },
    /** The folder leaves the window. @returns brings it back, with a runtime of its own */
    leave(index = 0): () => void {
      const [gone] = all.splice(index, 1);
      if (!gone) throw new Error("There is no such folder");
      changed.fire();
      return () => {
        all.splice(index, 0, runtimeOf(gone.folder));
        changed.fire();
      };
    },
    run: (argument?: unknown) => fake.run("guidon.runTool", argument),
    askedFor: (method: keyof ControlRequests): any[] =>
      asked.filter((one) => one.method === method).map(({ params }) => params),
    /** The panel that was opened last. */
    panel(): FakeWebviewHolder {
      const panel = fake.shown.webviewPanels.at(-1);
      if (!panel) throw new Error("No panel was opened");
      return panel;
    },
    /** Waits for a message to the page; the newest of its type. */
    async message(panel: FakeWebviewHolder, type: string, fits: (message: any) => boolean = () => true): Promise<any> {
      await until(() => posted(panel, type).some(fits));
      return posted(panel, type).findLast(fits);
    },
    posted,
    dispose(): void {
      commands.dispose();
      panels.dispose();
    },
  };
}
