/** The MCP client of the demo: connects over stdio as an agent does, and keeps every byte that comes back. */
import { type CallToolResult, Client, type JSONRPCMessage, type Progress } from "@modelcontextprotocol/client";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/client/stdio";

export interface DemoClient {
  /** Which server answered, and in which revision of the protocol. */
  readonly server: { name: string; version: string; protocol: string };
  listTools(): Promise<{ name: string; description?: string | undefined }[]>;
  call(name: string, args: Record<string, unknown>, onProgress?: (progress: Progress) => void): Promise<CallToolResult>;
  /** All that the server has sent so far: each message, and its log. */
  received(): string;
  close(): Promise<void>;
}

/** @param env added to the few variables that an MCP client hands on. */
export async function connectDemoClient(options: {
  args: string[];
  env: Record<string, string>;
  timeoutMs: number;
}): Promise<DemoClient> {
  const transport = new RecordingTransport({
    command: process.execPath,
    args: options.args,
    env: { ...getDefaultEnvironment(), ...options.env },
    stderr: "pipe",
  });
  let log = "";
  transport.stderr?.on("data", (chunk: Buffer) => (log += chunk.toString("utf8")));

  const client = new Client({ name: "guidon-demo", version: "1" }, { versionNegotiation: { mode: "auto" } });
  try {
    await client.connect(transport, { timeout: options.timeoutMs });
  } catch (error) {
    await client.close();
    const why = log.trim() || (error instanceof Error ? error.message : String(error));
    throw new Error(`guidon mcp did not answer as an MCP server: ${why}`, { cause: error });
  }
  const { name = "?", version = "?" } = client.getServerVersion() ?? {};
  return {
    server: { name, version, protocol: client.getNegotiatedProtocolVersion() ?? "?" },
    listTools: async () => (await client.listTools()).tools,
    call: (tool, args, onprogress) =>
      client.callTool(
        { name: tool, arguments: args },
        { ...(onprogress ? { onprogress } : {}), timeout: options.timeoutMs },
      ),
    received: () => [...transport.messages, log].join("\n"),
    close: () => client.close(),
  };
}

class RecordingTransport extends StdioClientTransport {
  readonly messages: string[] = [];

  override async start(): Promise<void> {
    const record = (deliver: typeof this.onmessage) => (message: JSONRPCMessage) => {
      this.messages.push(JSON.stringify(message));
      deliver?.(message);
    };
    let current = record(this.onmessage);
    Object.defineProperty(this, "onmessage", {
      get: () => current,
      set: (next: typeof this.onmessage) => {
        current = record(next);
      },
    });
    await super.start();
  }
}
