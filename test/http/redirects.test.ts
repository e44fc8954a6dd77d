import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { after, before, beforeEach, describe, it } from "mocha";
import { nextHop, type Hop } from "../../runtime/http/redirects.ts";
import { startServer, type SeenRequest, type TestServer } from "../support/httpServer.ts";
import { closeAll, createSender, fails, secretHeader, type Sender } from "./support.ts";

const SECRET = "tok-1234567890";

describe("http: redirects", () => {
  let main: TestServer;
  let other: TestServer;
  let sender: Sender;
  before(async () => {
    sender = createSender();
    // /to?status=302&url=… redirects; anything else answers.
    const handler = ({ url }: SeenRequest, response: ServerResponse): void => {
      const { pathname, searchParams } = new URL(url, "http://x");
      const target = searchParams.get("url");
      if (pathname !== "/to" || target === null) return void response.end("arrived");
      response.writeHead(Number(searchParams.get("status") ?? 302), { location: target });
      response.end("moved");
    };
    main = await startServer(handler);
    other = await startServer(handler);
  });
  beforeEach(() => [main, other].forEach((server) => server.requests.splice(0)));
  after(() => closeAll(main, other).then(() => sender.dispose()));
  const to = (server: TestServer, url: string, status = 302): string =>
    `${server.origin}/to?status=${status}&url=${encodeURIComponent(url)}`;
  const toolHeaders = () => [
    secretHeader("Authorization", `Bearer ${SECRET}`, main.host, other.host),
    secretHeader("X-Api-Key", SECRET, main.host, other.host),
    { name: "X-Plain", value: "plain", secrets: [], allowedHosts: [] },
  ];

  it("are followed, and url and redirectedFrom say where from and to", async () => {
    const asked = to(main, "/end?x=1");
    const answer = await sender.send({ url: asked });
    assert.deepEqual([answer.body, answer.url, answer.redirectedFrom], ["arrived", `${main.origin}/end?x=1`, asked]);
  });
  it("keep all headers within one origin", async () => {
    await sender.send({ url: to(main, "/end"), headers: { Cookie: "a=1" } }, { toolHeaders: toolHeaders() });
    assert.equal(main.requests.length, 2);
    for (const { headers } of main.requests) {
      assert.equal(headers.authorization, `Bearer ${SECRET}`);
      assert.equal(headers["x-plain"], "plain");
      assert.equal(headers.cookie, "a=1");
    }
  });
  for (const status of [301, 302, 303, 307, 308])
    it(`${status} to another origin takes along no secret, tool header, cookie or key of the script`, async () => {
      const headers = { Cookie: "a=1", "X-Script-Key": "k", "Accept-Language": "de" };
      await sender.send({ url: to(main, `${other.origin}/end`, status), headers }, { toolHeaders: toolHeaders() });
      assert.equal(main.requests[0]?.headers["x-api-key"], SECRET);
      const [seen] = other.requests;
      assert.equal(seen?.headers["accept-language"], "de");
      assert.deepEqual(
        ["authorization", "x-api-key", "x-plain", "cookie", "x-script-key"].filter(
          (name) => seen && name in seen.headers,
        ),
        [],
      );
      assert.equal(JSON.stringify(seen).includes(SECRET), false);
    });
  it("back to the first origin still takes along no secret", async () => {
    await sender.send({ url: to(main, to(other, `${main.origin}/end`)) }, { toolHeaders: toolHeaders() });
    assert.equal(main.requests.length, 2);
    assert.equal(main.requests[0]?.headers["x-api-key"], SECRET);
    assert.equal(JSON.stringify(main.requests[1]).includes(SECRET), false);
  });
  it("to another name of the same machine are another origin", async () => {
    await sender.send({ url: to(main, `http://localhost:${main.port}/end`) }, { toolHeaders: toolHeaders() });
    assert.equal(JSON.stringify(main.requests[1]).includes(SECRET), false);
  });

  const methods = [
    [301, "POST", "GET"],
    [302, "POST", "GET"],
    [303, "POST", "GET"],
    [303, "PUT", "GET"],
    [303, "HEAD", "HEAD"],
    [301, "PUT", "PUT"],
    [302, "HEAD", "HEAD"],
    [307, "POST", "POST"],
    [308, "PUT", "PUT"],
  ] as const;
  for (const [status, before_, after_] of methods)
    it(`${status} turns ${before_} into ${after_}, with its body where the method stays`, async () => {
      const body = before_ === "HEAD" ? {} : { body: "data" };
      await sender.send({ url: to(main, "/end", status), method: before_, ...body });
      const last = main.requests[1];
      assert.equal(last?.method, after_);
      assert.equal(last?.body, after_ === before_ && before_ !== "HEAD" ? "data" : "");
      assert.equal(last?.headers["content-type"] !== undefined, last?.body === "data");
    });
  for (const status of [307, 308])
    it(`${status} does not send a body on to another origin`, async () => {
      await fails(
        sender.send({ url: to(main, `${other.origin}/end`, status), body: "data" }),
        "BlockedByPolicy",
        /body/,
      );
      assert.equal(other.requests.length, 0);
    });
  for (const url of ["file:///etc/passwd", "data:text/plain,x", "javascript:alert(1)", "ftp://127.0.0.1/"])
    it(`to ${url.split(":")[0]}: are refused`, () =>
      fails(sender.send({ url: to(main, url) }), "BlockedByPolicy", /redirects to a/));
  it("to a metadata address are refused", () =>
    fails(sender.send({ url: to(main, "http://169.254.169.254/latest/") }), "BlockedByPolicy", /metadata/));
  it("to an address with a user name and password are refused", () =>
    fails(sender.send({ url: to(main, other.origin.replace("//", "//a:b@")) }), "InvalidArgument"));
  it("to no address at all are an error", () =>
    fails(sender.send({ url: to(main, "http://[x") }), "NetworkError", /address that is none/));
  it("in a circle end after 20", async () => {
    await using circle = await startServer((_, response) => response.writeHead(302, { location: "/" }).end());
    await fails(sender.send({ url: circle.origin }), "NetworkError", /more than 20 times/);
    assert.equal(circle.requests.length, 21);
  });
  it("20 in a row are followed", async () => {
    await using chain = await startServer(({ url }, response) => {
      const left = Number(url.slice(1));
      if (left === 0) response.end("arrived");
      else response.writeHead(302, { location: `/${left - 1}` }).end();
    });
    assert.equal((await sender.send({ url: `${chain.origin}/20` })).body, "arrived");
    assert.ok(chain.connections() <= 2);
  });
  it(`are given as they are with redirect: "manual"`, async () => {
    const answer = await sender.send({ url: to(main, `${other.origin}/end`), redirect: "manual" });
    assert.deepEqual([answer.status, answer.headers["location"], answer.body], [302, `${other.origin}/end`, "moved"]);
    assert.equal(other.requests.length, 0);
  });
  it(`fail with redirect: "error"`, () =>
    fails(sender.send({ url: to(main, "/end"), redirect: "error" }), "NetworkError", /redirects/));
  it("a status 300 or a redirect without a location is an answer", async () => {
    await using odd = await startServer(({ url }, response) =>
      response.writeHead(url === "/300" ? 300 : 302).end("here"),
    );
    assert.equal((await sender.send({ url: `${odd.origin}/300` })).status, 300);
    assert.equal((await sender.send({ url: `${odd.origin}/302` })).status, 302);
  });
  it("a redirect whose own body never ends does not hold up the request", async () => {
    await using endless = await startServer(({ url }, response) => {
      if (url !== "/") return void response.end("arrived");
      response.writeHead(302, { location: "/end" });
      response.write("never done");
    });
    assert.equal((await sender.send({ url: endless.origin, timeoutMs: 5000 })).body, "arrived");
  });

  const hop = (url: string): Hop => ({
    method: "GET",
    url: new URL(url),
    headers: [{ name: "A", value: "1", keepAcrossOrigins: false }],
  });
  it("from https to http are refused", () =>
    assert.throws(() => nextHop(hop("https://a.example/"), 302, "http://a.example/"), { code: "BlockedByPolicy" }));
  for (const [from, location] of [
    ["http://a.example/", "https://a.example/"],
    ["https://a.example/", "https://b.a.example/"],
    ["https://a.example/", "https://a.example:8443/"],
    ["https://a.example/", "//b.example/"],
  ] as const)
    it(`from ${from} to ${location} leave the origin's headers behind`, () =>
      assert.deepEqual(nextHop(hop(from), 302, location).headers, []));
  it("to the default port, written out, stay at the origin", () =>
    assert.equal(nextHop(hop("https://a.example/"), 302, "https://a.example:443/x").headers.length, 1));
});
