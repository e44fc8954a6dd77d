/** What runs need, made once per runtime. runtime.ts loads it by a dynamic import, so that a server answers its first request before it. */
import { join } from "node:path";
import { createBrowser } from "../browser/browser.ts";
import { distFile } from "../distFile.ts";
import { createHttpClient } from "../http/client.ts";
import type { RuntimeOptions } from "../runtime.ts";
import { createRedactor } from "../secrets/redact.ts";
import { createRelayedSecrets, type RelayedSecrets } from "../secrets/relayedSecrets.ts";
import { createSecrets, type Secrets } from "../secrets/secrets.ts";
import { cacheDirectory } from "../settings.ts";
import { workspaceId } from "../workspaceId.ts";
import { hostCalls } from "./hostCalls.ts";
import { createJournal, type Journal } from "./journal.ts";
import { runTool, type RunDeps } from "./run.ts";
import { createSandboxPool } from "./sandboxPool.ts";

export interface Services {
  runTool: typeof runTool;
  deps: Omit<RunDeps, "approvals">;
  secretsOf(folder: string): Secrets;
  /** What the editor keeps for the folder's tools. */
  relayedOf(folder: string): RelayedSecrets;
  /** The runs of the folder that happened in this process. */
  journalOf(folder: string): Journal;
  dispose(): Promise<void>;
}

/** Where the person did not say: the setting guidon.keepRuns. */
const RUNS_KEPT = 200;

export async function createServices(options: RuntimeOptions): Promise<Services> {
  const { log, settings, environment, environmentSecrets, dataDir } = options;
  const redactor = createRedactor();
  for (const [name, value] of environmentSecrets) redactor.add(name, value);
  const pool = createSandboxPool({
    childFile: distFile("sandbox.cjs"),
    calls: hostCalls.map((call) => call.name),
    log,
    highIsolation: settings.highIsolation,
  });
  const browser = createBrowser({
    log,
    ...(settings.browserPath ? { executablePath: settings.browserPath } : {}),
    profilesDir: join(dataDir, "profiles"),
    cacheDir: cacheDirectory(environment),
    environment,
  });
  const http = createHttpClient({ environment, log });
  const secrets = new Map<string, Secrets>();
  const relayed = new Map<string, RelayedSecrets>();
  const relayedOf = (folder: string): RelayedSecrets => {
    const known = relayed.get(folder) ?? createRelayedSecrets();
    relayed.set(folder, known);
    return known;
  };
  const keep = Number(environment["GUIDON_KEEP_RUNS"]) || RUNS_KEPT;
  const journals = new Map<string, Journal>();
  const journalOf = (folder: string): Journal => {
    const known = journals.get(folder) ?? createJournal({ keep, dataDir, redactor, log });
    journals.set(folder, known);
    return known;
  };
  return {
    runTool,
    // A run takes no picture of its page where nobody would look at it.
    deps: { log, settings, redactor, pool, browser, http, journalOf, screenshots: options.follow === true },
    secretsOf(folder) {
      // Until something is stored for the workspace it has no id; another process may give it one meanwhile.
      const id = workspaceId(dataDir, folder) ?? "none";
      const key = `${id}\0${folder}`;
      let found = secrets.get(key);
      if (!found) {
        found = createSecrets({
          dataDir,
          workspaceId: id,
          environmentSecrets,
          relayed: relayedOf(folder),
          keychainFile: distFile("keychain.js"),
          log,
          environment,
        });
        secrets.set(key, found);
      }
      return found;
    },
    relayedOf,
    journalOf,
    async dispose() {
      for (const each of secrets.values()) each.dispose();
      await Promise.all([pool.dispose(), browser.dispose(), http.dispose()]);
      // Last: the runs that were under way have told how they ended.
      for (const journal of journals.values()) journal.dispose();
    },
  };
}
