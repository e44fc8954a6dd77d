/** What one run can reach through host calls. Made at the first call: many scripts make none, and a run should not wait for it. */
import type { BrowserHost } from "../browser/browser.ts";
import type { BeforeClose } from "../browser/session.ts";
import type { LogLevel, RunOrigin } from "../contract/guest.ts";
import type { HttpClient } from "../http/client.ts";
import type { ToolHeader } from "../http/headers.ts";
import type { RequestListener } from "../http/session.ts";
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
  onProgress(update: ProgressUpdate): void;
  onRequest: RequestListener;
  /** Gets a picture of the page of a run that failed; undefined: none is wanted. */
  onPicture: ((png: Uint8Array) => void) | undefined;
}

export interface RunHost {
  /** @returns JSON text of the value, "" for undefined. @throws ToolError */
  call(name: string, argsJson: string): Promise<string>;
  /** Ends all calls and closes what the run opened. @param failed whoever looks at the run wants to see why. Never rejects. */
  end(failed: boolean): Promise<void>;
}

export function createRunHost(options: RunHostOptions): RunHost {
  let scope: OwnedScope | undefined;
  let full: FullScope | undefined;
  let failed = false;
  const { onPicture } = options;
  const beforeClose: BeforeClose | undefined =
    onPicture &&
    (async (picture) => {
      const png = failed ? await picture() : undefined;
      if (png) onPicture(png);
    });
  return {
    call(name, argsJson) {
      scope ??= createScope(options);
      full ??= fullScope(options, scope, beforeClose);
      return dispatch(full, name, argsJson);
    },
    async end(hasFailed) {
      failed = hasFailed;
      await scope?.end();
    },
  };
}

function fullScope(options: RunHostOptions, scope: OwnedScope, beforeClose: BeforeClose | undefined): FullScope {
  const { redactor, secrets, toolHeaders, insecureHosts, onProgress, onRequest } = options;
  const forScript = redactor.forRun(options.secretValues);
  return {
    ...scope,
    browser: options.browser.session(scope, beforeClose),
    http: options.http.session({ toolHeaders, redact: (text) => forScript.text(text), insecureHosts, onRequest }),
    secrets: {
      has: (name) => secrets.has(name),
      async get(name) {
        const value = await secrets.get(name);
        redactor.add(name, value);
        forScript.add(name, value);
        return value;
      },
    },
    reportProgress: (update) => onProgress({ ...update, message: redactor.text(update.message) }),
  };
}
