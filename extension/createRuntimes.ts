/** The runtimes of the window: follows its folders and its trust. */
import type * as vscode from "vscode";
import type { ControlEvents } from "../runtime/contract/control.ts";
import { createFolderRuntime, type OwnedFolderRuntime, type RuntimeTiming, TIMING } from "./folderRuntime.ts";
import type { Program } from "./program.ts";
import { addressOf } from "./folders.ts";
import type { FolderRuntime, Runtimes } from "./runtimes.ts";
import type { VsCode } from "./vscodeApi.ts";

export interface RuntimesDeps {
  vscode: VsCode;
  log: vscode.LogOutputChannel;
  program: Program;
  timing?: RuntimeTiming;
}

type Listeners = {
  [Event in keyof ControlEvents]: Set<(runtime: FolderRuntime, params: ControlEvents[Event]) => void>;
};

export function createRuntimes({ vscode, log, program, timing = TIMING }: RuntimesDeps): Runtimes {
  const changed = new vscode.EventEmitter<void>();
  const listeners: Listeners = {
    "tools/changed": new Set(),
    "secrets/changed": new Set(),
    "runs/changed": new Set(),
    "runs/cleared": new Set(),
    attention: new Set(),
    log: new Set(),
  };
  let all: readonly OwnedFolderRuntime[] = [];

  const create = (folder: vscode.WorkspaceFolder): OwnedFolderRuntime => {
    const runtime: OwnedFolderRuntime = createFolderRuntime({
      vscode,
      log,
      folder,
      timing,
      async program() {
        const node = await program.node();
        if ("problem" in node) return node;
        return { node: node.path, script: program.script, environment: program.environment() };
      },
      onState: () => changed.fire(),
      onEvent(event, params) {
        for (const listener of listeners[event]) tell(listener, runtime, params);
      },
    });
    return runtime;
  };

  /** One part that throws does not keep the others from hearing. */
  const tell = <Params>(
    listener: (runtime: FolderRuntime, params: Params) => void,
    runtime: FolderRuntime,
    params: Params,
  ): void => {
    try {
      listener(runtime, params);
    } catch (error) {
      log.error(error instanceof Error ? error : String(error));
    }
  };

  const follow = (): void => {
    const folders = vscode.workspace.isTrusted ? (vscode.workspace.workspaceFolders ?? []) : [];
    const before = all;
    const known = new Map(before.map((runtime) => [addressOf(runtime), runtime]));
    all = folders
      .filter(({ uri }) => uri.scheme === "file")
      .map((folder) => known.get(addressOf({ folder })) ?? create(folder));
    for (const runtime of before) if (!all.includes(runtime)) void runtime.dispose();
    changed.fire();
  };
  follow();

  const subscriptions = [
    changed,
    vscode.workspace.onDidChangeWorkspaceFolders(follow),
    vscode.workspace.onDidGrantWorkspaceTrust(follow),
  ];

  return {
    get all() {
      return all;
    },
    of(uri) {
      const folder = vscode.workspace.getWorkspaceFolder(uri);
      return folder && all.find((runtime) => addressOf(runtime) === addressOf({ folder }));
    },
    onDidChange: changed.event,
    on(event, listener) {
      listeners[event].add(listener);
      return new vscode.Disposable(() => listeners[event].delete(listener));
    },
    async restart() {
      await Promise.all(all.map((runtime) => runtime.restart()));
    },
    dispose() {
      for (const subscription of subscriptions) subscription.dispose();
      for (const runtime of all) void runtime.dispose();
      all = [];
    },
  };
}
