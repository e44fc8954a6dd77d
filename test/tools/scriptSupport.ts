/** Scripts loaded as the runtime does, in a workspace of each test. */
import assert from "node:assert/strict";
import { runInNewContext } from "node:vm";
import { ToolError, type ErrorCode } from "../../runtime/errors.ts";
import { loadScript, type LoadedScript } from "../../runtime/tools/script.ts";
import { createWorkspace, type TestWorkspace } from "../support/workspace.ts";

export const MAIN = "async function main() { return 1; }\n";

export interface ScriptBench {
  /** Of the test that runs. */
  readonly workspace: TestWorkspace;
  load(source: string, file?: string): Promise<LoadedScript>;
}

/** Call it inside a describe block. */
export function scriptBench(): ScriptBench {
  let workspace: TestWorkspace;
  beforeEach(() => {
    workspace = createWorkspace({});
  });
  afterEach(() => workspace.dispose());
  return {
    get workspace() {
      return workspace;
    },
    load(source, file = "scripts/t.js") {
      workspace.write(file, source);
      return loadScript(workspace.folder, file);
    },
  };
}

/** Runs as the sandbox does: evaluates the code and calls main. */
export function run({ code, file }: LoadedScript): Promise<unknown> {
  return runInNewContext(`${code}\n;main()`, {}, { filename: file }) as Promise<unknown>;
}

export async function refused(code: ErrorCode, promise: Promise<unknown>, ...texts: RegExp[]): Promise<ToolError> {
  try {
    await promise;
  } catch (error) {
    assert.ok(error instanceof ToolError, String(error));
    assert.equal(error.code, code, error.message);
    for (const text of texts) assert.match(`${error.message}\n${error.hint ?? ""}`, text);
    return error;
  }
  return assert.fail("was loaded");
}
