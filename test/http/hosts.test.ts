import assert from "node:assert/strict";
import { describe, it } from "mocha";
import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";
import { checkAddress, isLoopback } from "../../runtime/http/address.ts";
import { isHostAllowed } from "../../runtime/http/hosts.ts";
import { parseHostPattern } from "../../runtime/hostPattern.ts";
import { ToolError } from "../../runtime/errors.ts";
import { createSender, fails } from "./support.ts";

const ALLOWED: readonly (readonly [pattern: string, url: string])[] = [
  ["api.example.com", "https://api.example.com/x"],
  ["api.example.com", "https://API.Example.com./x"],
  ["API.EXAMPLE.COM", "https://api.example.com:443/"],
  ["api.example.com:8443", "https://api.example.com:8443/"],
  ["*.store.example.com", "https://eu.store.example.com/"],
  ["*.store.example.com", "https://a.b.store.example.com/"],
  ["localhost:8080", "http://localhost:8080/"],
  ["localhost:*", "http://localhost:41234/"],
  ["127.0.0.1:80", "http://127.0.0.1/"],
  ["127.0.0.1:4100", "http://0x7f.1:4100/"],
  ["[::1]:4100", "http://[0:0::1]:4100/"],
  ["bücher.example", "https://xn--bcher-kva.example/"],
];

const NOT_ALLOWED: readonly (readonly [pattern: string, url: string])[] = [
  ["api.example.com", "https://api.example.com:8443/"],
  ["api.example.com", "https://api.example.com.evil.test/"],
  ["api.example.com", "https://evilapi.example.com/"],
  ["api.example.com", "https://evil.test/?api.example.com"],
  ["api.example.com", "https://api.example.com@evil.test/"],
  ["*.store.example.com", "https://store.example.com/"],
  ["*.store.example.com", "https://evilstore.example.com/"],
  ["localhost", "http://localhost:8080/"],
  ["localhost:8080", "http://localhost:8081/"],
  ["localhost:8080", "http://127.0.0.1:8080/"],
  ["*", "https://api.example.com/"],
  ["*.com", "https://example.com/"],
  ["*.127.0.0.1", "http://127.0.0.1/"],
  ["api.example.com/v1", "https://api.example.com/v1"],
  ["https://api.example.com", "https://api.example.com/"],
  ["api.example.com:70000", "https://api.example.com/"],
  ["", "https://api.example.com/"],
  ["user@api.example.com", "https://api.example.com/"],
];

describe("http/hosts", () => {
  for (const [pattern, url] of ALLOWED)
    it(`"${pattern}" allows ${url}`, () => assert.equal(isHostAllowed(new URL(url), [pattern]), true));
  for (const [pattern, url] of NOT_ALLOWED)
    it(`"${pattern}" does not allow ${url}`, () => assert.equal(isHostAllowed(new URL(url), [pattern]), false));
  it("what is no pattern is told apart from what is one", () => {
    assert.equal(parseHostPattern("*"), undefined);
    assert.ok(parseHostPattern("*.example.com"));
  });
});

const REFUSED = [
  "http://169.254.169.254/latest/meta-data",
  "http://2852039166/",
  "http://0xa9.0xfe.0xa9.0xfe/",
  "http://[::ffff:169.254.169.254]/",
  "http://[::169.254.169.254]/",
  "http://[64:ff9b::a9fe:a9fe]/",
  "http://[2002:a9fe:a9fe::]/",
  "http://[fe80::1]/",
  "http://[fd00:ec2::254]/",
  "http://100.100.100.200/",
  "http://168.63.129.16/",
  "http://metadata.google.internal/computeMetadata/v1/",
  "http://METADATA.google.internal./",
];

describe("http/address", () => {
  for (const url of REFUSED)
    it(`${url} is refused`, () =>
      assert.throws(
        () => checkAddress(new URL(url).hostname),
        (error) => error instanceof ToolError && error.code === "BlockedByPolicy",
      ));
  for (const url of [
    "http://127.0.0.1/",
    "http://[::1]/",
    "http://10.0.0.1/",
    "https://example.com/",
    "http://100.100.100.201/",
  ])
    it(`${url} is not refused`, () => assert.doesNotThrow(() => checkAddress(new URL(url).hostname)));
  it("a name that leads to a refused address is refused, by the address that the socket would get", async () => {
    const real = dns.lookup;
    const resolved = [
      { address: "127.0.0.1", family: 4 },
      { address: "169.254.169.254", family: 4 },
    ];
    const rebound = (_name: string, _options: unknown, callback: (...answer: unknown[]) => void) =>
      callback(null, resolved);
    Object.assign(dns, { lookup: rebound });
    syncBuiltinESMExports();
    const sender = createSender();
    try {
      await fails(sender.send({ url: "http://innocent.example.test:9/" }), "BlockedByPolicy", /metadata/);
    } finally {
      Object.assign(dns, { lookup: real });
      syncBuiltinESMExports();
      await sender.dispose();
    }
  });
  it("knows this machine by address and as localhost, not by other names", () => {
    const loopback = ["localhost", "127.0.0.1", "127.9.9.9", "[::1]", "LOCALHOST."].filter((host) => isLoopback(host));
    assert.equal(loopback.length, 5);
    assert.deepEqual(
      ["localhost.evil.test", "127.0.0.1.evil.test", "app.localhost", "10.0.0.1"].filter((host) => isLoopback(host)),
      [],
    );
  });
});
