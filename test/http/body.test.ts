import assert from "node:assert/strict";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { after, before, describe, it } from "mocha";
import { startServer, type TestServer } from "../support/httpServer.ts";
import { closeAll, createSender, fails, redactorOf, type Sender } from "./support.ts";

interface Served {
  body: string | Buffer;
  headers?: Record<string, string>;
  status?: number;
}

const ALL_BYTES = Buffer.from(Array.from({ length: 256 }, (_, index) => index));

describe("http: bodies", () => {
  let server: TestServer;
  let sender: Sender;
  let served: Served = { body: "" };
  before(async () => {
    sender = createSender();
    server = await startServer((_, response) => {
      response.on("error", () => {});
      response.writeHead(served.status ?? 200, served.headers);
      response.end(served.body);
    });
  });
  after(() => closeAll(server).then(() => sender.dispose()));
  const serve = (next: Served, request: Partial<Parameters<Sender["send"]>[0]> = {}) => {
    served = next;
    return sender.send({ url: server.origin, ...request });
  };

  const text = JSON.stringify({ text: "Grüße ".repeat(500) });
  const codings = {
    gzip: gzipSync(text),
    "x-gzip": gzipSync(text),
    deflate: deflateSync(text),
    "deflate ": deflateRawSync(text),
    br: brotliCompressSync(text),
    zstd: zstdCompressSync(text),
    "gzip, br": brotliCompressSync(gzipSync(text)),
    "identity, GZIP": gzipSync(text),
  };
  for (const [encoding, body] of Object.entries(codings))
    it(`${JSON.stringify(encoding)} is decoded, also when the script asks for it`, async () => {
      const next = { body, headers: { "content-encoding": encoding, "content-type": "application/json" } };
      assert.equal((await serve(next)).body, text);
      assert.equal((await serve(next, { headers: { "Accept-Encoding": "gzip, deflate, br" } })).body, text);
    });
  it("more than five encodings are refused", () =>
    fails(
      serve({ body: gzipSync("x"), headers: { "content-encoding": "gzip,gzip,gzip,gzip,gzip,gzip" } }),
      "UnsupportedResponse",
      /6 times/,
    ));
  it("an unknown encoding is refused by name", () =>
    fails(serve({ body: "x", headers: { "content-encoding": "rot13" } }), "UnsupportedResponse", /rot13/));
  it("a body that is not what its encoding says fails in plain words", () =>
    fails(
      serve({ body: '{"plain":true}', headers: { "content-encoding": "gzip" } }),
      "UnsupportedResponse",
      /encoded with gzip, and is not/,
    ));
  for (const [name, body] of [
    ["gzip", gzipSync(text)],
    ["br", brotliCompressSync(text)],
    ["zstd", zstdCompressSync(text)],
    ["deflate", deflateSync(text)],
  ] as const)
    it(`half a ${name} body is an error`, async () => {
      const error = await fails(
        serve({ body: body.subarray(0, body.length >> 1), headers: { "content-encoding": name } }),
        "NetworkError",
      );
      assert.match(error.message, /ends early/);
    });
  it("an empty body may name an encoding", async () => {
    for (const status of [200, 204, 304])
      assert.equal((await serve({ body: "", status, headers: { "content-encoding": "gzip" } })).body, "");
  });
  it("HEAD has no body, whatever its headers say", async () => {
    const answer = await serve({ body: gzipSync(text), headers: { "content-encoding": "gzip" } }, { method: "HEAD" });
    assert.deepEqual([answer.status, answer.body], [200, ""]);
  });

  it("a compression bomb stops at the cap and costs little memory", async () => {
    const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024));
    const rss = process.memoryUsage.rss();
    await fails(
      serve({ body: bomb, headers: { "content-encoding": "gzip" } }),
      "ResponseTooLarge",
      /larger than 8388608 bytes/,
    );
    assert.ok(process.memoryUsage.rss() - rss < 100 * 1024 * 1024);
  });
  it("a body above the default cap is an error that names maxBytes", async () => {
    const error = await fails(serve({ body: Buffer.alloc(9 * 1024 * 1024, 97) }), "ResponseTooLarge");
    assert.match(error.hint ?? "", /maxBytes/);
  });
  it("maxBytes cuts, and says so", async () => {
    const answer = await serve(
      { body: "x".repeat(1000), headers: { "content-type": "application/json" } },
      { maxBytes: 10 },
    );
    assert.deepEqual([answer.body, answer.truncated, answer.json], ["xxxxxxxxxx", true, undefined]);
    const whole = await serve({ body: "x".repeat(10) }, { maxBytes: 10 });
    assert.deepEqual([whole.body, whole.truncated], ["xxxxxxxxxx", false]);
  });
  it("a cut in the middle of a character leaves it out", async () => {
    const answer = await serve(
      { body: "ab€€", headers: { "content-type": "text/plain; charset=utf-8" } },
      { maxBytes: 4 },
    );
    assert.equal(answer.body, "ab");
  });
  it("a cut cannot show a part of a secret, wherever it falls", async () => {
    const secret = "tok-1234567890abcdef";
    const redact = redactorOf({ TOK: secret });
    for (const tail of ["", "z".repeat(100), "z".repeat(100_000)])
      for (let maxBytes = 1; maxBytes < 80; maxBytes++) {
        served = { body: `start ${secret} then ${secret}${tail}` };
        const { body } = await sender.send({ url: server.origin, maxBytes }, { redact });
        assert.doesNotMatch(body, /tok-1/, `${maxBytes}: ${body}`);
        served = { body: Buffer.concat([ALL_BYTES, Buffer.from(`${secret}${tail}`)]) };
        const binary = await sender.send(
          { url: server.origin, maxBytes: 256 + maxBytes, responseType: "base64" },
          { redact },
        );
        assert.doesNotMatch(Buffer.from(binary.body, "base64").toString("latin1"), /tok-1/);
      }
  }).timeout(20_000);

  const charsets = [
    ["windows-1251 of the header", "text/plain; charset=windows-1251", Buffer.from("cff0e8e2e5f2", "hex"), "Привет"],
    ["Shift_JIS of the header", 'text/plain; charset="Shift_JIS"', Buffer.from("82b182f1", "hex"), "こん"],
    [
      "ISO-8859-1 of the header",
      "application/json; charset=iso-8859-1",
      Buffer.from('{"ok":"été"}', "latin1"),
      '{"ok":"été"}',
    ],
    [
      "utf-16 with a byte order mark",
      "application/json; charset=utf-16",
      Buffer.from('\ufeff{"ok":"été"}', "utf16le"),
      '{"ok":"été"}',
    ],
    ["a UTF-8 byte order mark", "application/json", Buffer.from('\ufeff{"ok":"été"}'), '{"ok":"été"}'],
    [
      "<meta charset>",
      "text/html",
      Buffer.from("3c6d65746120636861727365743d77696e646f77732d313235313ecff0", "hex"),
      "<meta charset=windows-1251>Пр",
    ],
    [
      "the XML declaration",
      "application/xml",
      Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>', "latin1"),
      '<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>',
    ],
    ["nothing, and is UTF-8", "text/plain", Buffer.from("été"), "été"],
    ["nothing, and is not UTF-8", "text/plain", Buffer.from("été", "latin1"), "été"],
    ["an unknown name", "application/json; charset=klingon-1", Buffer.from('{"ok":1}'), '{"ok":1}'],
    ["no content-type at all", "", Buffer.from("été"), "été"],
  ] as const;
  for (const [what, type, body, expected] of charsets)
    it(`the charset comes from ${what}`, async () => {
      const answer = await serve({ body, headers: type ? { "content-type": type } : {} });
      assert.equal(answer.body, expected);
      assert.equal(answer.encoding, "text");
      if (type.includes("json")) assert.deepEqual(answer.json, JSON.parse(expected));
    });
  for (const type of ["application/octet-stream", "image/png", "application/pdf", ""])
    it(`bytes of ${type || "no type"} come as base64, every one of them`, async () => {
      const answer = await serve({ body: ALL_BYTES, headers: type ? { "content-type": type } : {} });
      assert.equal(answer.encoding, "base64");
      assert.deepEqual(Buffer.from(answer.body, "base64"), ALL_BYTES);
    });
  it("text served as application/octet-stream comes as text", async () => {
    const answer = await serve({ body: "a;b\n1;2", headers: { "content-type": "application/octet-stream" } });
    assert.deepEqual([answer.body, answer.encoding], ["a;b\n1;2", "text"]);
  });
  it("responseType base64 gives base64 of text, too", async () => {
    const answer = await serve({ body: "text" }, { responseType: "base64" });
    assert.deepEqual([answer.body, answer.encoding], ["dGV4dA==", "base64"]);
  });
  it("an integer beyond 2^53 is there exactly, in body", async () => {
    const { body } = await serve({
      body: '{"id":9223372036854775807}',
      headers: { "content-type": "application/json" },
    });
    assert.match(body, /9223372036854775807/);
  });
});
