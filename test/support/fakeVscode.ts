/**
 * A `vscode` for tests in plain Node: `const fake = createFakeVscode({ folders: [folder] })`, then `createX(fake.deps(runtimes))`.
 * What would be shown is in `fake.shown`, what a person answers is set in `fake.answers`, and what happens is made to by `fake.…()`.
 */
import { readFileSync } from "node:fs";
import { readFile, readdir, stat, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import type * as vscode from "vscode";
import type { PartDeps } from "../../extension/part.ts";
import type { Runtimes } from "../../extension/runtimes.ts";
import type { Tools } from "../../extension/tools.ts";
import type { VsCode } from "../../extension/vscodeApi.ts";
import * as classes from "./fakeVscode/classes.ts";
import { createDocuments, type FakeDocument, matches } from "./fakeVscode/documents.ts";
import * as enums from "./fakeVscode/enums.ts";
import { configuration, diagnosticCollection, memento } from "./fakeVscode/stores.ts";
import { Uri } from "./fakeVscode/uri.ts";
import { createWindow } from "./fakeVscode/window.ts";

const ROOT = new URL("../..", import.meta.url).pathname;
const { Disposable, EventEmitter } = classes;

export interface FakeOptions {
  /** Paths, or addresses such as "vscode-vfs://github/a/b". */
  folders?: string[];
  /** Those without a tools.json. */
  unused?: string[];
  /** true when absent. */
  trusted?: boolean;
  /** "guidon.nodePath" → value, of the user. */
  settings?: Record<string, unknown>;
  workspaceSettings?: Record<string, unknown>;
  language?: string;
  bundle?: Record<string, string>;
  remoteName?: string;
  /** An older editor or a fork that knows no language models. */
  noLanguageModels?: boolean;
  extensionPath?: string;
}

interface Folder {
  uri: Uri;
  name: string;
  index: number;
}

export type FakeVscode = ReturnType<typeof createFakeVscode>;

export function createFakeVscode(options: FakeOptions = {}) {
  const documents = createDocuments();
  const { window, shown, answers, resolveWebviewView, setLogLevel } = createWindow(documents);
  const commands = new Map<string, (...args: any[]) => unknown>();
  const executed: { id: string; args: any[] }[] = [];
  const contextKeys = new Map<string, unknown>();
  const mcpProviders = new Map<string, any>();
  const contentProviders = new Map<string, any>();
  const languageProviders: { kind: string; selector: any; provider: any; extra: any[] }[] = [];
  const diagnostics = new Map<string, any[]>();
  const secrets = new Map<string, string>();
  const watchers: { pattern: any; create: any; change: any; remove: any }[] = [];
  const terminalVariables = new Map<string, string>();
  const clipboard = { text: "" };
  const opened: string[] = [];
  const settings = { global: { ...options.settings }, workspace: { ...options.workspaceSettings } };
  const events = {
    folders: new EventEmitter<any>(),
    trust: new EventEmitter<void>(),
    configuration: new EventEmitter<any>(),
    files: new EventEmitter<any>(),
    secrets: new EventEmitter<{ key: string }>(),
  };
  const noEvent = (): classes.Disposable => new Disposable(() => {});

  const folder = (path: string, index: number): Folder => {
    const uri = /^[\w-]+:\/\//.test(path) ? Uri.parse(path) : Uri.file(path);
    return { uri, name: basename(uri.path), index };
  };

  const workspace = {
    workspaceFolders: options.folders?.map(folder),
    isTrusted: options.trusted ?? true,
    name: "test",
    fs: {
      readFile: (uri: Uri) => readFile(uri.fsPath),
      writeFile: (uri: Uri, bytes: Uint8Array) => writeFile(uri.fsPath, bytes),
      async stat(uri: Uri) {
        const { size, mtimeMs, isDirectory } = await statOf(uri);
        return { size, mtime: mtimeMs, ctime: mtimeMs, type: isDirectory ? 2 : 1 };
      },
      readDirectory: async (uri: Uri) =>
        (await readdir(uri.fsPath, { withFileTypes: true })).map((entry) => [entry.name, entry.isDirectory() ? 2 : 1]),
    },
    get textDocuments() {
      return documents.documents;
    },
    getWorkspaceFolder: (uri: Uri): Folder | undefined =>
      workspace.workspaceFolders?.find(
        (each) => uri.scheme === each.uri.scheme && `${String(uri)}/`.startsWith(`${String(each.uri)}/`),
      ),
    asRelativePath(what: Uri | string, withFolder?: boolean): string {
      const uri = typeof what === "string" ? Uri.file(what) : what;
      const inside = workspace.getWorkspaceFolder(uri);
      if (!inside) return uri.fsPath;
      const path = uri.path.slice(inside.uri.path.length + 1);
      return (withFolder ?? (workspace.workspaceFolders?.length ?? 0) > 1) ? `${inside.name}/${path}` : path;
    },
    getConfiguration: (section?: string) => configuration(settings, section),
    openTextDocument: documents.openTextDocument,
    applyEdit: documents.applyEdit,
    findFiles: () => Promise.resolve([]),
    createFileSystemWatcher(pattern: any) {
      const watcher = {
        pattern,
        create: new EventEmitter<Uri>(),
        change: new EventEmitter<Uri>(),
        remove: new EventEmitter<Uri>(),
      };
      watchers.push(watcher);
      return {
        onDidCreate: watcher.create.event,
        onDidChange: watcher.change.event,
        onDidDelete: watcher.remove.event,
        dispose: () => void watchers.splice(watchers.indexOf(watcher), 1),
      };
    },
    onDidChangeWorkspaceFolders: events.folders.event,
    onDidGrantWorkspaceTrust: events.trust.event,
    onDidChangeConfiguration: events.configuration.event,
    onDidOpenTextDocument: documents.opened.event,
    onDidChangeTextDocument: documents.changed.event,
    onDidSaveTextDocument: documents.saved.event,
    onDidCloseTextDocument: documents.closed.event,
    onDidRenameFiles: events.files.event,
    onDidCreateFiles: events.files.event,
    onDidDeleteFiles: events.files.event,
    registerTextDocumentContentProvider(scheme: string, provider: any) {
      contentProviders.set(scheme, provider);
      return new Disposable(() => contentProviders.delete(scheme));
    },
  };

  const register =
    (kind: string) =>
    (selector: any, provider: any, ...extra: any[]) => {
      const entry = { kind, selector, provider, extra };
      languageProviders.push(entry);
      return new Disposable(() => languageProviders.splice(languageProviders.indexOf(entry), 1));
    };

  const api = {
    ...classes,
    ...enums,
    version: "1.139.1",
    Uri,
    window,
    workspace,
    commands: {
      registerCommand(id: string, run: (...args: any[]) => unknown) {
        if (commands.has(id)) throw new Error(`command '${id}' already exists`);
        commands.set(id, run);
        return new Disposable(() => commands.delete(id));
      },
      async executeCommand(id: string, ...args: any[]): Promise<unknown> {
        executed.push({ id, args });
        if (id === "setContext") contextKeys.set(args[0], args[1]);
        return await commands.get(id)?.(...args);
      },
      getCommands: () => Promise.resolve([...commands.keys()]),
    },
    languages: {
      registerCompletionItemProvider: register("completion"),
      registerHoverProvider: register("hover"),
      registerDocumentLinkProvider: register("link"),
      registerDefinitionProvider: register("definition"),
      registerReferenceProvider: register("reference"),
      registerRenameProvider: register("rename"),
      registerCodeActionsProvider: register("codeAction"),
      registerCodeLensProvider: register("codeLens"),
      createDiagnosticCollection: (name: string) => diagnosticCollection(name, diagnostics),
      getDiagnostics: (uri: Uri) => diagnostics.get(uri.toString()) ?? [],
      match: (selector: any, document: FakeDocument) => matches(selector, document),
    },
    lm: options.noLanguageModels
      ? undefined
      : {
          tools: [],
          registerMcpServerDefinitionProvider(id: string, provider: any) {
            mcpProviders.set(id, provider);
            return new Disposable(() => mcpProviders.delete(id));
          },
        },
    extensions: { getExtension: (): any => undefined, all: [], onDidChange: noEvent },
    env: {
      language: options.language ?? "en",
      remoteName: options.remoteName,
      appName: "VS Code",
      uriScheme: "vscode",
      uiKind: 1,
      machineId: "test",
      clipboard: {
        readText: () => Promise.resolve(clipboard.text),
        writeText: (text: string) => Promise.resolve(void (clipboard.text = text)),
      },
      openExternal: (uri: Uri) => Promise.resolve(opened.push(uri.toString()) > 0),
      asExternalUri: (uri: Uri) => Promise.resolve(uri),
    },
    l10n: {
      bundle: options.bundle,
      uri: undefined,
      t(what: any, ...args: any[]): string {
        const { message, args: named } = typeof what === "string" ? { message: what, args } : what;
        const values = args.length === 1 && typeof args[0] === "object" ? args[0] : (named ?? args);
        const text: string = options.bundle?.[message] ?? message;
        return text.replaceAll(/\{(\w+)\}/g, (whole, key: string) => String(values[key] ?? whole));
      },
    },
  };

  const extensionPath = options.extensionPath ?? ROOT;
  const context = {
    subscriptions: [] as { dispose(): unknown }[],
    extensionPath,
    extensionUri: Uri.file(extensionPath),
    extensionMode: 1,
    extension: {
      id: "guidon.guidon",
      packageJSON: JSON.parse(readFileSync(`${ROOT}/package.json`, "utf8")),
      extensionKind: 2,
    },
    asAbsolutePath: (path: string) => `${extensionPath}/${path}`,
    globalState: memento(),
    workspaceState: memento(),
    environmentVariableCollection: {
      persistent: true,
      description: undefined,
      prepend: (name: string, value: string) => void terminalVariables.set(name, `${value}…`),
      replace: (name: string, value: string) => void terminalVariables.set(name, value),
    },
    storageUri: undefined,
    globalStorageUri: Uri.file("/nowhere"),
    secrets: {
      get: (key: string) => Promise.resolve(secrets.get(key)),
      store: (key: string, value: string) => Promise.resolve(void secrets.set(key, value)),
      delete: (key: string) => Promise.resolve(void secrets.delete(key)),
      keys: () => Promise.resolve([...secrets.keys()]),
      onDidChange: events.secrets.event,
    },
  };

  return {
    vscode: api as unknown as VsCode,
    context: context as unknown as vscode.ExtensionContext,
    shown,
    answers,
    commands,
    executed,
    contextKeys,
    mcpProviders,
    contentProviders,
    languageProviders,
    diagnostics,
    secrets,
    watchers,
    /** "value" of a variable that is replaced, "value…" of one that is prepended to. */
    terminalVariables,
    clipboard,
    opened,
    documents,
    events,
    resolveWebviewView,
    setLogLevel: (level: "Debug" | "Info") => setLogLevel(enums.LogLevel[level] ?? 0),
    /** For createX(deps, …). */
    deps(runtimes: Runtimes): PartDeps {
      const log = window.createOutputChannel("Guidon") as unknown as vscode.LogOutputChannel;
      return {
        vscode: api as unknown as VsCode,
        context: context as unknown as vscode.ExtensionContext,
        runtimes,
        tools: untoldTools(runtimes, options.unused),
        log,
      };
    },
    /** Lines of the log channel. */
    get logLines(): string[] {
      return shown.outputChannels.get("Guidon")?.lines ?? [];
    },
    setFolders(paths: string[]): void {
      const before = workspace.workspaceFolders ?? [];
      const after = paths.map(folder);
      workspace.workspaceFolders = after.length > 0 ? after : undefined;
      const has = (list: typeof after, one: (typeof after)[0]): boolean =>
        list.some(({ uri }) => uri.toString() === one.uri.toString());
      events.folders.fire({
        added: after.filter((one) => !has(before, one)),
        removed: before.filter((one) => !has(after, one)),
      });
    },
    grantTrust(): void {
      workspace.isTrusted = true;
      events.trust.fire();
    },
    setSetting(name: string, value: unknown, target: "global" | "workspace" = "global"): void {
      settings[target][name] = value;
      events.configuration.fire({
        affectsConfiguration: (section: string) => name === section || name.startsWith(`${section}.`),
      });
    },
    /** Runs a command as a person does. */
    run: (id: string, ...args: unknown[]): unknown => api.commands.executeCommand(id, ...args),
  };
}

/** Which folders have a tools.json, and nothing more; for more, `createTools(deps)`. */
export function untoldTools({ all }: Runtimes, unused: string[] = []): Tools {
  return {
    get folders() {
      return all.map((runtime) => {
        const hasFile = !unused.includes(runtime.folder.uri.fsPath);
        return { runtime, hasFile, view: undefined, running: new Map() };
      });
    },
    state: "starting",
    onDidChange: () => new Disposable(() => {}),
    known: () => Promise.resolve(),
    dispose: () => {},
  };
}

async function statOf(uri: Uri) {
  const { size, mtimeMs, ...rest } = await stat(uri.fsPath);
  return { size, mtimeMs, isDirectory: (rest.mode & 0o170000) === 0o040000 };
}
