/** MCP over stdin and stdout. Nothing else may write to stdout. */
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Server } from "@modelcontextprotocol/server";
import type { Log } from "../log.ts";
import { createStdioTransport } from "./stdioTransport.ts";

export interface StdioConnection {
  toolsChanged(): void;
  close(): Promise<void>;
}

/** @param createServer called once for the connection. @param onClose the client is gone. */
export function serveOverStdio(createServer: () => Server, log: Log, onClose: () => void): StdioConnection {
  let connected: Server | undefined;
  const transport = createStdioTransport(process.stdin, process.stdout);
  const handle = serveStdio(
    () => {
      connected = createServer();
      return connected;
    },
    {
      transport,
      onerror: (error) => log.debug(`MCP: ${error.message}`),
    },
  );
  // A transport that closed for whatever reason answers nothing more; a process that stays would look alive.
  const closed = transport.onclose;
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK's transports have no other way
  transport.onclose = () => {
    closed?.();
    onClose();
  };
  return {
    toolsChanged() {
      connected
        ?.sendToolListChanged()
        .catch((error: unknown) => log.debug(`list_changed was not sent: ${String(error)}`));
    },
    close: () => handle.close(),
  };
}
