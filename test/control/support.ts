/** What the tests of the control channel's handlers share: a real runtime of one folder, and what it tells its editor. */
import { join } from "node:path";
import type { ControlDeps, HandlersOf } from "../../runtime/control/deps.ts";
import { takeEnvironment } from "../../runtime/environment.ts";
import { silentLog } from "../../runtime/log.ts";
import { createRuntime } from "../../runtime/runtime.ts";
import { loadSettings } from "../../runtime/settings.ts";
import { createWorkspace, type TestWorkspace } from "../support/workspace.ts";

export interface ControlledWorkspace extends AsyncDisposable {
  workspace: TestWorkspace;
  deps: ControlDeps;
  /** Names of the events so far, each once, in order; they are forgotten then. */
  told(): string[];
}

/** Of a handler, which takes the signal of an asker that goes away. */
export const NEVER = new AbortController().signal;

export function createControlled(
  files: Record<string, unknown>,
  options: { env?: Record<string, string>; environmentSecrets?: Map<string, string> } = {},
): ControlledWorkspace {
  const workspace = createWorkspace(files);
  const environment = takeEnvironment(workspace.environment(options.env));
  const environmentSecrets = options.environmentSecrets ?? new Map<string, string>();
  const dataDir = join(workspace.home, "guidon");
  const runtime = createRuntime({
    folders: [workspace.folder],
    trust: false,
    environment,
    environmentSecrets,
    dataDir,
    settings: loadSettings(environment),
    log: silentLog,
  });
  let events: string[] = [];
  return {
    workspace,
    deps: {
      folder: workspace.folder,
      registry: runtime.workspace(undefined).registry,
      runtime,
      dataDir,
      environment,
      shown: new Map(),
      log: silentLog,
      notify: (event) => void events.push(event),
    },
    told() {
      const all = [...new Set(events)];
      events = [];
      return all;
    },
    async [Symbol.asyncDispose]() {
      await runtime.dispose();
      workspace.dispose();
    },
  };
}

/** As a person does who looks at what the tools may do, and approves these. */
export async function approveShown(
  handlers: HandlersOf<"tools/approvals" | "tools/approve">,
  ...tools: string[]
): Promise<void> {
  const { signal } = new AbortController();
  const rows = await handlers["tools/approvals"]({}, signal);
  const tokens = rows.filter(({ tool }) => tools.includes(tool)).flatMap(({ token }) => token ?? []);
  await handlers["tools/approve"]({ tokens }, signal);
}
