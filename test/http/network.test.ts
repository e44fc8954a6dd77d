import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { after, before, describe, it } from "mocha";
import {
  CERTIFICATE_FILE,
  closedPort,
  startHttp2Server,
  startProxy,
  startRawServer,
  startServer,
  startTlsServer,
} from "../support/httpServer.ts";
import { createSender, createTestScope, fails, type Sender } from "./support.ts";

describe("http: when the network does not play along", () => {
  let sender: Sender;
  before(() => void (sender = createSender()));
  after(() => sender.dispose());

  it("nothing listens: says so, with the address", async () => {
    const port = await closedPort();
    const error = await fails(
      sender.send({ url: `http://127.0.0.1:${port}/path?key=1` }),
      "NetworkError",
      /connection refused/,
    );
    assert.ok(error.message.startsWith(`GET http://127.0.0.1:${port}/path:`), error.message);
    assert.equal(error.retryable, true);
  });
  it("no such host: says so", async () => {
    const error = await fails(sender.send({ url: "http://no-such-host.invalid/" }), "NetworkError", /host name/);
    assert.match(error.message, /no-such-host\.invalid/);
  });
  it("an untrusted certificate: says why and what to do", async () => {
    await using server = await startTlsServer((_, response) => response.end());
    const error = await fails(
      sender.send({ url: server.origin }),
      "NetworkError",
      /certificate cannot be trusted: it is self-signed/,
    );
    assert.match(error.hint ?? "", /NODE_EXTRA_CA_CERTS/);
  });
  it("https to a plain http server: says so", async () => {
    await using server = await startServer((_, response) => response.end());
    await fails(
      sender.send({ url: server.origin.replace("http:", "https:") }),
      "NetworkError",
      /may be a plain http server/,
    );
  });
  it("a connection that is cut half way through the body is never a success", async () => {
    await using server = await startServer((_, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": 500 });
      response.write('{"half":', () => response.socket?.destroy());
    });
    await fails(
      sender.send({ url: `${server.origin}/api/reset` }),
      "NetworkError",
      /\/api\/reset \(after 8 bytes of the body\): The connection was cut/,
    );
  });
  it("a chunked body without its end is never a success", async () => {
    await using server = await startRawServer((socket) =>
      socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n")),
    );
    await fails(sender.send({ url: server.origin }), "NetworkError", /cut before/);
  });
  it("no answer: ends with Timeout at timeoutMs, and the server sees the connection close", async () => {
    await using server = await startServer(() => {});
    const error = await fails(
      sender.send({ url: `${server.origin}/slow`, timeoutMs: 150 }),
      "Timeout",
      /\/slow: not done after 0\.1\d s/,
    );
    assert.match(error.message, /has not answered/);
    await server.requests[0]?.aborted;
  });
  it("a body that stalls: the time limit covers it, too", async () => {
    await using server = await startServer((_, response) => {
      response.writeHead(200, { "content-length": 1000 });
      response.write('{"part":');
    });
    await fails(sender.send({ url: server.origin, timeoutMs: 200 }), "Timeout", /status 200 came, then 8 bytes/);
    await server.requests[0]?.aborted;
  });
  it("a body that drips: the time limit covers all of it", async () => {
    await using server = await startServer((_, response) => {
      const timer = setInterval(() => response.write("."), 20);
      response.on("close", () => clearInterval(timer));
    });
    await fails(sender.send({ url: server.origin, timeoutMs: 300 }), "Timeout");
  });
  it("an endless body stops at the cap", async () => {
    const chunk = "x".repeat(65_536);
    await using server = await startServer((_, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on("drain", more);
      response.on("error", () => {});
      more();
    });
    await fails(sender.send({ url: server.origin }), "ResponseTooLarge");
    await server.requests[0]?.aborted;
    assert.equal((await sender.send({ url: server.origin, maxBytes: 1000 })).body.length, 1000);
  });
  it("a handshake that never comes ends at timeoutMs", async () => {
    await using server = await startRawServer(() => {});
    await fails(sender.send({ url: server.origin.replace("http:", "https:"), timeoutMs: 150 }), "Timeout");
  });
  it("timeoutMs is never more than what is left of the run", async () => {
    await using server = await startServer(() => {});
    const error = await fails(
      sender.send({ url: server.origin, timeoutMs: 60_000 }, { scope: createTestScope(150) }),
      "Timeout",
    );
    assert.match(error.hint ?? "", /tools\.json/);
  });
  it("the end of the run ends the request at once, and the server sees it", async () => {
    const scope = createTestScope();
    await using server = await startServer(() => scope.end());
    await fails(sender.send({ url: server.origin }, { scope }), "Canceled", /the run was stopped/);
    await server.requests[0]?.aborted;
    await fails(sender.send({ url: server.origin }, { scope }), "Canceled");
    assert.equal(server.requests.length, 1);
  });
  it("64 requests at once, of one run, bring no warning", async () => {
    const warnings: Error[] = [];
    const note = (warning: Error): void => void warnings.push(warning);
    process.on("warning", note);
    await using server = await startServer((_, response) => response.end("ok"));
    const scope = createTestScope();
    await Promise.all(Array.from({ length: 64 }, () => sender.send({ url: server.origin }, { scope })));
    await new Promise((resolve) => setImmediate(resolve));
    process.off("warning", note);
    assert.deepEqual(warnings.map(String), []);
  });
  it("after all that the next request is fine", async () => {
    await using server = await startServer((_, response) => response.end("fine"));
    assert.equal((await sender.send({ url: server.origin })).body, "fine");
  });

  describe("retry", () => {
    it("is off by default", async () => {
      await using server = await startServer((_, response) => response.writeHead(503).end());
      assert.equal((await sender.send({ url: server.origin })).status, 503);
      assert.equal(server.requests.length, 1);
    });
    it("tries again after 503, heeds Retry-After, and gives the first good answer", async () => {
      await using server = await startServer((_, response) => {
        const count = server.requests.length;
        response.writeHead(count < 3 ? 503 : 200, { "retry-after": "0" }).end(String(count));
      });
      assert.equal((await sender.send({ url: server.origin, retry: 3 })).body, "3");
    });
    it("gives the last answer when all failed", async () => {
      await using server = await startServer((_, response) => response.writeHead(429, { "retry-after": "0" }).end());
      assert.equal((await sender.send({ url: server.origin, retry: 2 })).status, 429);
      assert.equal(server.requests.length, 3);
    });
    it("does not wait longer than the time that is left", async () => {
      await using server = await startServer((_, response) => response.writeHead(429, { "retry-after": "3600" }).end());
      assert.equal((await sender.send({ url: server.origin, retry: 2, timeoutMs: 5000 })).status, 429);
      assert.equal(server.requests.length, 1);
    });
    it("does not send a POST twice that may have arrived, and a GET it does", async () => {
      await using server = await startServer(({ method }, response) => {
        if (server.requests.filter((request) => request.method === method).length === 1) response.destroy();
        else response.end("second");
      });
      await fails(sender.send({ url: server.origin, body: "x", retry: 2 }), "NetworkError");
      assert.equal(server.requests.length, 1);
      assert.equal((await sender.send({ url: server.origin, retry: 2 })).body, "second");
    });
  });

  describe("proxies", () => {
    it("HTTP_PROXY is used for other machines, never for loopback or NO_PROXY", async () => {
      await using proxy = await startProxy();
      await using server = await startServer(({ headers }, response) =>
        response.end(String(headers["x-via-proxy"] ?? "direct")),
      );
      const proxied = createSender({ HTTP_PROXY: proxy.origin, NO_PROXY: "other.case.test" });
      const ask = async (host: string): Promise<string> =>
        (await proxied.send({ url: `http://${host}:${server.port}/` })).body;
      assert.equal(await ask("app.case.test"), "1");
      assert.equal(await ask("127.0.0.1"), "direct");
      assert.equal(await ask("localhost"), "direct");
      await fails(ask("other.case.test"), "NetworkError");
      assert.deepEqual(
        proxy.requests.map(({ url }) => url),
        [`http://app.case.test:${server.port}/`],
      );
      await proxied.dispose();
    });
    it("an HTTP_PROXY without a scheme works", async () => {
      await using proxy = await startProxy();
      await using server = await startServer((_, response) => response.end("ok"));
      const proxied = createSender({ http_proxy: `127.0.0.1:${proxy.port}` });
      assert.equal((await proxied.send({ url: `http://app.case.test:${server.port}/` })).body, "ok");
      await proxied.dispose();
    });
    it("HTTPS_PROXY gets a tunnel, and sees no header of the request", async () => {
      await using proxy = await startProxy();
      await using server = await startTlsServer((_, response) => response.end());
      const proxied = createSender({ HTTPS_PROXY: proxy.origin });
      // The certificate is for localhost: the request itself must fail, through the tunnel.
      await fails(
        proxied.send({ url: `https://app.case.test:${server.port}/`, headers: { "X-Key": "k" } }),
        "NetworkError",
        /certificate/,
      );
      assert.equal(proxy.requests[0]?.method, "CONNECT");
      assert.equal(JSON.stringify(proxy.requests).includes("x-key"), false);
      await proxied.dispose();
    });
    it("a proxy that is not there fails in plain words", async () => {
      const proxied = createSender({ HTTP_PROXY: `http://127.0.0.1:${await closedPort()}` });
      await fails(proxied.send({ url: "http://app.case.test/" }), "NetworkError", /connection refused/);
      await proxied.dispose();
    });
    it("the proxies of this process's own environment are not looked at", async () => {
      process.env["HTTP_PROXY"] = "http://127.0.0.1:1";
      try {
        const fresh = createSender({});
        await fails(fresh.send({ url: "http://no-such-host.invalid/" }), "NetworkError", /host name/);
        await fresh.dispose();
      } finally {
        delete process.env["HTTP_PROXY"];
      }
    });
  });

  describe("with NODE_EXTRA_CA_CERTS, as Node reads it at its start", () => {
    const ask = async (url: string): Promise<unknown> => {
      const child = fork(join(import.meta.dirname, "fixtures", "askOnce.ts"), [url], {
        env: { ...process.env, NODE_EXTRA_CA_CERTS: CERTIFICATE_FILE },
        execArgv: [],
      });
      const [answer] = await once(child, "message");
      return answer;
    };
    it("a server of a private authority is trusted", async () => {
      await using server = await startTlsServer((_, response) => response.end("private"));
      assert.deepEqual(await ask(server.origin), { status: 200, body: "private" });
    });
  }).timeout(20_000);

  it("a server that speaks HTTP/2 only: says so", async () => {
    const trusted = getCACertificates();
    setDefaultCACertificates([...trusted, readFileSync(CERTIFICATE_FILE, "utf8")]);
    try {
      await using server = await startHttp2Server();
      await fails(sender.send({ url: server.origin }), "NetworkError", /HTTP\/2 only/);
    } finally {
      setDefaultCACertificates(trusted);
    }
  });
});
