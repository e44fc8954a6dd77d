/** Runs of a test workspace in this process, with everything real. */
import { join } from "node:path";
import { createApprovals, type Approvals } from "../../runtime/consent/approvals.ts";
import { silentLog } from "../../runtime/log.ts";
import type { Journal } from "../../runtime/run/journal.ts";
import type { RunRequest, RunResult } from "../../runtime/run/run.ts";
import { createServices, type Services } from "../../runtime/run/services.ts";
import { createSecrets } from "../../runtime/secrets/secrets.ts";
import { loadSettings } from "../../runtime/settings.ts";
import { createRegistry, type Registry } from "../../runtime/tools/registry.ts";
import { createWorkspace, type TestWorkspace } from "../support/workspace.ts";

export interface RunBench {
  workspace: TestWorkspace;
  dataDir: string;
  services: Services;
  registry: Registry;
  journal: Journal;
  run(tool: string, request?: Partial<RunRequest>): Promise<RunResult>;
  dispose(): Promise<void>;
}

/** @param secrets of the environment; the keychain is empty. @param approvals undefined: every tool is trusted */
export async function openBench(
  files: Record<string, unknown>,
  {
    secrets = {},
    pictures = false,
    trust = true,
  }: { secrets?: Record<string, string>; pictures?: boolean; trust?: boolean } = {},
): Promise<RunBench> {
  const workspace = createWorkspace(files);
  const { folder } = workspace;
  const environment = workspace.environment();
  const dataDir = environment["GUIDON_HOME"] ?? workspace.home;
  const registry = createRegistry({ folder, log: silentLog });
  const services = await createServices({
    folders: [folder],
    trust,
    environment,
    environmentSecrets: new Map(Object.entries(secrets)),
    dataDir,
    settings: loadSettings(environment),
    log: silentLog,
  });
  const kept = createSecrets({
    dataDir,
    workspaceId: "w",
    environmentSecrets: new Map(Object.entries(secrets)),
    keychainFile: join(import.meta.dirname, "fixtures/emptyKeychain.ts"),
    log: silentLog,
    environment,
  });
  if (pictures) services.journalOf(folder).onDidChange(() => {});
  const approvals: Approvals | undefined = trust ? undefined : createApprovals(dataDir);
  return {
    workspace,
    dataDir,
    services,
    registry,
    journal: services.journalOf(folder),
    run: (tool, request = {}) =>
      services.runTool(
        { ...services.deps, approvals },
        { folder, registry, secrets: kept },
        { tool, args: {}, origin: "Mcp", signal: new AbortController().signal, ...request },
      ),
    async dispose() {
      kept.dispose();
      await registry.dispose();
      await services.dispose();
      workspace.dispose();
    },
  };
}
