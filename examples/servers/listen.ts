/** Shared by the two example servers: listening on loopback, answering, and being run as a program. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { pathToFileURL } from "node:url";

export interface ExampleServer {
  url: string;
  close(): Promise<void>;
}

export type Handler = (request: IncomingMessage, response: ServerResponse, url: URL) => void | Promise<void>;

/** @param port 0 takes a free one. Rejects with a sentence that names the port when it is taken. */
export async function listen(name: string, port: number, handle: Handler): Promise<ExampleServer> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    Promise.resolve()
      .then(() => handle(request, response, url))
      .catch((error: unknown) => {
        if (!response.headersSent) sendJson(response, 500, { error: String(error) });
        else response.destroy();
      });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const taken = error.code === "EADDRINUSE";
      reject(
        taken
          ? new Error(`Port ${port} of 127.0.0.1 is taken, and the ${name} needs it. Stop the program that uses it.`)
          : error,
      );
    });
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = server.address();
  const actualPort = typeof address === "object" && address ? address.port : port;
  return {
    url: `http://127.0.0.1:${actualPort}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export function sendHtml(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, { "content-type": "text/html; charset=utf-8" }).end(html);
}

export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}

/** Runs the server when its file is the program, until Ctrl-C. */
export async function runAsProgram(moduleUrl: string, start: () => Promise<ExampleServer>): Promise<void> {
  if (pathToFileURL(process.argv[1] ?? "").href !== moduleUrl) return;
  try {
    const server = await start();
    console.log(`Listening on ${server.url} (Ctrl-C stops)`);
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void server.close());
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
