import assert from "node:assert/strict";
import type { Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { after, before, describe, it } from "mocha";
import { ToolError } from "../../runtime/errors.ts";
import { startFixedServer, startRawServer, startServer, type TestServer } from "../support/httpServer.ts";
import { createSender, fails, type Sender } from "./support.ts";

const FUZZED_ANSWERS = 600;
const SEED = 20_261_130;

describe("http: hostile servers", () => {
  let sender: Sender;
  let healthy: TestServer;
  const uncaught: unknown[] = [];
  const note = (error: unknown): void => void uncaught.push(error);
  before(async () => {
    sender = createSender();
    healthy = await startServer((_, response) => response.end("fine"));
    process.on("uncaughtExceptionMonitor", note);
    process.on("unhandledRejection", note);
  });
  after(async () => {
    process.off("uncaughtExceptionMonitor", note);
    process.off("unhandledRejection", note);
    await healthy.close();
    await sender.dispose();
  });

  const refused: Record<string, string | Buffer> = {
    "no status line": "hello\r\n\r\n",
    "a wrong version": "HTTP/9.9 200 OK\r\n\r\n",
    "status 999999": "HTTP/1.1 999999 OK\r\ncontent-length: 0\r\n\r\n",
    "status -1": "HTTP/1.1 -1 OK\r\ncontent-length: 0\r\n\r\n",
    "an upgrade that nobody asked for":
      "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n",
    "100 KB of headers": `HTTP/1.1 200 OK\r\n${`x-pad: ${"a".repeat(1000)}\r\n`.repeat(100)}\r\n`,
    "a header line of 100 KB": `HTTP/1.1 200 OK\r\nx-long: ${"a".repeat(100_000)}\r\n\r\n`,
    "two content-lengths": "HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 5\r\n\r\nhello",
    "content-length and chunked at once":
      "HTTP/1.1 200 OK\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
    "a bad chunk size": "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nhello\r\n0\r\n\r\n",
    "a content-length that is too long": "HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\nhello",
    "a reset before any byte": "",
    "more than five encodings and a big body": Buffer.concat([
      Buffer.from("HTTP/1.1 200 OK\r\ncontent-encoding: gzip,gzip,gzip,gzip,gzip,gzip,gzip\r\n\r\n"),
      Buffer.alloc(2_000_000),
    ]),
    "a control character in a header": "HTTP/1.1 200 OK\r\nx-a: \x01\r\ncontent-length: 2\r\n\r\nok",
    "binary noise": Buffer.from(Array.from({ length: 500 }, (_, index) => (index * 7919) % 256)),
  };
  for (const [what, answer] of Object.entries(refused))
    it(`${what} is an error in plain words, and the next request is fine`, async () => {
      await using server = await startFixedServer(answer);
      const error = await sender.send({ url: server.origin, timeoutMs: 5000 }).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      assert.ok(error instanceof ToolError, "it was taken for an answer");
      assert.ok(["NetworkError", "UnsupportedResponse"].includes(error.code), `${error.code}: ${error.message}`);
      assert.doesNotMatch(error.message, /undici|HPE_|node:internal/);
      assert.equal((await sender.send({ url: healthy.origin })).body, "fine");
    });

  const accepted: Record<string, [answer: string, body: string]> = {
    "103 before the answer": [
      "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok",
      "ok",
    ],
    "204 with a body": ["HTTP/1.1 204 No Content\r\ncontent-length: 5\r\n\r\nhello", ""],
    "no headers at all": ["HTTP/1.1 200 OK\r\n\r\nuntil the end", "until the end"],
    "300 headers": [
      `HTTP/1.1 200 OK\r\n${`x-pad: ${"a".repeat(80)}\r\n`.repeat(300)}content-length: 2\r\n\r\nok`,
      "ok",
    ],
    "a charset that does not exist": [
      "HTTP/1.1 200 OK\r\ncontent-type: text/plain; charset=no%such\r\ncontent-length: 2\r\n\r\nok",
      "ok",
    ],
    "a header named __proto__": [
      "HTTP/1.1 200 OK\r\n__proto__: x\r\nconstructor: y\r\ncontent-length: 2\r\n\r\nok",
      "ok",
    ],
  };
  for (const [what, [answer, body]] of Object.entries(accepted))
    it(`${what} is read as it should be`, async () => {
      await using server = await startFixedServer(answer);
      assert.equal((await sender.send({ url: server.origin, timeoutMs: 5000 })).body, body);
    });

  it("a server that never answers costs its time limit and no more", async () => {
    await using server = await startRawServer(() => {});
    await fails(sender.send({ url: server.origin, timeoutMs: 200 }), "Timeout");
  });

  it(`${FUZZED_ANSWERS} random answers (seed ${SEED}): each ends in an answer or a ToolError, none outside`, async () => {
    const random = createRandom(SEED);
    await using server = await startRawServer((socket) => socket.once("data", () => misbehave(socket, random)));
    let answers = 0;
    for (let done = 0; done < FUZZED_ANSWERS; done += 20)
      await Promise.all(
        Array.from({ length: 20 }, async () => {
          try {
            await sender.send({ url: server.origin, timeoutMs: 1500, maxBytes: 50_000 });
            answers++;
          } catch (error) {
            assert.ok(error instanceof ToolError, String(error));
            assert.notEqual(error.code, "ScriptError");
          }
        }),
      );
    assert.ok(answers > 0 && answers < FUZZED_ANSWERS);
    assert.equal((await sender.send({ url: healthy.origin })).body, "fine");
  }).timeout(60_000);

  it("nothing was thrown outside of a request", () => assert.deepEqual(uncaught, []));
});

type Random = (below: number) => number;

/** mulberry32 */
function createRandom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

function pick<T>(random: Random, choices: readonly [T, ...T[]]): T {
  return choices[random(choices.length)] ?? choices[0];
}

/** A status line, headers and a body of which any can be wrong, written in pieces, and cut off anywhere. */
function misbehave(socket: Socket, random: Random): void {
  const body = pick(random, [
    Buffer.alloc(0),
    Buffer.from("hello"),
    gzipSync("x".repeat(random(200_000))),
    Buffer.alloc(random(200_000), 97),
    Buffer.from(`${random(9)}\r\nhello\r\n0\r\n\r\n`),
    Buffer.from("5\r\nhello\r\n0\r\n\r\n"),
  ]);
  const head = [
    pick(random, [
      "HTTP/1.1 200 OK",
      "HTTP/1.1 200 OK",
      "HTTP/1.1 204 x",
      "HTTP/1.0 404 ",
      "HTTP/1.1 101 x",
      "HTTP/1.1 0 x",
      "HTTP/2 200",
      "\0\0",
    ]),
    pick(random, [
      `content-length: ${body.length}`,
      `content-length: ${random(1000)}`,
      "transfer-encoding: chunked",
      "content-length: -5",
      "x: y",
    ]),
    pick(random, [
      "content-encoding: gzip",
      "content-encoding: br",
      "content-encoding: gzip,gzip",
      "content-encoding: zstd",
      "x: y",
      "x: y",
    ]),
    pick(random, [
      "content-type: text/html",
      "content-type: application/json; charset=utf-7",
      "location: /",
      "set-cookie: a=1",
      "x: \x7f",
    ]),
    pick(random, ["connection: close", "connection: keep-alive", "connection: upgrade", ": empty", "no colon"]),
  ];
  const all = Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`, "latin1"), body]);
  const end = random(3) === 0 ? random(all.length + 1) : all.length;
  const middle = random(end + 1);
  socket.write(all.subarray(0, middle));
  setImmediate(() => {
    if (socket.destroyed) return;
    socket.write(all.subarray(middle, end));
    if (random(4) === 0) socket.resetAndDestroy();
    else socket.end();
  });
}
