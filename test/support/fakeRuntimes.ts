/** Runtimes for tests of the extension's parts: answers are functions, events are fired by the test. */
import type * as vscode from "vscode";
import { ChannelError } from "../../runtime/channel.ts";
import type { ControlEvents, ControlRequests, RuntimeInfo } from "../../runtime/contract/control.ts";
import type { ErrorCode } from "../../runtime/errors.ts";
import type { FolderRuntime, Runtimes, RuntimeState } from "../../extension/runtimes.ts";
import { EventEmitter } from "./fakeVscode/classes.ts";
import type { FakeVscode } from "./fakeVscode.ts";

type Answers = {
  [Method in keyof ControlRequests]?: (params: ControlRequests[Method][0]) => ControlRequests[Method][1];
};

export interface FakeRuntime extends FolderRuntime {
  state: RuntimeState;
  problem: string | undefined;
  info: RuntimeInfo | undefined;
  answers: Answers;
  /** Requests so far. */
  asked: { method: string; params: any }[];
}

export interface FakeRuntimes extends Runtimes {
  all: FakeRuntime[];
  fire<Event extends keyof ControlEvents>(runtime: FakeRuntime, event: Event, params: ControlEvents[Event]): void;
  /** A new process, as after a crash. */
  start(runtime: FakeRuntime): void;
  change(): void;
}

/** One for each folder of the fake window, not started. */
export function createFakeRuntimes({ vscode: api }: FakeVscode, answers: Answers = {}): FakeRuntimes {
  const changed = new EventEmitter<void>();
  const heard = new EventEmitter<{ runtime: FakeRuntime; event: string; params: any }>();
  const all = (api.workspace.workspaceFolders ?? []).map((folder) => fakeRuntime(folder, answers));
  let pid = 100;
  return {
    all,
    of: (uri) => all.find(({ folder }) => uri.toString().startsWith(folder.uri.toString())),
    onDidChange: changed.event as vscode.Event<void>,
    on: (event, listener) => heard.event((one) => one.event === event && listener(one.runtime, one.params)),
    restart: () => Promise.resolve(),
    dispose: () => {},
    fire: (runtime, event, params) => heard.fire({ runtime, event, params }),
    start(runtime) {
      runtime.state = "running";
      runtime.problem = undefined;
      runtime.info = { version: "1", node: "26", pid: pid++, folder: "", dataDirectory: "", role: "owner" };
      changed.fire();
    },
    change: () => changed.fire(),
  };
}

function fakeRuntime(folder: vscode.WorkspaceFolder, answers: Answers): FakeRuntime {
  const asked: FakeRuntime["asked"] = [];
  return {
    folder,
    state: "stopped",
    problem: undefined,
    info: undefined,
    answers: { ...answers },
    asked,
    async request(method, params) {
      asked.push({ method, params: structuredClone(params) });
      await Promise.resolve();
      const answer = this.answers[method] as ((params: unknown) => any) | undefined;
      if (!answer) throw new Error(`The test says nothing about ${method}`);
      return answer(params);
    },
  };
}

/** What a runtime refuses a request with. */
export function refusal(code: ErrorCode, message: string, hint?: string): ChannelError {
  return new ChannelError({ name: "ToolError", code, message, ...(hint ? { hint } : {}) });
}
