/** Language features over runtimes that answer as a test says. */
import type * as vscode from "vscode";
import { createLanguage } from "../../../extension/language/language.ts";
import type { FolderRuntime, Runtimes, RuntimeState } from "../../../extension/runtimes.ts";
import type { ControlEvents, ControlRequests, Position0 } from "../../../runtime/contract/control.ts";
import { createFakeVscode, type FakeOptions } from "../../support/fakeVscode.ts";
import type { FakeDocument } from "../../support/fakeVscode/documents.ts";
import { until } from "../support.ts";

export type Answers = {
  [Method in keyof ControlRequests]?: (
    params: ControlRequests[Method][0],
    asked: { folder: string; token: vscode.CancellationToken | undefined },
  ) => ControlRequests[Method][1] | Promise<ControlRequests[Method][1]>;
};

export interface AskedFor {
  folder: string;
  method: string;
  params: any;
}

export type LanguageTest = ReturnType<typeof createLanguageTest>;

/** @param answers of every runtime; what is absent is refused, as by a runtime that is gone */
export function createLanguageTest(options: FakeOptions, answers: Answers = {}) {
  const fake = createFakeVscode(options);
  const { vscode } = fake;
  const asked: AskedFor[] = [];
  const changed = new vscode.EventEmitter<void>();
  const listeners: { event: string; listener: (runtime: FolderRuntime, params: never) => void }[] = [];
  const states = new Map<string, RuntimeState>();
  const made = new Map<string, FolderRuntime>();

  const runtimeOf = (folder: vscode.WorkspaceFolder): FolderRuntime => {
    const address = folder.uri.toString();
    const runtime: FolderRuntime = made.get(address) ?? {
      folder,
      get state() {
        return states.get(folder.uri.fsPath) ?? "running";
      },
      problem: undefined,
      info: undefined,
      async request(method, params, token) {
        asked.push({ folder: folder.uri.fsPath, method, params });
        const answer = answers[method] as undefined | ((params: unknown, asked: unknown) => never);
        if (!answer) throw new Error("The runtime ended");
        return await answer(params, { folder: folder.uri.fsPath, token });
      },
    };
    made.set(address, runtime);
    return runtime;
  };
  const runtimes: Runtimes = {
    get all() {
      return vscode.workspace.isTrusted ? (vscode.workspace.workspaceFolders ?? []).map(runtimeOf) : [];
    },
    of(uri) {
      const folder = vscode.workspace.getWorkspaceFolder(uri);
      return folder && runtimes.all.find((each) => each.folder.uri.toString() === folder.uri.toString());
    },
    onDidChange: changed.event,
    on(event, listener) {
      const entry = { event, listener };
      listeners.push(entry);
      return new vscode.Disposable(() => listeners.splice(listeners.indexOf(entry), 1));
    },
    restart: () => Promise.resolve(),
    dispose: () => changed.dispose(),
  };
  const deps = fake.deps(runtimes);
  let language: vscode.Disposable | undefined;

  return {
    fake,
    deps,
    asked,
    answers,
    listeners,
    start(): void {
      language = createLanguage(deps);
    },
    /** Requests of one method. */
    askedFor: (method: keyof ControlRequests): any[] =>
      asked.filter((each) => each.method === method).map(({ params }) => params),
    setState(folder: string, state: RuntimeState): void {
      states.set(folder, state);
      changed.fire();
    },
    /** Folders or trust are not what they were. */
    changed: () => changed.fire(),
    tell<Event extends keyof ControlEvents>(event: Event, params: ControlEvents[Event], at = 0): void {
      const runtime = runtimes.all[at];
      for (const each of listeners) if (each.event === event && runtime) each.listener(runtime, params as never);
    },
    open: (path: string, text: string): FakeDocument => fake.documents.open(vscode.Uri.file(path), text),
    provider: (kind: string): any => fake.languageProviders.find((each) => each.kind === kind)?.provider,
    /** Diagnostics that are shown of a file. */
    problems: (path: string): any[] => fake.diagnostics.get(vscode.Uri.file(path).toString()) ?? [],
    position: ({ line, character }: Position0): any => new vscode.Position(line, character),
    token: (): { source: vscode.CancellationTokenSource; token: any } => {
      const source = new vscode.CancellationTokenSource();
      return { source, token: source.token };
    },
    /** Resolves when the scripts of all folders are known. */
    async scriptsKnown(): Promise<void> {
      await until(() => asked.filter(({ method }) => method === "scripts/typings").length >= runtimes.all.length);
      await new Promise(setImmediate);
    },
    dispose: () => language?.dispose(),
  };
}

export function range(line: number, from: number, to: number) {
  return { start: { line, character: from }, end: { line, character: to } };
}
