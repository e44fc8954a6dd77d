/** MCP over stdin and stdout. Nothing else may write to stdout. */
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import type { Server } from "@modelcontextprotocol/server";
import type { Log } from "../log.ts";
import { lenientInput, MAX_MESSAGE_BYTES } from "./lenientInput.ts";

export interface StdioConnection {
  toolsChanged(): void;
  close(): Promise<void>;
}

/** @param createServer called once for the connection. @param onClose the client is gone. */
export function serveOverStdio(createServer: () => Server, log: Log, onClose: () => void): StdioConnection {
  let connected: Server | undefined;
  const input = process.stdin.pipe(
    lenientInput((error) => {
      log.debug(`MCP: ${error.error.message}`);
      process.stdout.write(JSON.stringify(error) + "\n");
    }),
  );
  process.stdin.once("end", onClose);
  process.stdin.once("close", onClose);
  process.stdin.once("error", onClose);
  // It stays: each write to a client that is gone fails by itself.
  process.stdout.on("error", onClose);
  // Lines that are too long do not come so far.
  const transport = new StdioServerTransport(input, process.stdout, { maxBufferSize: 2 * MAX_MESSAGE_BYTES });
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
