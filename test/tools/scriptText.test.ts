import assert from "node:assert/strict";
import { literalHosts } from "../../runtime/tools/literalHosts.ts";
import { readPragma } from "../../runtime/tools/pragma.ts";

const MAIN = "async function main() {}\n";

describe("the @timeout line of a script", () => {
  const good: [string, number][] = [
    ["// @timeout 45\n", 45_000],
    ["\uFEFF// @timeout 2\r\n", 2000],
    ["/* tool by me */\n\n  //   @timeout   2  \n", 2000],
    ["//@timeout 2\n", 2000],
    ["// @timeout 500ms\n", 500],
    ["// @timeout 2m\n", 120_000],
    ["// @timeout 30s\n", 30_000],
    ["// @timeout 0.5\n", 500],
    ["/**\n * Searches.\n * @timeout 45\n */\n", 45_000],
    ["/* @timeout 7*/", 7000],
    ["#!/usr/bin/env node\n// @timeout: 9\n", 9000],
    ["// ==Tool==\n// @name x\n// @timeout\t8\n", 8000],
  ];
  for (const [head, ms] of good) {
    it(`${JSON.stringify(head)} is ${ms} ms`, () => assert.deepEqual(readPragma(head + MAIN), { timeoutMs: ms }));
  }

  for (const head of [
    "// @timeout soon\n",
    "// @timeout\n",
    "// @timeout 0\n",
    "// @timeout -1\n",
    "// @timeout 5h\n",
    "// @timeout 1e9\n",
  ]) {
    it(`${JSON.stringify(head)} is reported`, () => {
      const { timeoutMs, pragmaProblem } = readPragma(head + MAIN);
      assert.equal(timeoutMs, undefined);
      assert.match(pragmaProblem ?? "", /@timeout.*write seconds/);
    });
  }

  for (const source of [
    MAIN,
    MAIN + "// @timeout 5\n",
    'const a = "// @timeout 5";\n',
    "// @timeouts 5\n" + MAIN,
    "",
  ]) {
    it(`${JSON.stringify(source)} has none`, () => assert.deepEqual(readPragma(source), {}));
  }

  it("is found in no time in a megabyte of comments", () => {
    const started = performance.now();
    readPragma("/*".repeat(500_000));
    readPragma("// a\n".repeat(200_000) + "// @timeout 3\n");
    assert.ok(performance.now() - started < 2000);
  });
});

describe("the hosts that stand in a script", () => {
  const rows: [string, string[]][] = [
    ['fetch("https://api.example.com/v1")', ["api.example.com"]],
    ["`https://API.Example.com/${path}`", ["api.example.com"]],
    ["'http://127.0.0.1:8080/x'", ["127.0.0.1:8080"]],
    ['"https://api.example.com:443/"', ["api.example.com"]],
    ['"http://[::1]:8080/"', ["[::1]:8080"]],
    ['"https://api.example.com"', ["api.example.com"]],
    ['"https://api.example.com" + path', ["api.example.com"]],
    ["// see https://docs.example.com/x and http://b.example/", ["b.example", "docs.example.com"]],
    ['"https://münchen.example/"', ["xn--mnchen-3ya.example"]],
    ["`https://${host}/x`", []],
    ["`https://api.${domain}/x`", []],
    ["`https://api.example.com${path}`", []],
    ["`https://api.example.com.${evil}/`", []],
    ["`http://127.0.0.1:${port}/`", []],
    ['"https://user@evil.example/"', []],
    ['"https://user:pw@evil.example/"', []],
    ['"ftp://a.example/ ws://b.example/"', []],
    ['"https://"', []],
  ];
  for (const [source, hosts] of rows) {
    it(`${source} → ${hosts.join(", ") || "none"}`, () => assert.deepEqual(literalHosts([source]), hosts));
  }

  it("of several files are listed once each, in order", () => {
    assert.deepEqual(literalHosts(['"https://b.example/"', '"https://a.example/" "https://b.example/"']), [
      "a.example",
      "b.example",
    ]);
  });

  it("are found in no time in a megabyte that looks like an address", () => {
    const started = performance.now();
    literalHosts(["https://" + "a".repeat(1 << 20) + "$", "https://".repeat(100_000)]);
    assert.ok(performance.now() - started < 1000);
  });
});
