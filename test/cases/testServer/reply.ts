/** How the test server answers. */
import type { OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { LogEntry } from "../types.ts";
import type { Places } from "./index.ts";

export interface Request extends LogEntry {
  pathname: string;
  query: URLSearchParams;
  body: Buffer;
  places: Places;
  /** Ids of those who signed in, and tokens of sign-in forms. */
  sessions: Set<string>;
}

export type Route = (request: Request, response: ServerResponse, rest: string) => void;

export function send(
  response: ServerResponse,
  status: number,
  body: string | Buffer,
  headers: OutgoingHttpHeaders = {},
) {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store", ...headers });
  response.end(body);
}

export const sendJson = (response: ServerResponse, body: unknown, status = 200, headers: OutgoingHttpHeaders = {}) =>
  send(response, status, JSON.stringify(body), { "content-type": "application/json", ...headers });

export const sendHtml = (response: ServerResponse, body: string, status = 200, headers: OutgoingHttpHeaders = {}) =>
  send(response, status, body, { "content-type": "text/html; charset=utf-8", ...headers });

export const redirect = (response: ServerResponse, location: string, status = 302, headers: OutgoingHttpHeaders = {}) =>
  send(response, status, "", { location, ...headers });

export const page = (title: string, body: string): string =>
  `<!doctype html><meta charset="utf-8"><title>${title}</title>${body}`;

export const notFound = (response: ServerResponse) => sendHtml(response, page("Not found", "<h1>Not found</h1>"), 404);

/** Answers with the first route whose path begins the request's; false when there is none. */
export function routed(routes: [path: string, route: Route][], request: Request, response: ServerResponse): boolean {
  const found = routes.find(([path]) =>
    path.endsWith("/") ? request.pathname.startsWith(path) : request.pathname === path,
  );
  if (!found) return false;
  const [path, route] = found;
  route(request, response, request.pathname.slice(path.length));
  return true;
}
