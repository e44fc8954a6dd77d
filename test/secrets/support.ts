/** What the keychain tests share. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ToolError, type ErrorCode } from "../../runtime/errors.ts";
import { silentLog } from "../../runtime/log.ts";
import { createSecrets, type Secrets, type SecretsOptions } from "../../runtime/secrets/secrets.ts";

/** The helper from source; Node runs it as it is. */
export const HELPER = join(import.meta.dirname, "../../runtime/secrets/keychainProcess.ts");
export const TOKEN = "tok-1234567890abcdef";

export interface OpenedSecrets extends Disposable {
  readonly dataDir: string;
  open(options: Partial<SecretsOptions>): Secrets;
}

/** A data folder of its own, and all secrets that are opened on it; both go at the end. */
export function createDataDir(): OpenedSecrets {
  const dataDir = mkdtempSync(join(tmpdir(), "guidon-data-"));
  const opened: Secrets[] = [];
  return {
    dataDir,
    open(options) {
      const secrets = createSecrets({
        dataDir,
        workspaceId: "w1",
        environmentSecrets: new Map(),
        keychainFile: HELPER,
        log: silentLog,
        // Not the machine's, in which there could be a real keychain.
        environment: { PATH: process.env["PATH"], HOME: dataDir },
        ...options,
      });
      opened.push(secrets);
      return secrets;
    },
    [Symbol.dispose]() {
      opened.forEach((secrets) => secrets.dispose());
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The error never has the value in it. */
export async function fails(work: Promise<unknown>, code: ErrorCode, message: RegExp): Promise<ToolError> {
  const error: unknown = await work.then(
    (value) => assert.fail(`gave ${String(value)}`),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof ToolError, String(error));
  assert.equal(error.code, code, error.message);
  assert.match(error.message, message);
  assert.equal(`${error.message}${error.hint}`.includes(TOKEN), false);
  return error;
}
