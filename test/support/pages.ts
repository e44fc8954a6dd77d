/** A small site on loopback for browser tests: the pages of test/fixtures/browser/www and some answers that a file cannot give. */
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, join } from "node:path";

export interface Pages {
  /** Origin, without a slash at the end. */
  url: string;
  /** The same site at another origin. */
  otherUrl: string;
  /** Serves a page and gives its address. */
  put(body: string): string;
  /** Paths asked for so far. */
  requests: string[];
  stop(): Promise<void>;
}

const WWW = join(import.meta.dirname, "../fixtures/browser/www");
const html = (title: string, body: string) => `<!doctype html><meta charset=utf-8><title>${title}</title>${body}`;

export async function startPages(): Promise<Pages> {
  const requests: string[] = [];
  const given: string[] = [];
  const sessions = new Set<string>();
  const timers = new Set<NodeJS.Timeout>();
  const origins = { url: "", otherUrl: "" };

  function later(ms: number, work: () => void): void {
    const timer = setTimeout(() => (timers.delete(timer), work()), ms);
    timers.add(timer);
  }

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const { pathname: path, searchParams: query } = new URL(request.url ?? "/", "http://site");
    requests.push(path);
    const send = (status: number, body: string, headers: Record<string, string> = {}) => {
      response.writeHead(status, {
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-store",
        ...headers,
      });
      response.end(body);
    };
    const redirect = (to: string, headers: Record<string, string> = {}) => send(302, "", { location: to, ...headers });
    const json = (value: unknown) => send(200, JSON.stringify(value), { "content-type": "application/json" });
    const attachment = (name: string) =>
      send(200, "id,price\r\n1,40\r\n", {
        "content-type": "text/csv",
        "content-disposition": `attachment; filename="${name}"`,
      });

    const routes: [RegExp, (found: RegExpExecArray) => void][] = [
      [/^\/go\/([2-9])$/, ([, n]) => redirect(`/go/${Number(n) - 1}`)],
      [/^\/go\/1$/, () => send(200, html("Arrived", "<h1 id=h>Arrived</h1>"))],
      [/^\/page\/(\w+)$/, ([, name]) => send(200, html(`Page ${name}`, `<h1>Page ${name}</h1>`))],
      [/^\/neverload$/, () => send(200, html("Never loads", '<h1 id=h>Readable now</h1><img src="/stall">'))],
      [/^\/stall$/, () => {}],
      [/^\/given\/(\d+)$/, ([, at]) => send(200, html("Given", given[Number(at)] ?? ""))],
      [
        /^\/neverends$/,
        () => {
          response.writeHead(200, { "content-type": "text/html" });
          response.write(html("Never ends", `<h1 id=h>First half</h1>${" ".repeat(4096)}`));
        },
      ],
      [
        /^\/slow$/,
        () =>
          later(Number(query.get("ms") ?? 1000), () =>
            send(200, query.has("json") ? "{}" : html("Slow", "<h1 id=h>Slow page</h1>")),
          ),
      ],
      [/^\/api\/slow$/, () => later(Number(query.get("ms") ?? 1000), () => json({}))],
      [/^\/api\/orders$/, () => json([{ id: 1, item: "Lamp", price: 40 }, { id: 2, item: "Chair", price: 75 }, { id: 3, item: "Rug", price: 20 }])], // prettier-ignore
      [/^\/ports\.json$/, () => json({ ALT: origins.otherUrl })],
      [
        /^\/route\/(.+)$/,
        () => send(200, readFileSync(join(WWW, "route.html"), "utf8").replace(">home<", `>server view ${path}<`)),
      ],
      [/^\/status\/(\d+)$/, ([, status]) => send(Number(status), html("Status", `<h1>Status ${status}</h1>`))],
      [/^\/empty\/(\d+)$/, ([, status]) => send(Number(status), "")],
      [/^\/private$/, () => send(401, "auth needed", { "www-authenticate": 'Basic realm="x"' })],
      [/^\/reset$/, () => void request.socket.destroy()],
      [/^\/to$/, () => redirect(query.get("url") ?? "/")],
      [/^\/download\/report\.csv$/, () => attachment("report.csv")],
      [/^\/download\/odd$/, () => attachment("../../evil name?.txt")],
      [
        /^\/csp\.html$/,
        () =>
          send(
            200,
            html(
              "CSP",
              '<h1 id=h>Strict page</h1><button id=b>Press</button><p id=late></p><script nonce="n">setTimeout(()=>{late.textContent="late ok"},300);b.onclick=()=>{b.textContent="Pressed"}</script>',
            ),
            {
              "content-security-policy":
                "default-src 'none'; script-src 'nonce-n'; style-src 'none'; connect-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
            },
          ),
      ],
      [
        /^\/login\.html$/,
        () =>
          send(
            200,
            html(
              "Login",
              "<form method=post action=/login><input name=user><input name=pass type=password><button>Sign in</button></form>",
            ),
          ),
      ],
      [
        /^\/login$/,
        () => {
          const session = String(sessions.size + 1).padStart(8, "0");
          sessions.add(session);
          redirect("/account", { "set-cookie": `session=${session}; Path=/; HttpOnly; SameSite=Lax` });
        },
      ],
      [
        /^\/account$/,
        () => {
          const session = /session=(\d+)/.exec(request.headers.cookie ?? "")?.[1];
          if (session && sessions.has(session)) send(200, html("Account", "<h1 id=h>Hello maria</h1>"));
          else redirect("/login.html");
        },
      ],
      [/^\/rows$/, () => send(200, html("Rows", `<main>${rows(Number(query.get("n") ?? 60))}</main>`))],
      [/^\/([\w-]+\.html)$/, ([, name]) => file(name ?? "")],
    ];
    const route = routes.find(([pattern]) => pattern.test(path));
    if (route) return route[1](route[0].exec(path) as RegExpExecArray);
    send(404, html("Not found", "<h1>Not found</h1>"));

    function file(name: string): void {
      try {
        send(200, readFileSync(join(WWW, basename(name)), "utf8"));
      } catch {
        send(404, html("Not found", "<h1>Not found</h1>"));
      }
    }
  }

  const servers = [createServer(answer), createServer(answer)] as const;
  await Promise.all(servers.map((server) => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))));
  origins.url = originOf(servers[0]);
  origins.otherUrl = originOf(servers[1]);
  return {
    ...origins,
    requests,
    put: (body) => `${origins.url}/given/${given.push(body) - 1}`,
    async stop() {
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(
        servers.map((server) => {
          server.closeAllConnections();
          return new Promise<void>((resolve) => server.close(() => resolve()));
        }),
      );
    },
  };
}

const originOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const rows = (n: number) =>
  Array.from(
    { length: n },
    (_, i) =>
      `<div class=card><h2>Item ${i + 1}</h2><span class=price>€ ${i + 1}.450,50</span><a href="/page/p${i + 1}">more</a></div>`,
  ).join("");
