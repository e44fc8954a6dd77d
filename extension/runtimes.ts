/** The runtimes of the window's folders: one process for each, started at first need. */
import type * as vscode from "vscode";
import type { ControlEvents, ControlRequests, RuntimeInfo } from "../runtime/contract/control.ts";

/** "stopped": nobody has needed it yet. "failed": it does not start or died too often; `problem` says why. */
export type RuntimeState = "stopped" | "starting" | "running" | "restarting" | "failed";

export interface FolderRuntime {
  readonly folder: vscode.WorkspaceFolder;
  readonly state: RuntimeState;
  /** Of a runtime that failed, in plain words. */
  readonly problem: string | undefined;
  readonly info: RuntimeInfo | undefined;
  /** Starts the runtime where it does not run. @throws ChannelError */
  request<Method extends keyof ControlRequests>(
    method: Method,
    params: ControlRequests[Method][0],
    token?: vscode.CancellationToken,
  ): Promise<ControlRequests[Method][1]>;
}

export interface Runtimes extends vscode.Disposable {
  /** Of all folders on disk, in the window's order; empty while the workspace is not trusted. */
  readonly all: readonly FolderRuntime[];
  /** Of the folder that a file is in. */
  of(uri: vscode.Uri): FolderRuntime | undefined;
  /** Folders came or went, or a runtime's state changed. */
  readonly onDidChange: vscode.Event<void>;
  /** An event of any runtime. */
  on<Event extends keyof ControlEvents>(
    event: Event,
    listener: (runtime: FolderRuntime, params: ControlEvents[Event]) => void,
  ): vscode.Disposable;
  /** Ends all of them and starts those again that ran. */
  restart(): Promise<void>;
}
