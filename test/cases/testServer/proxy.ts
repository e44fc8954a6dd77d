/** A forward proxy for http and CONNECT that sends every host to 127.0.0.1, so that made-up names can be reached through it alone. */
import { createServer, request as httpRequest } from "node:http";
import { connect } from "node:net";

export function createProxy(saw: (method: string, target: string) => void) {
  const proxy = createServer((request, response) => {
    const { method = "", url = "", headers } = request;
    saw(method, url);
    const { port, pathname, search } = new URL(url);
    const upstream = httpRequest(
      { host: "127.0.0.1", port, path: pathname + search, method, headers: { ...headers, "x-via-proxy": "1" } },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    upstream.on("error", () => response.writeHead(502).end());
    request.pipe(upstream);
  });
  proxy.on("connect", ({ url = "" }, socket, head) => {
    saw("CONNECT", url);
    const upstream = connect(Number(url.split(":").at(-1)), "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      upstream.write(head);
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on("error", () => socket.destroy());
    socket.on("error", () => upstream.destroy());
  });
  return proxy;
}
