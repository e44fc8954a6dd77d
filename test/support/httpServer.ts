/** Servers on loopback for tests: plain, TLS, HTTP/2 only, raw sockets, and a forward proxy. Each closes all it opened. */
import { readFileSync } from "node:fs";
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import { createSecureServer, type ServerHttp2Stream } from "node:http2";
import { createServer as createTlsServer } from "node:https";
import { connect, createServer as createNetServer, type AddressInfo, type Server, type Socket } from "node:net";
import { join } from "node:path";

const FIXTURES = join(import.meta.dirname, "..", "http", "fixtures");
/** Self-signed, for localhost and 127.0.0.1. */
export const CERTIFICATE_FILE = join(FIXTURES, "localhost.cert.pem");

export interface SeenRequest {
  method: string;
  url: string;
  headers: IncomingMessage["headers"];
  rawHeaders: string[];
  body: string;
  /** Resolves when the connection of this request was closed before the answer was complete. */
  aborted: Promise<void>;
}

export interface TestServer extends AsyncDisposable {
  /** "http://127.0.0.1:4100" */
  origin: string;
  host: string;
  port: number;
  /** In the order in which they came. */
  requests: SeenRequest[];
  /** Connections that were opened so far. */
  connections(): number;
  close(): Promise<void>;
}

export type Handler = (request: SeenRequest, response: ServerResponse) => void;

export function startServer(handler: Handler): Promise<TestServer> {
  const requests: SeenRequest[] = [];
  return listen(createServer(recorder(requests, handler)), "http", requests);
}

export function startTlsServer(handler: Handler): Promise<TestServer> {
  const requests: SeenRequest[] = [];
  return listen(createTlsServer(keys(), recorder(requests, handler)), "https", requests);
}

/** Speaks HTTP/2 only. */
export function startHttp2Server(): Promise<TestServer> {
  const server = createSecureServer({ ...keys(), allowHTTP1: false });
  server.on("stream", (stream: ServerHttp2Stream) => {
    stream.respond({ ":status": 200, "content-type": "text/plain" });
    stream.end("h2");
  });
  return listen(server, "https", []);
}

/** @param onConnection writes whatever it likes, however wrong. */
export function startRawServer(onConnection: (socket: Socket) => void): Promise<TestServer> {
  const server = createNetServer((socket) => {
    socket.on("error", () => {});
    onConnection(socket);
  });
  return listen(server, "http", []);
}

/** A raw server that answers the first bytes of each connection and closes it. */
export function startFixedServer(answer: string | Buffer): Promise<TestServer> {
  return startRawServer((socket) => socket.once("data", () => socket.end(answer)));
}

/** Forwards to loopback whatever the host name is; every forwarded request has x-via-proxy. */
export async function startProxy(): Promise<TestServer> {
  const requests: SeenRequest[] = [];
  const server = createServer((request, response) => {
    requests.push(seen(request, response, ""));
    const url = new URL(request.url ?? "");
    const { host, ...headers } = request.headers;
    const onward = httpRequest({
      host: "127.0.0.1",
      port: url.port,
      path: url.pathname + url.search,
      method: request.method,
      headers: { ...headers, host: host ?? "", "x-via-proxy": "1" },
    });
    onward.on("response", (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  });
  server.on("connect", (request: IncomingMessage, socket: Socket) => {
    requests.push({ ...seen(request, undefined, ""), method: "CONNECT" });
    const port = Number((request.url ?? "").split(":").at(-1));
    const onward = connect(port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      onward.pipe(socket).pipe(onward);
    });
    onward.on("error", () => socket.destroy());
    socket.on("error", () => onward.destroy());
  });
  return listen(server, "http", requests);
}

/** An address on loopback at which nothing listens. */
export async function closedPort(): Promise<number> {
  const server = await startServer(() => {});
  await server.close();
  return server.port;
}

function keys(): { key: Buffer; cert: Buffer } {
  return { key: readFileSync(join(FIXTURES, "localhost.key.pem")), cert: readFileSync(CERTIFICATE_FILE) };
}

function recorder(requests: SeenRequest[], handler: Handler): RequestListener {
  return (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("error", () => {});
    request.on("end", () => {
      const entry = seen(request, response, Buffer.concat(chunks).toString());
      requests.push(entry);
      handler(entry, response);
    });
  };
}

function seen(request: IncomingMessage, response: ServerResponse | undefined, body: string): SeenRequest {
  const { method = "", url = "", headers, rawHeaders } = request;
  const aborted = new Promise<void>((resolve) => {
    response?.on("close", () => {
      if (!response.writableFinished) resolve();
    });
  });
  return { method, url, headers, rawHeaders, body, aborted };
}

async function listen(server: Server, scheme: "http" | "https", requests: SeenRequest[]): Promise<TestServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on("connection", (socket: Socket) => {
    connections++;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const name = scheme === "https" ? "localhost" : "127.0.0.1";
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  return {
    origin: `${scheme}://${name}:${port}`,
    host: `${name}:${port}`,
    port,
    requests,
    connections: () => connections,
    close,
    [Symbol.asyncDispose]: close,
  };
}
