/** Pages: the files of ../pages, and those that need a server's help. */
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import path from "node:path";
import { page, redirect, routed, send, sendHtml, sendJson } from "./reply.ts";
import type { Request, Route } from "./reply.ts";

const FOLDER = path.join(import.meta.dirname, "../pages");
const file = (name: string) => readFileSync(path.join(FOLDER, name), "utf8");

const ROUTES: [string, Route][] = [
  ["/go/3", (_, response) => redirect(response, "/go/2")],
  ["/go/2", (_, response) => redirect(response, "/go/1", 301)],
  ["/go/1", (_, response) => sendHtml(response, page("Arrived", "<h1 id=h>Arrived</h1>"))],
  [
    "/neverload",
    (_, response) =>
      sendHtml(response, page("Never loads", '<h1 id=h>Readable now</h1><img src="/api/stall-headers">')),
  ],
  [
    "/slowpage",
    ({ query }, response) => {
      const html = page("Slow", "<h1 id=h>Slow page</h1>");
      setTimeout(() => response.destroyed || sendHtml(response, html), Number(query.get("ms") ?? 4000)).unref();
    },
  ],
  ["/csp.html", strictPage],
  ["/ports.json", ({ places }, response) => sendJson(response, places)],
  [
    "/route/",
    ({ pathname }, response) => sendHtml(response, file("route.html").replace(">home<", `>server view ${pathname}<`)),
  ],
  [
    "/download/report.csv",
    (_, response) =>
      send(response, 200, "id,price\r\n1,40\r\n", {
        "content-type": "text/csv",
        "content-disposition": 'attachment; filename="report.csv"',
      }),
  ],
  ["/login.html", signInPage],
  ["/login", signIn],
  ["/account", account],
];

export function pages(request: Request, response: ServerResponse): boolean {
  if (routed(ROUTES, request, response)) return true;
  const name = path.basename(request.pathname);
  if (request.pathname !== `/${name}` || !name.endsWith(".html") || !existsSync(path.join(FOLDER, name))) return false;
  sendHtml(response, file(name));
  return true;
}

function strictPage(_: Request, response: ServerResponse) {
  const nonce = randomBytes(8).toString("hex");
  const script = `<script nonce="${nonce}">setTimeout(() => { late.textContent = "late ok"; }, 600)</script>`;
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ];
  sendHtml(response, page("CSP", `<h1 id=h>Strict page</h1><p id=late></p>${script}`), 200, {
    "content-security-policy": policy.join("; "),
  });
}

function signInPage({ sessions }: Request, response: ServerResponse) {
  const token = randomBytes(6).toString("hex");
  sessions.add(token);
  const fields = `<input type=hidden name=csrf value=${token}><input name=user><input name=pass type=password>`;
  sendHtml(response, page("Login", `<form method=post action=/login>${fields}<button>Sign in</button></form>`));
}

function signIn({ body, sessions }: Request, response: ServerResponse) {
  const form = new URLSearchParams(body.toString());
  if (!sessions.delete(form.get("csrf") ?? "")) return sendHtml(response, page("Bad", "<h1>Bad token</h1>"), 403);
  if (form.get("user") !== "maria" || form.get("pass") !== "correct horse")
    return sendHtml(response, page("Login", "<p class=error>Wrong user or password</p>"));
  const session = randomBytes(9).toString("hex");
  sessions.add(session);
  redirect(response, "/account", 303, { "set-cookie": `session=${session}; Path=/; HttpOnly; SameSite=Lax` });
}

function account({ headers, sessions }: Request, response: ServerResponse) {
  const [, session] = /session=([0-9a-f]+)/.exec(headers["cookie"] ?? "") ?? [];
  if (session && sessions.has(session)) sendHtml(response, page("Account", "<h1 id=h>Hello maria</h1>"));
  else redirect(response, "/login.html");
}
