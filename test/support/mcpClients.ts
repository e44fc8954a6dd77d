/** Real MCP clients of both SDK generations and both eras of the protocol, connected to `guidon mcp` over stdio. */
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as StdioV1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { Client as ClientV2 } from "@modelcontextprotocol/client";
import { StdioClientTransport as StdioV2 } from "@modelcontextprotocol/client/stdio";
import { GUIDON } from "./guidon.ts";
import type { TestWorkspace } from "./workspace.ts";

export type ClientKind = "v1" | "v2 legacy" | "v2 modern";
export const CLIENT_KINDS: readonly ClientKind[] = ["v1", "v2 legacy", "v2 modern"];

export interface Answer {
  isError: boolean;
  text: string;
}

export interface TestClient {
  listTools(): Promise<{ name: string }[]>;
  call(name: string, args?: Record<string, unknown>, options?: CallOptions): Promise<Answer>;
  serverPid(): number;
  stderr(): string;
  close(): Promise<void>;
}

interface CallOptions {
  signal?: AbortSignal;
  onprogress?: (progress: { progress: number; message?: string | undefined }) => void;
}

const INFO = { name: "guidon-test", version: "1.0.0" };

export async function connect(
  kind: ClientKind,
  workspace: TestWorkspace,
  options: { args?: string[]; env?: Record<string, string> } = {},
): Promise<TestClient> {
  const parameters = {
    command: process.execPath,
    args: [GUIDON, "mcp", "--workspace", workspace.folder, ...(options.args ?? ["--trust"])],
    env: workspace.environment(options.env),
    cwd: workspace.folder,
    stderr: "pipe" as const,
  };
  const transport = kind === "v1" ? new StdioV1(parameters) : new StdioV2(parameters);
  let stderr = "";
  transport.stderr?.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const v2 = new ClientV2(INFO, kind === "v2 modern" ? { versionNegotiation: { mode: { pin: "2026-07-28" } } } : {});
  const v1 = new ClientV1(INFO);
  if (transport instanceof StdioV1) await v1.connect(transport);
  else await v2.connect(transport);
  return {
    async listTools() {
      return (await (kind === "v1" ? v1.listTools() : v2.listTools())).tools;
    },
    async call(name, args = {}, call = {}) {
      const params = { name, arguments: args };
      const settings = { timeout: 120_000, resetTimeoutOnProgress: true, ...call };
      const result = await (kind === "v1" ? v1.callTool(params, undefined, settings) : v2.callTool(params, settings));
      const content = result.content as { type: string; text?: string }[];
      return { isError: result.isError === true, text: content.map((part) => part.text ?? "").join("\n") };
    },
    serverPid: () => transport.pid ?? 0,
    stderr: () => stderr,
    close: () => (kind === "v1" ? v1.close() : v2.close()),
  };
}
