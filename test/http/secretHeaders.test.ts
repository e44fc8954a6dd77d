import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { after, before, beforeEach, describe, it } from "mocha";
import { startServer, type TestServer } from "../support/httpServer.ts";
import { closeAll, createSender, createTestScope, fails, redactorOf, secretHeader, type Sender } from "./support.ts";

const SECRET = "tok-1234567890abcdef";
const redact = redactorOf({ TOK: SECRET });

describe("http: the tool's own headers", () => {
  let granted: TestServer;
  let stranger: TestServer;
  let sender: Sender;
  let answer: (secret: string) => { body: string | Buffer; headers?: Record<string, string>; statusText?: string };
  before(async () => {
    sender = createSender();
    granted = await startServer(({ headers }, response) => {
      const { body, headers: extra, statusText = "OK" } = answer(String(headers["x-api-key"] ?? ""));
      response.writeHead(200, statusText, extra);
      response.end(body);
    });
    stranger = await startServer((_, response) => response.end());
  });
  beforeEach(() => {
    answer = () => ({ body: "ok" });
    [granted, stranger].forEach((server) => server.requests.splice(0));
  });
  after(() => closeAll(granted, stranger).then(() => sender.dispose()));
  const toolHeaders = () => [
    secretHeader("X-Api-Key", SECRET, granted.host),
    { name: "X-Plain", value: "plain", secrets: [], allowedHosts: [] },
  ];

  it("go to an allowed host", async () => {
    await sender.send({ url: granted.origin }, { toolHeaders: toolHeaders() });
    assert.equal(granted.requests[0]?.headers["x-api-key"], SECRET);
    assert.equal(granted.requests[0]?.headers["x-plain"], "plain");
  });
  it("refuse a host that is not allowed, before anything is sent, with both ways out", async () => {
    const error = await fails(sender.send({ url: stranger.origin }, { toolHeaders: toolHeaders() }), "BlockedByPolicy");
    assert.ok(error.message.includes(stranger.host));
    assert.match(error.message, /"X-Api-Key" with secret "TOK"/);
    assert.match(error.hint ?? "", /allowedHosts.*toolHeaders: false/);
    assert.equal(JSON.stringify([error.message, error.hint, error.details]).includes(SECRET), false);
    assert.equal(stranger.connections(), 0);
  });
  it("stay out with toolHeaders: false, to any host", async () => {
    await sender.send({ url: stranger.origin, toolHeaders: false }, { toolHeaders: toolHeaders() });
    assert.equal(stranger.requests[0]?.headers["x-api-key"], undefined);
    assert.equal(stranger.requests[0]?.headers["x-plain"], undefined);
  });
  it("without a secret go to any host", async () => {
    await sender.send({ url: stranger.origin }, { toolHeaders: toolHeaders().slice(1) });
    assert.equal(stranger.requests[0]?.headers["x-plain"], "plain");
  });
  it("give way to a header of the script, in any spelling, once, and the log says so", async () => {
    const scope = createTestScope();
    await sender.send(
      { url: granted.origin, headers: { "x-api-KEY": "from-script" } },
      { toolHeaders: toolHeaders(), scope },
    );
    const raw = granted.requests[0]?.rawHeaders ?? [];
    assert.deepEqual(
      raw.filter((_, index) => index % 2 === 1 && raw[index - 1]?.toLowerCase() === "x-api-key"),
      ["from-script"],
    );
    assert.ok(scope.lines.some((line) => line.includes('"X-Api-Key" of the script is sent')));
  });
  it("do not refuse a request whose script sets every secret header itself", async () => {
    await sender.send({ url: stranger.origin, headers: { "X-Api-Key": "mine" } }, { toolHeaders: toolHeaders() });
    assert.equal(stranger.requests[0]?.headers["x-api-key"], "mine");
  });
  it("with a secret never go over plain http to another machine, unless the host is named insecure", async () => {
    const headers = [secretHeader("X-Api-Key", SECRET, "api.example.test")];
    const request = { url: "http://api.example.test/", timeoutMs: 5000 };
    await fails(sender.send(request, { toolHeaders: headers }), "BlockedByPolicy", /unencrypted/);
    await fails(sender.send(request, { toolHeaders: headers, insecureHosts: ["api.example.test"] }), "NetworkError");
  });
  it("are no templates in the script's own texts", async () => {
    await sender.send(
      { url: `${granted.origin}/{{TOK}}?q=<<TOK>>`, headers: { "X-Mine": "{{TOK}}" }, body: "{{TOK}}" },
      { toolHeaders: toolHeaders() },
    );
    const [seen] = granted.requests;
    assert.deepEqual([seen?.headers["x-mine"], seen?.body], ["{{TOK}}", "{{TOK}}"]);
    assert.equal(`${seen?.url}${seen?.body}`.includes(SECRET), false);
  });

  const echoes: Record<string, (secret: string) => ReturnType<typeof answer>> = {
    "the body": (secret) => ({ body: `Invalid key ${secret}!` }),
    "the body, compressed": (secret) => ({
      body: gzipSync(`Invalid key ${secret}!`),
      headers: { "content-encoding": "gzip" },
    }),
    "a header": (secret) => ({ body: "", headers: { "x-echo": `key ${secret}` } }),
    "the status text": (secret) => ({ body: "", statusText: `Bad ${secret}` }),
    JSON: (secret) => ({
      body: JSON.stringify({ key: secret, [secret]: 1 }),
      headers: { "content-type": "application/json" },
    }),
    "JSON with every letter escaped": (secret) => ({
      body: `{"key":"${Array.from(secret, (char) => `\\u00${char.charCodeAt(0).toString(16)}`).join("")}"}`,
      headers: { "content-type": "application/json" },
    }),
    "JSON with some letters escaped": (secret) => ({
      body: `{"key":"\\u0074${secret.slice(1)}","\\u0074${secret.slice(1)}":1}`,
      headers: { "content-type": "application/json" },
    }),
    base64: (secret) => ({ body: Buffer.from(`u:${secret}`).toString("base64") }),
    bytes: (secret) => ({
      body: Buffer.concat([Buffer.from([0xff, 0xfe, 0, 1]), Buffer.from(secret)]),
      headers: { "content-type": "image/png" },
    }),
  };
  for (const [where, echo] of Object.entries(echoes))
    it(`a server that repeats the secret in ${where} does not get it past Guidon`, async () => {
      answer = echo;
      const got = await sender.send({ url: granted.origin }, { toolHeaders: toolHeaders(), redact });
      const parsed = JSON.stringify(got.json ?? "");
      const bytes = got.encoding === "base64" ? Buffer.from(got.body, "base64").toString("latin1") : "";
      const all = `${JSON.stringify(got)}${parsed}${bytes}`;
      assert.doesNotMatch(all, /1234567890abcdef/);
      assert.match(`${all}${Buffer.from(got.body, "base64").toString("latin1")}`, /«secret:TOK»|secret:TOK/);
      assert.equal(granted.requests[0]?.headers["x-api-key"], SECRET);
    });
  it("a redirect to an address with the secret in it does not show it", async () => {
    answer = (secret) => ({ body: "", headers: { location: `/?key=${secret}` } });
    await using echo = await startServer(({ url, headers }, response) => {
      if (url === "/") response.writeHead(302, { location: `/end?key=${String(headers["x-api-key"])}` });
      response.end();
    });
    const got = await sender.send(
      { url: echo.origin },
      { toolHeaders: [secretHeader("X-Api-Key", SECRET, echo.host)], redact },
    );
    assert.match(got.url, /«secret:TOK»/);
  });
  it("an error text does not show the secret", async () => {
    answer = (secret) => ({ body: `not json ${secret}` });
    const request = { url: granted.origin, responseType: "json" as const };
    const error = await fails(
      sender.send(request, { toolHeaders: toolHeaders(), redact }),
      "UnsupportedResponse",
      /«secret:TOK»/,
    );
    assert.doesNotMatch(error.message, /1234567890/);
  });
});
