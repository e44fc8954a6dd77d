/** The SDK's transport interface over a pair of streams. Own, because of how messages are read (messageReader.ts). */
import type { Readable, Writable } from "node:stream";
import type { Transport } from "@modelcontextprotocol/server";
import { createMessageReader } from "./messageReader.ts";

/** It closes when the input ends or either stream fails; whoever made it ends the process then. */
export function createStdioTransport(input: Readable, output: Writable): Transport {
  let state: "new" | "open" | "closed" = "new";
  const write = (text: string): Promise<void> => {
    if (output.write(text)) return DONE;
    const { promise, resolve } = Promise.withResolvers<void>();
    output.once("drain", resolve);
    return promise;
  };
  const reader = createMessageReader(
    (message) => transport.onmessage?.(message),
    (error) => {
      transport.onerror?.(new Error(error.error.message));
      void write(JSON.stringify(error) + "\n");
    },
  );
  const read = (chunk: Buffer): void => reader.read(chunk);
  const close = (): void => {
    if (state === "closed") return;
    state = "closed";
    input.off("data", read);
    input.pause();
    transport.onclose?.();
  };
  const fail = (error: Error): void => {
    transport.onerror?.(error);
    close();
  };
  const transport: Transport = {
    start() {
      if (state !== "new") return Promise.reject(new Error("The transport was started before"));
      state = "open";
      input.on("data", read);
      input.once("end", close);
      input.once("close", close);
      input.once("error", fail);
      // It stays: each write to a client that is gone fails by itself.
      output.on("error", fail);
      return DONE;
    },
    send(message) {
      return state === "open" ? write(JSON.stringify(message) + "\n") : Promise.reject(new Error("The client is gone"));
    },
    close() {
      close();
      return DONE;
    },
  };
  return transport;
}

const DONE = Promise.resolve();
