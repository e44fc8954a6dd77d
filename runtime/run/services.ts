/** What runs need, made once per runtime. runtime.ts loads it by a dynamic import, so that a server answers its first request before it. */
import { join } from "node:path";
import { createBrowser } from "../browser/browser.ts";
import { distFile } from "../distFile.ts";
import { createHttpClient, type HttpClient } from "../http/client.ts";
import { proxiesOf } from "../proxies.ts";
import type { RuntimeOptions } from "../runtime.ts";
import { createKeychainHelper, type KeychainHelper } from "../secrets/keychainHelper.ts";
import { createRedactor } from "../secrets/redact.ts";
import { createRelayedSecrets, type RelayedSecrets } from "../secrets/relayedSecrets.ts";
import { createSecrets, type Secrets } from "../secrets/secrets.ts";
import { cacheDirectory, followSettings } from "../settings.ts";
import { workspaceId } from "../workspaceId.ts";
import { hostCalls } from "./hostCalls.ts";
import { createJournal, type Journal } from "./journal.ts";
import { runTool, type RunDeps } from "./run.ts";
import { createSandboxPool } from "./sandboxPool.ts";

export interface Services {
  runTool: typeof runTool;
  deps: Omit<RunDeps, "approvals">;
  secretsOf(folder: string): Secrets;
  /** Without those of this process's environment, which are for its own clients. */
  peerSecretsOf(folder: string): Secrets;
  /** The way that a caller's own proxies ask for. @param proxies HTTP_PROXY and its kin */
  httpThrough(proxies: Readonly<Record<string, string>>): HttpClient;
  /** What the editor keeps for the folder's tools. */
  relayedOf(folder: string): RelayedSecrets;
  /** The runs of the folder that happened in this process. */
  journalOf(folder: string): Journal;
  /** So many of each folder from now on; undefined: as where the person does not say. */
  keepRuns(count: number | undefined): void;
  dispose(): Promise<void>;
}

/** Where the person did not say: the setting guidon.keepRuns. */
const RUNS_KEPT = 200;

export async function createServices(options: RuntimeOptions): Promise<Services> {
  const { log, settings, environment, environmentSecrets, dataDir } = options;
  // A process can live for days: what the person sets meanwhile holds from the next run on.
  const settingsNow = followSettings(environment, settings);
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
  const clients = new Map([[JSON.stringify(proxiesOf(environment)), http]]);
  const secrets = new Map<string, { own: Secrets; peers: Secrets; helper: KeychainHelper }>();
  const relayed = new Map<string, RelayedSecrets>();
  const relayedOf = (folder: string): RelayedSecrets => {
    const known = relayed.get(folder) ?? createRelayedSecrets();
    relayed.set(folder, known);
    return known;
  };
  let keep = Number(environment["GUIDON_KEEP_RUNS"]) || RUNS_KEPT;
  const journals = new Map<string, Journal>();
  const journalOf = (folder: string): Journal => {
    const known = journals.get(folder) ?? createJournal({ keep, dataDir, redactor, log });
    journals.set(folder, known);
    return known;
  };
  const allSecretsOf = (folder: string) => {
    // Until something is stored for the workspace it has no id; another process may give it one meanwhile.
    const id = workspaceId(dataDir, folder) ?? "none";
    const key = `${id}\0${folder}`;
    let found = secrets.get(key);
    if (!found) {
      const keychainFile = distFile("keychain.js");
      const helper = createKeychainHelper({ file: keychainFile, log, environment });
      const common = { dataDir, workspaceId: id, relayed: relayedOf(folder), keychainFile, log, environment, helper };
      found = {
        own: createSecrets({ ...common, environmentSecrets }),
        peers: createSecrets({ ...common, environmentSecrets: new Map() }),
        helper,
      };
      secrets.set(key, found);
    }
    return found;
  };
  return {
    runTool,
    deps: {
      log,
      get settings() {
        return settingsNow();
      },
      redactor,
      pool,
      browser,
      http,
      journalOf,
    },
    secretsOf: (folder) => allSecretsOf(folder).own,
    peerSecretsOf: (folder) => allSecretsOf(folder).peers,
    httpThrough(proxies) {
      const key = JSON.stringify(proxies);
      const client = clients.get(key) ?? createHttpClient({ environment: proxies, log });
      clients.set(key, client);
      return client;
    },
    relayedOf,
    journalOf,
    keepRuns(count = RUNS_KEPT) {
      keep = count;
      for (const journal of journals.values()) journal.keepAtMost(count);
    },
    async dispose() {
      for (const { helper } of secrets.values()) helper.dispose();
      await Promise.all([
        pool.dispose(),
        browser.dispose(),
        ...[...clients.values()].map((client) => client.dispose()),
      ]);
      // Last: the runs that were under way have told how they ended.
      for (const journal of journals.values()) journal.dispose();
    },
  };
}
