/**
 * The pages and APIs that the cases call, on loopback: MAIN and ALT (two origins of http), H2 (https, HTTP/2 only) and PROXY, which sends
 * every host to 127.0.0.1. It keeps a log of the requests, which a case reads and empties.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createSecureServer } from "node:http2";
import type { AddressInfo, Server, Socket } from "node:net";
import type { LogEntry } from "../types.ts";
import { api } from "./api.ts";
import { createCertificate } from "./certificate.ts";
import { pages } from "./pages.ts";
import { createProxy } from "./proxy.ts";
import { notFound } from "./reply.ts";
import type { Request } from "./reply.ts";

/** Words that stand for addresses in case files, without the percent signs: MAIN, ALT, H2, PROXY, CA, MAINPORT, and WS of the case. */
export type Places = Record<string, string>;
export type TestServer = Awaited<ReturnType<typeof startTestServer>>;

export async function startTestServer() {
  const certificate = createCertificate();
  const places: Places = { CA: certificate.file };
  const log: LogEntry[] = [];
  const sessions = new Set<string>(); // of the sign-in page

  const listener = (on: string) => (message: IncomingMessage, response: ServerResponse) =>
    void answer(on, message, response);

  async function answer(on: string, message: IncomingMessage, response: ServerResponse) {
    const entry = logEntry(on, message);
    const begin = Date.now();
    log.push(entry);
    response.on("close", () => (entry.closedAfterMs = Date.now() - begin));
    const body = await bodyOf(message);
    entry.bodyText = body.toString();
    const { pathname, searchParams } = new URL(entry.path, "http://localhost");
    const request: Request = { ...entry, pathname, query: searchParams, body, places, sessions };
    if (!api(request, response) && !pages(request, response)) notFound(response);
  }

  const main = stoppable(createServer(listener("MAIN")));
  const alt = stoppable(createServer(listener("ALT")));
  const h2 = stoppable(
    createSecureServer(certificate, listener("H2") as unknown as Parameters<typeof createSecureServer>[1]),
  );
  const proxy = stoppable(
    createProxy((method, path) => log.push({ on: "PROXY", method, path, headers: {}, rawHeaders: [], bodyText: "" })),
  );
  places["MAIN"] = `http://127.0.0.1:${await main.listen()}`;
  places["ALT"] = `http://127.0.0.1:${await alt.listen()}`;
  places["H2"] = `https://localhost:${await h2.listen()}`;
  places["PROXY"] = `http://127.0.0.1:${await proxy.listen()}`;
  places["MAINPORT"] = new URL(places["MAIN"]).port;
  return {
    places,
    /** The requests since the last time. */
    takeLog: (): LogEntry[] => log.splice(0),
    async dispose() {
      await Promise.all([main, alt, proxy, h2].map((server) => server.stop()));
      certificate.dispose();
    },
  };
}

const logEntry = (on: string, { method = "", url = "", headers, rawHeaders }: IncomingMessage): LogEntry => ({
  on,
  method,
  path: url,
  headers: headers as Record<string, string>,
  rawHeaders,
  bodyText: "",
});

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  try {
    for await (const part of message) parts.push(part as Buffer);
  } catch {
    // the client went away; what it sent is what came
  }
  return Buffer.concat(parts);
}

/** A server on a free port that ends with all its connections, also those of a tunnel. */
function stoppable(server: Server) {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  return {
    async listen(): Promise<number> {
      await once(server.listen(0, "127.0.0.1"), "listening");
      return (server.address() as AddressInfo).port;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      const closed = once(server, "close");
      server.close();
      await closed;
    },
  };
}
