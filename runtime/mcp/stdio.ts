/** MCP over stdin and stdout. Nothing else may write to stdout. */
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import type { Server } from "@modelcontextprotocol/server";
import type { Log } from "../log.ts";
import { lenientInput } from "./lenientInput.ts";

export interface StdioConnection {
  toolsChanged(): void;
  close(): Promise<void>;
}

/** @param createServer called once for the connection. @param onClose the client is gone. */
export function serveOverStdio(createServer: () => Server, log: Log, onClose: () => void): StdioConnection {
  let connected: Server | undefined;
  const input = process.stdin.pipe(lenientInput());
  process.stdin.once("end", onClose);
  process.stdin.once("close", onClose);
  process.stdin.once("error", onClose);
  process.stdout.once("error", onClose);
  const handle = serveStdio(
    () => {
      connected = createServer();
      return connected;
    },
    {
      transport: new StdioServerTransport(input, process.stdout),
      onerror: (error) => log.debug(`MCP: ${error.message}`),
    },
  );
  return {
    toolsChanged() {
      connected
        ?.sendToolListChanged()
        .catch((error: unknown) => log.debug(`list_changed was not sent: ${String(error)}`));
    },
    close: () => handle.close(),
  };
}
