import assert from "node:assert/strict";
import type { HttpSession } from "../../runtime/http/session.ts";
import { startServer, type TestServer } from "../support/httpServer.ts";
import { closeAll, createSender, createTestScope, fails, type Sender } from "./support.ts";

const MIB = 1024 * 1024;

describe("how many requests of a run go on at once", () => {
  let server: TestServer;
  let sender: Sender;
  let session: HttpSession;
  let open = 0;
  let most = 0;
  let bytes = 0;
  before(async () => {
    sender = createSender();
    server = await startServer(({ url }, response) => {
      most = Math.max(most, ++open);
      response.on("close", () => open--);
      if (url === "/never") return;
      setTimeout(() => response.end(Buffer.alloc(bytes, "a")), 30);
    });
  });
  beforeEach(() => {
    [open, most, bytes] = [0, 0, 10];
    session = sender.client.session({ toolHeaders: [], redact: (text) => text });
  });
  after(async () => {
    await sender.dispose();
    await closeAll(server);
  });

  it("ten; the others wait and are all answered", async () => {
    const scope = createTestScope();
    const answers = await Promise.all(Array.from({ length: 60 }, () => session.send(scope, { url: server.origin })));
    assert.ok(answers.every(({ status }) => status === 200));
    assert.equal(most, 10);
  });
  it("fewer when their bodies may be large", async () => {
    bytes = 20 * MIB;
    const scope = createTestScope();
    const before = process.memoryUsage().rss;
    let highest = before;
    const watch = setInterval(() => (highest = Math.max(highest, process.memoryUsage().rss)), 5);
    const sizes = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const { body } = await session.send(scope, { url: server.origin, maxBytes: 32 * MIB });
        return body.length;
      }),
    );
    clearInterval(watch);
    assert.deepEqual(new Set(sizes), new Set([bytes]));
    assert.equal(most, 2);
    assert.ok(highest - before < 600 * MIB, `${Math.round((highest - before) / MIB)} MiB more`);
  }).timeout(30_000);
  it("the time in the queue counts, and whoever gives up leaves the queue", async () => {
    const scope = createTestScope();
    const never = Array.from({ length: 10 }, () =>
      fails(session.send(scope, { url: `${server.origin}/never`, timeoutMs: 1200 }), "Timeout", /has not answered/),
    );
    await fails(
      session.send(scope, { url: server.origin, timeoutMs: 200 }),
      "Timeout",
      /not done after 0\.2\d* s: it waited for its turn behind other requests/,
    );
    const late = session.send(scope, { url: server.origin });
    await Promise.all(never);
    assert.equal((await late).status, 200);
  });
  it("another run does not wait for it", async () => {
    const scope = createTestScope();
    const never = Array.from({ length: 10 }, () =>
      fails(session.send(scope, { url: `${server.origin}/never` }), "Canceled"),
    );
    assert.equal((await sender.send({ url: server.origin })).status, 200);
    scope.end();
    await Promise.all(never);
  });
  it("a run that ends in the queue is Canceled there", async () => {
    const scope = createTestScope();
    const all = Array.from({ length: 15 }, () =>
      fails(session.send(scope, { url: `${server.origin}/never` }), "Canceled"),
    );
    scope.end();
    await Promise.all(all);
    assert.ok(most <= 10);
  });
});
