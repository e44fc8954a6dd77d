/** The MCP Inspector's command line, in both eras of the protocol. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { GUIDON } from "../support/guidon.ts";
import { createWorkspace, entry, type TestWorkspace } from "../support/workspace.ts";

const INSPECTOR = join(import.meta.dirname, "..", "..", "node_modules", ".bin", "mcp-inspector");

describe("The MCP Inspector", () => {
  let workspace: TestWorkspace;
  before(() => {
    workspace = createWorkspace({
      "tools.json": { tools: [entry("hello")] },
      "scripts/hello.js": "async function main() { return 'hello from the script'; }\n",
    });
  });
  after(() => workspace.dispose());

  const inspect = async (era: string, ...args: string[]): Promise<string> => {
    const server = [process.execPath, GUIDON, "mcp", "--workspace", workspace.folder, "--trust"];
    const command = [INSPECTOR, "--cli", ...server, "--protocol-era", era, ...args, "--format", "json"];
    const { stdout } = await promisify(execFile)(process.execPath, command, { env: workspace.environment() });
    return stdout;
  };

  for (const era of ["legacy", "modern"]) {
    it(`lists the tools and finds nothing wrong with their schemas (${era})`, async () => {
      const stdout = await inspect(era, "--method", "tools/list", "--strict");
      assert.match(stdout, /ExecuteWorkspaceTool/);
    });

    it(`runs a tool (${era})`, async () => {
      const stdout = await inspect(
        era,
        "--method",
        "tools/call",
        "--tool-name",
        "ExecuteWorkspaceTool",
        "--tool-args-json",
        '{"name":"hello"}',
      );
      assert.match(stdout, /hello from the script/);
    });
  }
});
