/** What one run can reach through host calls. Made at the first call: many scripts make none, and a run should not wait for it. */
import type { BrowserHost } from "../browser/browser.ts";
import type { LogLevel, RunOrigin } from "../contract/guest.ts";
import type { HttpClient } from "../http/client.ts";
import type { ToolHeader } from "../http/headers.ts";
import type { Redactor, SecretValue } from "../secrets/redact.ts";
import type { Secrets } from "../secrets/secrets.ts";
import { dispatch, type FullScope } from "./hostCalls.ts";
import { createScope, type OwnedScope } from "./scope.ts";
import type { ProgressUpdate } from "./toolCalls.ts";

export interface RunHostOptions {
  callId: string;
  origin: RunOrigin;
  timeoutMs: number;
  /** performance.now() in ms. */
  deadline: number;
  /** Fires when the caller gives up. */
  signal: AbortSignal;
  toolHeaders: ToolHeader[];
  /** The secrets in them. */
  secretValues: readonly SecretValue[];
  insecureHosts: string[];
  browser: BrowserHost;
  http: HttpClient;
  secrets: Secrets;
  /** Of everything that leaves the run. */
  redactor: Redactor;
  log(level: LogLevel, text: string): void;
  onProgress: ((update: ProgressUpdate) => void) | undefined;
}

export interface RunHost {
  /** @returns JSON text of the value, "" for undefined. @throws ToolError */
  call(name: string, argsJson: string): Promise<string>;
  /** Ends all calls and closes what the run opened. Never rejects. */
  end(): Promise<void>;
}

export function createRunHost(options: RunHostOptions): RunHost {
  let scope: OwnedScope | undefined;
  let full: FullScope | undefined;
  return {
    call(name, argsJson) {
      scope ??= createScope(options);
      full ??= fullScope(options, scope);
      return dispatch(full, name, argsJson);
    },
    end: async () => scope?.end(),
  };
}

function fullScope(options: RunHostOptions, scope: OwnedScope): FullScope {
  const { redactor, secrets, toolHeaders, insecureHosts, onProgress } = options;
  const forScript = redactor.forRun(options.secretValues);
  return {
    ...scope,
    browser: options.browser.session(scope),
    http: options.http.session({ toolHeaders, redact: (text) => forScript.text(text), insecureHosts }),
    secrets: {
      has: (name) => secrets.has(name),
      async get(name) {
        const value = await secrets.get(name);
        redactor.add(name, value);
        forScript.add(name, value);
        return value;
      },
    },
    reportProgress: (update) => onProgress?.({ ...update, message: redactor.text(update.message) }),
  };
}
