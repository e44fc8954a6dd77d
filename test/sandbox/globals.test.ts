import assert from "node:assert/strict";
import { useSandbox } from "./support.ts";

describe("what a script finds besides g", () => {
  const { value, error } = useSandbox();

  it("waits with setTimeout and clears a timer", async () => {
    const body = `
      const t0 = Date.now();
      await new Promise((r) => setTimeout(r, 60));
      const id = setTimeout(() => { throw new Error("must not fire"); }, 10);
      clearTimeout(id);
      const got = await new Promise((r) => setTimeout((a, b) => r(a + b), 1, "a", "b"));
      return [Date.now() - t0 >= 55, got];`;
    assert.deepEqual(await value(body), [true, "ab"]);
  });

  it("repeats with setInterval until it is cleared", async () => {
    const body = `
      let n = 0;
      await new Promise((done) => { const id = setInterval(() => { if (++n === 3) { clearInterval(id); done(); } }, 1); });
      await g.wait(20);
      return n;`;
    assert.equal(await value(body), 3);
  });

  it("parses and changes URLs", async () => {
    const body = `
      const u = new URL("../p?q=1#h", "https://user:pw@a.test:8080/x/y/");
      u.searchParams.set("x", "é ñ"); u.hash = ""; u.port = "";
      const v = new URL("https://a.test"); v.search = "?a=1"; v.searchParams.append("b", "2"); v.pathname = "/ü";
      return [u.href, u.origin, u.host, v.href, String(v.searchParams), URL.canParse("nope"), URL.parse("nope"), JSON.stringify({ v })];`;
    assert.deepEqual(await value(body), [
      "https://user:pw@a.test/x/p?q=1&x=%C3%A9+%C3%B1",
      "https://a.test",
      "a.test",
      "https://a.test/%C3%BC?a=1&b=2",
      "a=1&b=2",
      false,
      null,
      '{"v":"https://a.test/%C3%BC?a=1&b=2"}',
    ]);
  });

  it("names an invalid URL as browsers do", async () => {
    assert.match((await error(`async function main() { new URL("nope"); }`)).message, /Invalid URL/);
  });

  it("builds and reads URLSearchParams", async () => {
    const text = "a=1+2&a=%C3%A9&b&c=%zz&d=~!'()*";
    const body = `
      const p = new URLSearchParams(${JSON.stringify(text)});
      const q = new URLSearchParams({ z: "1 2", y: "&=" }); q.sort();
      return [p.getAll("a"), p.get("b"), p.get("c"), p.has("nope"), [...p].length, String(q), String(new URLSearchParams([["k", "~!*"]])), p.size];`;
    const same = new URLSearchParams(text);
    const sorted = new URLSearchParams({ z: "1 2", y: "&=" });
    sorted.sort();
    assert.deepEqual(await value(body), [
      same.getAll("a"),
      same.get("b"),
      same.get("c"),
      false,
      [...same].length,
      String(sorted),
      String(new URLSearchParams([["k", "~!*"]])),
      same.size,
    ]);
  });

  it("encodes and decodes text", async () => {
    const body = `
      const bytes = new TextEncoder().encode("é€😀\\uD800");
      const into = new Uint8Array(4);
      return [
        Array.from(bytes), new TextDecoder().decode(bytes), new TextDecoder("latin1").decode(new Uint8Array([233])),
        new TextDecoder("windows-1251").decode(new Uint8Array([0xcf])), new TextEncoder().encodeInto("é€", into), new TextDecoder().encoding,
      ];`;
    const bytes = new TextEncoder().encode("é€😀\uD800");
    assert.deepEqual(await value(body), [[...bytes], "é€😀\uFFFD", "é", "П", { read: 1, written: 2 }, "utf-8"]);
  });

  it("decodes parts of a text to the same text", async () => {
    const body = `
      const bytes = new TextEncoder().encode("a€b"); const d = new TextDecoder();
      return d.decode(bytes.subarray(0, 2), { stream: true }) + d.decode(bytes.subarray(2));`;
    assert.equal(await value(body), "a€b");
  });

  it("refuses bytes that are no text when asked to, and unknown encodings", async () => {
    const body = `
      const out = [];
      for (const f of [() => new TextDecoder("utf-8", { fatal: true }).decode(new Uint8Array([255])), () => new TextDecoder("nope"), () => atob("%")])
        try { f(); out.push("no"); } catch (e) { out.push(e.name); }
      return out;`;
    assert.deepEqual(await value(body), ["TypeError", "RangeError", "InvalidCharacterError"]);
  });

  it("converts base64 both ways", async () => {
    assert.deepEqual(await value(`return [btoa("hi"), atob("aGk="), atob(btoa("\\x00\\xff"))]`), [
      "aGk=",
      "hi",
      "\0\xff",
    ]);
  });

  it("makes random values and identifiers", async () => {
    const body = `
      const a = crypto.getRandomValues(new Uint32Array(8));
      return [a.some((n) => n > 0), crypto.randomUUID(), crypto.randomUUID() === crypto.randomUUID()];`;
    const [some, id, same] = (await value(body)) as [boolean, string, boolean];
    assert.deepEqual([some, same], [true, false]);
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it("clones structures with cycles and refuses functions", async () => {
    const body = `
      const o = { d: new Date(0), m: new Map([[1, { a: 1 }]]), s: new Set([1]), u: new Uint8Array([1, 2]), list: [1, , 3] }; o.self = o;
      const c = structuredClone(o);
      let refused; try { structuredClone({ f() {} }); } catch (e) { refused = e.name; }
      return [c !== o, c.self === c, c.m !== o.m, c.m.get(1), c.d.getTime(), [...c.s], [...c.u], c.list.length, refused];`;
    assert.deepEqual(await value(body), [true, true, true, { a: 1 }, 0, [1], [1, 2], 3, "DataCloneError"]);
  });

  it("aborts with AbortController, AbortSignal.timeout and AbortSignal.any", async () => {
    const body = `
      const c = new AbortController(); const seen = [];
      c.signal.addEventListener("abort", (e) => seen.push(e.type)); c.signal.onabort = () => seen.push("on");
      c.abort(); c.abort();
      const t = AbortSignal.timeout(5); const any = AbortSignal.any([new AbortController().signal, t]);
      await new Promise((r) => any.addEventListener("abort", r));
      let thrown; try { c.signal.throwIfAborted(); } catch (e) { thrown = e.name; }
      return [seen, c.signal.aborted, any.reason.name, thrown];`;
    assert.deepEqual(await value(body), [["on", "abort"], true, "TimeoutError", "AbortError"]);
  });

  it("has queueMicrotask, performance and Headers", async () => {
    const body = `
      const order = []; queueMicrotask(() => order.push(2)); order.push(1); await null; await null;
      const h = new Headers({ "X-A": "1" }); h.append("x-a", "2");
      return [order, typeof performance.now(), h.get("X-a"), h];`;
    assert.deepEqual(await value(body), [[1, 2], "number", "1, 2", { "x-a": "1, 2" }]);
  });

  it("has neither Node nor threads nor a network of its own", async () => {
    const names = [
      "process",
      "require",
      "module",
      "fetch",
      "WebAssembly",
      "SharedArrayBuffer",
      "Atomics",
      "Buffer",
      "window",
      "XMLHttpRequest",
    ];
    assert.deepEqual(
      await value(`return [${names.map((name) => `typeof ${name}`).join(", ")}]`),
      names.map(() => "undefined"),
    );
  });

  for (const [use, instead] of [
    ["fetch('https://a.test')", "g.http.makeHttpRequest"],
    ["process.env.TOKEN", "g.tool.args"],
    ["require('fs')", "import"],
    ["new WebAssembly.Memory({ initial: 1 })", "JavaScript"],
    ["document.title", "g.dom"],
    ["Buffer.from('')", "TextEncoder"],
  ] as const) {
    it(`says what to use instead of ${use}`, async () => {
      const failure = await error(`async function main() { ${use}; }`);
      assert.equal(failure.name, "ReferenceError");
      assert.match(failure.message, /is not available in a tool script/);
      assert.ok(failure.message.includes(instead), failure.message);
      assert.ok((failure.hint ?? "").toLowerCase().includes(instead.toLowerCase()), String(failure.hint));
    });
  }

  it("leaves nothing of one run for the next", async () => {
    await value(`globalThis.left = 1; Array.prototype.left = 2; Object.prototype.left = 3; return 1;`);
    assert.deepEqual(await value(`return [typeof left, [].left ?? null, ({}).left ?? null]`), [
      "undefined",
      null,
      null,
    ]);
  });
});
