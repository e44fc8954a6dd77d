/** A ticket API to run the example tools against. It answers nobody who does not send the right secret. */
import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { type ExampleServer, listen, runAsProgram, sendJson } from "./listen.ts";

export const TICKETS_PORT = 4174;
/** What the API accepts when it is run by hand and TICKETING_API_KEY is not set. It opens nothing but this toy. */
export const EXAMPLE_SECRET = "example-ticketing-secret";
const PRIORITIES = ["low", "medium", "high"] as const;
const MAX_BODY_BYTES = 64 * 1024;

export interface Ticket {
  id: string;
  title: string;
  body: string;
  priority: (typeof PRIORITIES)[number];
  url: string;
}

export interface TicketServer extends ExampleServer {
  /** Those made since the start, oldest first. */
  readonly tickets: readonly Ticket[];
}

export async function createTicketServer({ port = TICKETS_PORT, secret = EXAMPLE_SECRET } = {}): Promise<TicketServer> {
  const tickets: Ticket[] = [];
  const server = await listen("example ticket API", port, async (request, response, url) => {
    if (!hasSecret(request, secret)) {
      response.setHeader("www-authenticate", "Bearer");
      return sendJson(response, 401, { error: "The Authorization header is missing or wrong" });
    }
    if (url.pathname !== "/tickets") return sendJson(response, 404, { error: `There is no ${url.pathname}` });
    if (request.method === "GET") return sendJson(response, 200, tickets);
    if (request.method !== "POST") return sendJson(response, 405, { error: "Only GET and POST" });
    const id = `T-${1001 + tickets.length}`;
    const ticket = parseTicket(await readBody(request), id, `${server.url}/tickets/${id}`);
    if (typeof ticket === "string") return sendJson(response, 422, { error: ticket });
    tickets.push(ticket);
    return sendJson(response, 201, ticket);
  });
  return { ...server, tickets };
}

function hasSecret(request: IncomingMessage, secret: string): boolean {
  const sent = Buffer.from(request.headers.authorization ?? "");
  const wanted = Buffer.from(`Bearer ${secret}`);
  return sent.length === wanted.length && timingSafeEqual(sent, wanted);
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) throw new Error("The body is too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** The ticket, or what is wrong with the text. */
function parseTicket(text: string, id: string, url: string): Ticket | string {
  let sent: Partial<Record<keyof Ticket, unknown>>;
  try {
    sent = JSON.parse(text) as typeof sent;
  } catch {
    return "The body is not JSON";
  }
  const { title, body, priority = "medium" } = sent ?? {};
  if (typeof title !== "string" || title === "") return "title is missing";
  if (typeof body !== "string") return "body is missing";
  const known = PRIORITIES.find((name) => name === priority);
  if (!known) return `priority is one of ${PRIORITIES.join(", ")}`;
  return { id, title, body, priority: known, url };
}

await runAsProgram(import.meta.url, () =>
  createTicketServer({ secret: process.env.TICKETING_API_KEY ?? EXAMPLE_SECRET }),
);
