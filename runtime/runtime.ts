/** The runtime of one or more workspace folders: registries, runs, browser, HTTP, secrets. Everything dear starts at first need. */
import { createApprovals } from "./consent/approvals.ts";
import type { WorkspaceTool } from "./contract/tools.ts";
import { ToolError } from "./errors.ts";
import { NO_FOLDER, workspaceLabel, workspacesNamed } from "./listing.ts";
import type { Log } from "./log.ts";
import type { SharedRuns } from "./owner/sharedRuns.ts";
import type { RunRequest, RunResult } from "./run/run.ts";
import type { Services } from "./run/services.ts";
import { proxiesOf } from "./proxies.ts";
import { whyNotReady, type ReadinessDeps } from "./tools/readiness.ts";
import { createRegistry, type Registry } from "./tools/registry.ts";
import { leftOutBecause, unknownTool } from "./tools/unknownTool.ts";
import type { SecretEntry } from "./secrets/secrets.ts";
import type { Environment } from "./environment.ts";
import type { Settings } from "./settings.ts";

export interface RuntimeOptions {
  /** Workspace folders, absolute. */
  folders: string[];
  /** Tools run without a stored approval. */
  trust: boolean;
  /** Whether runs happen in the one process that owns the folder: "share" is that process where there is none, "attach" uses one that is there. */
  sharing?: "share" | "attach" | "alone";
  /** Whether the runs of the process that owns the folder are watched, too. */
  follow?: boolean;
  environment: Environment;
  /** Name → value, taken out of the environment at start. */
  environmentSecrets: ReadonlyMap<string, string>;
  dataDir: string;
  settings: Settings;
  log: Log;
}

export interface Workspace {
  folder: string;
  registry: Registry;
}

export interface Runtime {
  readonly workspaces: readonly Workspace[];
  /** The workspace that is meant: by its name, folder name or path; the only one when none is given. @throws ToolError */
  workspace(name: string | undefined): Workspace;
  /** Folders that have the tool; a name that several have needs `workspace`. @throws ToolError */
  locate(tool: string, workspace: string | undefined): Workspace;
  /** Why a call of a listed tool would be refused, and what must be done by whom; unlocks no keychain. undefined: it is ready. */
  whyNotReady(listed: { tool: WorkspaceTool; folder: string }): Promise<string | undefined>;
  run(request: RunRequest & { workspace?: string | undefined }): Promise<RunResult>;
  /** The runs of a folder of this runtime, wherever they happen. */
  shared(folder: string): Promise<SharedRuns>;
  /** The names of the secrets that a folder's tools can use, from every place that has some. No value, and no keychain is asked. One name can stand there several times; the first is in force. */
  secretEntries(folder: string): Promise<SecretEntry[]>;
  /** Starts sandbox children where the runs happen in this process, so that the first call finds one. */
  warm(): void;
  onDidChangeTools(listener: () => void): () => void;
  services(): Promise<Services>;
  dispose(): Promise<void>;
}

export function createRuntime(options: RuntimeOptions): Runtime {
  const { log, settings, dataDir } = options;
  const workspaces = [...new Set(options.folders)].map((folder) => ({
    folder,
    registry: createRegistry({
      folder,
      log,
      defaultTimeoutMs: settings.defaultTimeoutMs,
      maxTimeoutMs: settings.maxTimeoutMs,
    }),
  }));
  const approvals = createApprovals(dataDir);
  let starting: Promise<Services> | undefined;
  let state: "running" | "disposed" = "running";

  const services = (): Promise<Services> => {
    if (state === "disposed") return Promise.reject(new ToolError("Canceled", "Guidon is shutting down"));
    starting ??= import("./run/services.ts")
      .then(({ createServices }) => createServices(options))
      .catch((error: unknown) => {
        // The next call tries again.
        starting = undefined;
        throw error;
      });
    return starting;
  };

  const labels = (some: readonly Workspace[], between = ", "): string =>
    some.map(({ folder }) => workspaceLabel(workspaces, folder)).join(between);

  const sharedRuns = new Map<string, Promise<SharedRuns>>();
  const shared = (folder: string): Promise<SharedRuns> => {
    let found = sharedRuns.get(folder);
    if (!found) {
      found = openShared(folder);
      found.catch(() => sharedRuns.delete(folder));
      sharedRuns.set(folder, found);
    }
    return found;
  };
  async function openShared(folder: string): Promise<SharedRuns> {
    const { registry } = runtime.workspace(folder);
    const [ready, { createLocalRuns }, { createSharedRuns }] = await Promise.all([
      services(),
      import("./owner/localRuns.ts"),
      import("./owner/sharedRuns.ts"),
    ]);
    return createSharedRuns({
      folder,
      dataDir,
      mode: options.sharing ?? "alone",
      follow: options.follow === true,
      card: {
        trusted: options.trust,
        secrets: Object.fromEntries(options.environmentSecrets),
        proxies: proxiesOf(options.environment),
      },
      local: createLocalRuns({ services: ready, folder, registry, approvals, trust: options.trust }),
      tool: (name) => registry.find(name),
      log,
    });
  }

  async function secretEntries(folder: string): Promise<SecretEntry[]> {
    const [{ secretsOf }, runs] = await Promise.all([services(), shared(folder)]);
    const [here, relayed] = await Promise.all([secretsOf(folder).list(), runs.relayedNames()]);
    return [...here, ...relayed.map((name): SecretEntry => ({ name, from: "editor" }))];
  }

  const readiness: ReadinessDeps = {
    approval: options.trust ? undefined : (folder, tool, script) => approvals.state(folder, tool, script.hash),
    async secretNames(folder) {
      return new Set((await secretEntries(folder)).map(({ name }) => name));
    },
  };

  /** Now, and when this process takes over. */
  async function warmShared(folder: string): Promise<void> {
    const [runs, { deps }] = await Promise.all([shared(folder), services()]);
    const warm = (role: string): void => {
      if (role !== "attached" && state === "running") deps.pool.warm();
    };
    runs.onPlace(({ role }) => warm(role));
    warm((await runs.join()).role);
  }

  const runtime: Runtime = {
    workspaces,
    workspace(name) {
      const found = name === undefined ? workspaces : workspacesNamed(workspaces, name);
      const [only] = found;
      if (only && found.length === 1) return only;
      if (name !== undefined && found.length > 1)
        throw new ToolError("Ambiguous", `${found.length} workspaces have the name "${name}"`, {
          hint: `Pass workspace: ${labels(found, " or ")}`,
        });
      throw new ToolError(
        "InvalidArgument",
        name === undefined ? `Say which workspace` : `There is no workspace "${name}"`,
        { hint: `workspace is one of: ${labels(workspaces) || "(no folder is open)"}` },
      );
    },
    locate(tool, name) {
      if (name !== undefined || workspaces.length === 1) return runtime.workspace(name);
      const having = workspaces.filter(({ registry }) => registry.find(tool));
      if (having.length > 1)
        throw new ToolError("Ambiguous", `Several workspaces have a tool "${tool}"`, {
          hint: `Pass workspace: ${labels(having, " or ")}`,
        });
      if (workspaces.length === 0)
        throw new ToolError("UnknownTool", "No workspace folder is open", { hint: NO_FOLDER });
      const found = having[0] ?? workspaces.find(({ registry }) => leftOutBecause(registry, tool));
      if (found) return found;
      throw unknownTool(
        workspaces.map(({ registry }) => registry),
        tool,
      );
    },
    whyNotReady: ({ tool, folder }) => whyNotReady(readiness, folder, tool),
    async run({ workspace: name, ...request }) {
      return (await shared(runtime.locate(request.tool, name).folder)).run(request);
    },
    shared,
    secretEntries,
    warm() {
      for (const { folder } of workspaces)
        warmShared(folder).catch((error: unknown) => log.error(`services did not start: ${String(error)}`));
    },
    onDidChangeTools(listener) {
      const stops = workspaces.map(({ registry }) => registry.onDidChange(listener));
      return () => stops.forEach((stop) => stop());
    },
    services,
    async dispose() {
      if (state === "disposed") return;
      state = "disposed";
      // Disposing of the services ends the runs under way: their sandbox children, pages and requests are closed.
      const open = await Promise.allSettled(sharedRuns.values());
      await Promise.all([
        ...workspaces.map(({ registry }) => registry.dispose()),
        ...open.map((each) => (each.status === "fulfilled" ? each.value.dispose() : undefined)),
      ]);
      await (await starting?.catch(() => undefined))?.dispose();
    },
  };
  return runtime;
}
