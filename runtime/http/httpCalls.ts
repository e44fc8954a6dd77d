/** g.http */
import * as z from "zod";
import { hostCallFor, type RunScope } from "../hostCall.ts";
import { httpOptions, httpRequest } from "./request.ts";
import type { HttpSession } from "./session.ts";

export interface HttpScope extends RunScope {
  readonly http: HttpSession;
}

const call = hostCallFor<HttpScope>();
const since = "0.1.0";
const url = z.string().describe("Absolute http or https address");
const options = httpOptions.optional();

const returns =
  "{ status: number; statusText: string; ok: boolean; url: string; redirectedFrom?: string; headers: Record<string, string>; " +
  'body: string; encoding: "text" | "base64"; json?: any; truncated: boolean }';

const answer = `
\`headers\` has lower-case names; several of one name are joined by ", ", and \`set-cookie\` has one cookie a line.
\`body\` is text, decoded by its charset; where the answer is not text it is base64 and \`encoding\` says so.
\`json\` is the parsed body of a JSON answer. A status of 400 or more does not throw.
The headers of tools.json are added by Guidon; scripts do not see their secrets, and answers that repeat one show «secret:NAME» in its place.`;

export const httpCalls = [
  call({
    name: "http.makeHttpRequest",
    since,
    doc: `Sends an HTTP request and gives the answer.
${answer}
A request that would carry a secret to a host that the tool may not send it to fails with \`BlockedByPolicy\`.
Redirects are followed, 20 at most; to another origin go only harmless headers (Accept, Content-Type, User-Agent and the like), never a body.
Ten requests of a run go on at once, fewer where \`maxBytes\` is above 8 MiB; more wait for their turn, within their own time.
Other errors: \`NetworkError\`, \`Timeout\`, \`ResponseTooLarge\` (8 MiB, or see maxBytes), \`UnsupportedResponse\`, \`InvalidArgument\`.`,
    params: { request: httpRequest.describe("What to send") },
    returns,
    example: `const r = await g.http.makeHttpRequest({ url: "https://api.example.com/tickets", method: "POST", json: { title: g.tool.args.title } });
if (!r.ok) g.tool.fail("NetworkError", \`The API answered \${r.status}\`);
return r.json;`,
    run: (scope, { request }) => scope.http.send(scope, request),
  }),
  call({
    name: "http.get",
    since,
    doc: `Sends a GET request. Options and answer are those of \`g.http.makeHttpRequest\`.`,
    params: { url, options },
    returns,
    example: `const { json } = await g.http.get("https://api.example.com/orders", { query: { page: 2 } });`,
    run: (scope, args) => scope.http.send(scope, { ...args.options, url: args.url, method: "GET" }),
  }),
  call({
    name: "http.post",
    since,
    doc: `Sends a POST request. An object or list as the body goes as JSON. Options and answer are those of \`g.http.makeHttpRequest\`.`,
    params: {
      url,
      body: z.unknown().optional().describe("Text as it is, or plain data, which is sent as JSON"),
      options,
    },
    returns,
    example: `const r = await g.http.post("https://api.example.com/orders", { item: "Lamp", count: 2 });`,
    run: (scope, { url: to, body, options: rest }) =>
      scope.http.send(scope, { ...rest, ...(body === undefined ? {} : { body }), url: to, method: "POST" }),
  }),
  call({
    name: "http.request",
    since,
    doc: `Sends a request with the given method. Options and answer are those of \`g.http.makeHttpRequest\`.`,
    params: { method: z.string().describe("GET, PUT, DELETE …"), url, options },
    returns,
    example: `const r = await g.http.request("DELETE", "https://api.example.com/orders/17");`,
    run: (scope, args) => scope.http.send(scope, { ...args.options, url: args.url, method: args.method }),
  }),
];
