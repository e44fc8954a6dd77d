import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "mocha";
import { z } from "zod";
import { httpCalls, type HttpScope } from "../../runtime/http/httpCalls.ts";
import { startServer, type TestServer } from "../support/httpServer.ts";
import { closeAll, createSender, createTestScope, fails, type Sender } from "./support.ts";

describe("http: what is sent and what comes back", () => {
  let server: TestServer;
  let sender: Sender;
  before(async () => {
    sender = createSender();
    server = await startServer(({ method, url, headers, body }, response) => {
      const status = /^\/status\/(\d+)/.exec(url)?.[1];
      if (status) {
        response.writeHead(Number(status), { "content-type": "application/json", "retry-after": "2" });
        response.end(status === "204" ? undefined : JSON.stringify({ code: Number(status) }));
        return;
      }
      if (url === "/multi") {
        response.setHeader("Set-Cookie", ["sid=abc; Path=/", "theme=dark; Expires=Wed, 21 Oct 2099 07:28:00 GMT"]);
        response.setHeader("X-Dup", ["one", "two"]);
      }
      response.setHeader("Content-Type", "application/json");
      response.end(JSON.stringify({ method, url, headers, body }));
    });
  });
  beforeEach(() => void server.requests.splice(0));
  after(() => closeAll(server).then(() => sender.dispose()));

  it("a GET gives status, text, headers in lower case, body and parsed JSON", async () => {
    const answer = await sender.send({ url: `${server.origin}/a?b=1` });
    assert.equal(answer.status, 200);
    assert.equal(answer.statusText, "OK");
    assert.equal(answer.ok, true);
    assert.equal(answer.url, `${server.origin}/a?b=1`);
    assert.equal(answer.headers["content-type"], "application/json");
    assert.equal(answer.encoding, "text");
    assert.equal(answer.truncated, false);
    assert.deepEqual(answer.json, JSON.parse(answer.body));
    assert.equal("redirectedFrom" in answer, false);
  });
  for (const status of [204, 401, 404, 429, 500])
    it(`status ${status} is an answer, not an error`, async () => {
      const answer = await sender.send({ url: `${server.origin}/status/${status}` });
      assert.equal(answer.status, status);
      assert.equal(answer.ok, status === 204);
      assert.equal(answer.body === "", status === 204);
      assert.equal(answer.headers["retry-after"], "2");
    });
  it("several headers of a name are joined, cookies one a line", async () => {
    const { headers } = await sender.send({ url: `${server.origin}/multi` });
    assert.equal(headers["x-dup"], "one, two");
    assert.deepEqual(
      headers["set-cookie"]?.split("\n").map((cookie) => cookie.split(";")[0]),
      ["sid=abc", "theme=dark"],
    );
  });
  it("no cookie of an answer is sent with the next request", async () => {
    await sender.send({ url: `${server.origin}/multi` });
    await sender.send({ url: `${server.origin}/next` });
    assert.equal(server.requests[1]?.headers.cookie, undefined);
  });
  it("query is added to the address, lists several times, null not at all", async () => {
    await sender.send({ url: `${server.origin}/q?a=1`, query: { b: "x y&z", c: [1, 2], d: null, e: true } });
    assert.equal(server.requests[0]?.url, "/q?a=1&b=x+y%26z&c=1&c=2&e=true");
  });

  const bodies = [
    { given: { json: { a: [1] } }, type: "application/json", body: '{"a":[1]}' },
    { given: { body: { a: 1 } }, type: "application/json", body: '{"a":1}' },
    { given: { body: "plain ü" }, type: "text/plain;charset=UTF-8", body: "plain ü" },
    { given: { form: { a: "1 2", b: ["x", "y"] } }, type: "application/x-www-form-urlencoded", body: "a=1+2&b=x&b=y" },
    { given: { body: "aGk=", bodyEncoding: "base64" as const }, type: "application/octet-stream", body: "hi" },
  ];
  for (const { given, type, body } of bodies)
    it(`${JSON.stringify(given)} is sent by POST as ${type}`, async () => {
      await sender.send({ url: server.origin, ...given });
      const [seen] = server.requests;
      assert.deepEqual([seen?.method, seen?.headers["content-type"], seen?.body], ["POST", type, body]);
    });
  it("a Content-Type of the script, in any spelling, is sent once and as it is", async () => {
    await sender.send({
      url: server.origin,
      method: "put",
      body: "{}",
      headers: { "content-TYPE": "application/vnd.x+json" },
    });
    const names =
      server.requests[0]?.rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase()) ?? [];
    assert.equal(names.filter((name) => name === "content-type").length, 1);
    assert.equal(server.requests[0]?.headers["content-type"], "application/vnd.x+json");
    assert.equal(server.requests[0]?.method, "PUT");
  });
  it("two bodies are refused", () =>
    fails(sender.send({ url: server.origin, json: 1, form: {} }), "InvalidArgument", /json and form/));
  it("Host, Connection, Content-Length and Proxy-Authorization of a script are not sent, and the log says so", async () => {
    const scope = createTestScope();
    const headers = {
      Host: "evil.test",
      Connection: "close",
      "Content-Length": "99",
      "Proxy-Authorization": "x",
      "Transfer-Encoding": "chunked",
    };
    await sender.send({ url: server.origin, body: "abc", headers }, { scope });
    const seen = server.requests[0]?.headers ?? {};
    assert.equal(seen.host, server.host);
    assert.equal(seen["content-length"], "3");
    assert.equal(seen["proxy-authorization"], undefined);
    assert.equal(
      scope.lines.filter((line) => line.startsWith("warn ") && line.includes("set by Guidon itself")).length,
      5,
    );
  });
  for (const [what, value] of [
    ["CR LF", "a\r\nX-Evil: 1"],
    ["NUL", "a\0b"],
    ["characters beyond Latin-1", "прив"],
  ] as const)
    it(`a header value with ${what} is refused, and the error does not repeat it`, async () => {
      const error = await fails(
        sender.send({ url: server.origin, headers: { "X-A": value } }),
        "InvalidArgument",
        /"X-A"/,
      );
      assert.equal(JSON.stringify(error.message).includes("X-Evil") || error.message.includes(value), false);
      assert.equal(server.requests.length, 0);
    });
  it("a header name with a line break is refused", () =>
    fails(sender.send({ url: server.origin, headers: { "X\r\nY": "1" } }), "InvalidArgument", /not a header name/));
  for (const method of ["CONNECT", "trace", "GET / HTTP/1.1\r\nX: y", ""])
    it(`method ${JSON.stringify(method)} is refused`, () =>
      fails(sender.send({ url: server.origin, method }), "InvalidArgument"));
  for (const url of [
    "file:///etc/passwd",
    "ftp://127.0.0.1/",
    "data:text/plain,x",
    "javascript:1",
    "/relative",
    "",
    "http://",
    `http://a/${"x".repeat(70_000)}`,
  ])
    it(`address ${JSON.stringify(url.slice(0, 30))} is refused`, () => fails(sender.send({ url }), "InvalidArgument"));
  it("user name and password in the address are refused and not repeated", async () => {
    const error = await fails(
      sender.send({ url: server.origin.replace("//", "//maria:hunter22@") }),
      "InvalidArgument",
    );
    assert.doesNotMatch(error.message, /hunter22/);
    assert.equal(server.requests.length, 0);
  });
  it("a metadata address is refused before anything is sent", () =>
    fails(sender.send({ url: "http://169.254.169.254/latest/" }), "BlockedByPolicy", /metadata/));
  for (const option of [{ saveAs: "x.pdf" }, { useBrowserSession: true }])
    it(`${Object.keys(option)[0]} is Unavailable and named`, () =>
      fails(sender.send({ url: server.origin, ...option }), "Unavailable", new RegExp(Object.keys(option)[0] ?? "")));
  it("responseType json gives json, and fails on what is none with the start of it", async () => {
    const { json } = await sender.send({ url: `${server.origin}/status/200`, responseType: "json" });
    assert.deepEqual(json, { code: 200 });
    await using html = await startServer((_, response) => response.end("<html>Sign in</html>"));
    await fails(sender.send({ url: html.origin, responseType: "json" }), "UnsupportedResponse", /<html>Sign in/);
  });
  it("connections are used again", async () => {
    const fresh = createSender();
    const opened = server.connections();
    for (let count = 0; count < 5; count++) await fresh.send({ url: server.origin });
    assert.ok(server.connections() - opened <= 2);
    await fresh.dispose();
  });
  it("a disposed client sends nothing", async () => {
    const fresh = createSender();
    await fresh.dispose();
    await fails(fresh.send({ url: server.origin }), "Canceled");
  });
  it("get, post and request do what makeHttpRequest does", async () => {
    const scope: HttpScope = {
      ...createTestScope(),
      http: sender.client.session({ toolHeaders: [], redact: (text) => text }),
    };
    const run = (name: string, args: Record<string, unknown>): unknown => {
      const found = httpCalls.find((call) => call.name === `http.${name}`);
      assert.ok(found);
      return found.run(scope, z.object(found.params).parse(args) as never);
    };
    await run("makeHttpRequest", { request: { url: `${server.origin}/1`, method: "PATCH" } });
    await run("get", { url: `${server.origin}/2`, options: { query: { a: 1 } } });
    await run("post", { url: `${server.origin}/3`, body: { a: 1 } });
    await run("request", { method: "DELETE", url: `${server.origin}/4` });
    assert.deepEqual(
      server.requests.map(({ method, url, body }) => [method, url, body]),
      [
        ["PATCH", "/1", ""],
        ["GET", "/2?a=1", ""],
        ["POST", "/3", '{"a":1}'],
        ["DELETE", "/4", ""],
      ],
    );
  });
  it("an option that does not exist is an error, not silence", () => {
    const call = httpCalls.find(({ name }) => name === "http.get");
    assert.equal(z.object(call?.params).safeParse({ url: server.origin, options: { timeout: 5 } }).success, false);
  });
});
