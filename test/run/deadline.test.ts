import assert from "node:assert/strict";
import { join } from "node:path";
import { createBrowser } from "../../runtime/browser/browser.ts";
import { createHttpClient } from "../../runtime/http/client.ts";
import { silentLog } from "../../runtime/log.ts";
import { createJournal } from "../../runtime/run/journal.ts";
import { runTool, type RunResult } from "../../runtime/run/run.ts";
import { createSandboxPool } from "../../runtime/run/sandboxPool.ts";
import { createRedactor } from "../../runtime/secrets/redact.ts";
import { createSecrets } from "../../runtime/secrets/secrets.ts";
import { loadSettings } from "../../runtime/settings.ts";
import { createRegistry } from "../../runtime/tools/registry.ts";
import { createWorkspace, entry, type TestWorkspace } from "../support/workspace.ts";

describe("what a run's deadline covers before its script starts", () => {
  let workspace: TestWorkspace;
  before(() => {
    const slow = Array.from({ length: 400 }, (_, at) => `import "./part${at}.js";`).join("\n");
    workspace = createWorkspace({
      "tools.json": {
        tools: [
          entry("token", { headers: { Authorization: "Bearer {{API_TOKEN}}", "X-Pin": "{{PIN}}" }, timeout: 0.5 }),
          entry("large", { timeout: 0.001 }),
        ],
      },
      "scripts/token.js": "async function main() { return 1; }",
      "scripts/large.js": `${slow}\nexport async function main() { return 1; }`,
      ...Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`scripts/part${at}.js`, `globalThis.x${at} = 1;`])),
    });
  });
  after(() => workspace.dispose());

  async function run(tool: string, signal = new AbortController().signal): Promise<RunResult> {
    const { folder, home } = workspace;
    const environment = { PATH: process.env["PATH"], HOME: home, GUIDON_HOME: home };
    const log = silentLog;
    const registry = createRegistry({ folder, log });
    const secrets = createSecrets({
      dataDir: home,
      workspaceId: "w",
      environmentSecrets: new Map(),
      keychainFile: join(import.meta.dirname, "../secrets/fixtures/hangs.ts"),
      log,
      environment,
      deadlineMs: 60_000,
    });
    const pool = createSandboxPool({ childFile: "never-started", calls: [], log });
    const browser = createBrowser({ log, profilesDir: join(home, "profiles"), cacheDir: home, environment });
    const http = createHttpClient({ environment, log });
    const redactor = createRedactor();
    const journal = createJournal({ keep: 10, dataDir: home, redactor, log });
    try {
      return await runTool(
        {
          log,
          settings: loadSettings(environment),
          redactor,
          pool,
          browser,
          http,
          approvals: undefined,
          journalOf: () => journal,
        },
        { folder, registry, secrets },
        { tool, args: {}, origin: "Mcp", signal },
      );
    } finally {
      secrets.dispose();
      journal.dispose();
      await registry.dispose();
      await Promise.all([pool.dispose(), browser.dispose(), http.dispose()]);
    }
  }

  it("a keychain that does not answer: the error names the secrets", async () => {
    const result = await run("token");
    assert.ok(!result.ok);
    assert.equal(result.error.code, "Timeout");
    assert.equal(
      result.error.message,
      `Tool "token": the system's keychain did not give secrets "API_TOKEN", "PIN" within the run's 0.5 s`,
    );
    assert.match(result.error.hint ?? "", /unlock the keychain/);
    assert.ok(result.durationMs < 3000, `${result.durationMs} ms`);
  });
  it("a caller that gives up meanwhile", async () => {
    const result = await run("token", AbortSignal.timeout(50));
    assert.equal(result.ok ? "" : result.error.code, "Canceled");
  });
  it("a script that takes long to build", async () => {
    const result = await run("large");
    assert.ok(!result.ok);
    assert.equal(result.error.code, "Timeout");
    assert.match(result.error.message, /^Tool "large": its script could not be read and built within 0.001 s$/);
  });
});
