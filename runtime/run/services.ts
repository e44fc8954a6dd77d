/** What runs need, made once per runtime. runtime.ts loads it by a dynamic import, so that a server answers its first request before it. */
import { join } from "node:path";
import { createBrowser } from "../browser/browser.ts";
import { distFile } from "../distFile.ts";
import { createHttpClient } from "../http/client.ts";
import type { RuntimeOptions } from "../runtime.ts";
import { createRedactor } from "../secrets/redact.ts";
import { createSecrets, type Secrets } from "../secrets/secrets.ts";
import { cacheDirectory } from "../settings.ts";
import { workspaceId } from "../workspaceId.ts";
import { hostCalls } from "./hostCalls.ts";
import { runTool, type RunDeps } from "./run.ts";
import { createSandboxPool } from "./sandboxPool.ts";

export interface Services {
  runTool: typeof runTool;
  deps: Omit<RunDeps, "approvals">;
  secretsOf(folder: string): Secrets;
  dispose(): Promise<void>;
}

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
  return {
    runTool,
    deps: { log, settings, redactor, pool, browser, http },
    secretsOf(folder) {
      // Until something is stored for the workspace it has no id; another process may give it one meanwhile.
      const id = workspaceId(dataDir, folder) ?? "none";
      let found = secrets.get(id);
      if (!found) {
        found = createSecrets({
          dataDir,
          workspaceId: id,
          environmentSecrets,
          keychainFile: distFile("keychain.js"),
          log,
          environment,
        });
        secrets.set(id, found);
      }
      return found;
    },
    async dispose() {
      for (const each of secrets.values()) each.dispose();
      await Promise.all([pool.dispose(), browser.dispose(), http.dispose()]);
    },
  };
}
