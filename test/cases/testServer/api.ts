/** Answers for programs: odd charsets, encodings, redirects, statuses, and bodies that stall or break off. */
import type { ServerResponse } from "node:http";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { redirect, routed, send, sendJson } from "./reply.ts";
import type { Request, Route } from "./reply.ts";

const RUSSIAN = "Привет, мир! Цена: 100 ?";
const COMPRESS = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync };
const STATUS_HEADERS: Record<number, Record<string, string>> = {
  429: { "retry-after": "2" },
  401: { "www-authenticate": "Bearer" },
};

const ROUTES: [string, Route][] = [
  [
    "/api/echo",
    ({ method, path, on, headers, rawHeaders, body }, response) =>
      sendJson(response, { method, url: path, on, headers, rawHeaders, body: body.toString() }),
  ],
  [
    "/api/orders",
    (_, response) =>
      sendJson(response, [
        { id: 1, item: "Lamp", price: 40 },
        { id: 2, item: "Chair", price: 75 },
        { id: 3, item: "Rug", price: 20 },
      ]),
  ],
  ["/api/redirect-cross", ({ places }, response) => redirect(response, `${places["ALT"]}/api/echo`)],
  ["/api/redirect-same", (_, response) => redirect(response, "/api/echo")],
  [
    "/api/charset/windows-1251",
    (_, response) => send(response, 200, windows1251(RUSSIAN), { "content-type": "text/plain; charset=windows-1251" }),
  ],
  [
    "/api/charset/latin1",
    (_, response) =>
      send(response, 200, Buffer.from('{"ok":"été"}', "latin1"), {
        "content-type": "application/json; charset=iso-8859-1",
      }),
  ],
  [
    "/api/enc/",
    (_, response, encoding) => {
      const text = JSON.stringify({ enc: encoding, pad: "x".repeat(2000) });
      const body = COMPRESS[encoding as keyof typeof COMPRESS](text);
      send(response, 200, body, { "content-type": "application/json", "content-encoding": encoding });
    },
  ],
  [
    "/api/binary",
    (_, response) => {
      const all = Buffer.from(Array.from({ length: 256 }, (__, index) => index));
      send(response, 200, all, { "content-type": "application/octet-stream" });
    },
  ],
  [
    "/api/slow",
    ({ query }, response) => {
      const ms = Number(query.get("ms") ?? 1000);
      setTimeout(() => response.destroyed || sendJson(response, { slept: ms }), ms).unref();
    },
  ],
  ["/api/stall-headers", () => {}],
  ["/api/stall-body", (_, response) => void begin(response, 1000).write('{"part":')],
  [
    "/api/reset",
    (_, response) => {
      begin(response, 500).write('{"half":');
      setTimeout(() => response.socket?.destroy(), 100);
    },
  ],
  [
    "/api/status/",
    (_, response, rest) => {
      const status = Number(rest);
      if (status === 204) response.writeHead(204).end();
      else sendJson(response, { code: status, message: "as asked" }, status, STATUS_HEADERS[status]);
    },
  ],
  [
    "/api/leak",
    ({ headers }, response) => {
      const value = headers["authorization"] ?? "";
      const told = {
        error: `Invalid credentials: ${value}`,
        b64: Buffer.from(value).toString("base64"),
        url: encodeURIComponent(value),
      };
      sendJson(response, told, 401);
    },
  ],
];

export const api = (request: Request, response: ServerResponse): boolean => routed(ROUTES, request, response);

/** Headers only, for a body that never becomes as long as they say. */
const begin = (response: ServerResponse, length: number) =>
  response.writeHead(200, { "content-type": "application/json", "content-length": length });

/** Latin and the Russian letters from А to я. */
const windows1251 = (text: string): Buffer =>
  Buffer.from(Array.from(text, (letter) => letter.charCodeAt(0)).map((code) => (code >= 0x410 ? code - 0x350 : code)));
