import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { ToolError } from "../../runtime/errors.ts";
import { createRedactor } from "../../runtime/secrets/redact.ts";

const SECRETS = [
  "tok-1234567890abcdef",
  "AbC+/=dEf&<gh>\"'q\\w",
  "pass word with blanks!*()~",
  "ключ-от-всех-дверей",
  "héllo🎉wörld-2026",
  `eyJhbGciOiJIUzI1NiJ9.${"x9Y8".repeat(40)}`,
  '{"type":"service_account","id":"17"}',
  "$argon2id$v=19$m=65536.*+?^${}()|[]/-",
] as const;

const json = (text: string): string => JSON.stringify(text).slice(1, -1);
const perByte = (text: string, write: (hex: string) => string): string =>
  Array.from(Buffer.from(text), (byte) => write(byte.toString(16).padStart(2, "0"))).join("");
const perUnit = (text: string, write: (unit: number) => string): string =>
  text
    .split("")
    .map((char) => write(char.charCodeAt(0)))
    .join("");

const ENCODINGS: Record<string, (secret: string) => string> = {
  "as it is": (secret) => secret,
  "in lower case": (secret) => secret.toLowerCase(),
  "in JSON": json,
  "in JSON in JSON": (secret) => json(json(secret)),
  "URL-encoded": encodeURIComponent,
  "URL-encoded twice": (secret) => encodeURIComponent(encodeURIComponent(secret)),
  "as a form field": (secret) => new URLSearchParams({ v: secret }).toString().slice(2),
  "every byte as %XX": (secret) => perByte(secret, (hex) => `%${hex.toUpperCase()}`),
  "every byte as %xx": (secret) => perByte(secret, (hex) => `%${hex}`),
  "in hex": (secret) => perByte(secret, (hex) => hex),
  "in upper-case hex": (secret) => perByte(secret, (hex) => hex.toUpperCase()),
  "in base64": (secret) => Buffer.from(secret).toString("base64"),
  "in base64url": (secret) => Buffer.from(secret).toString("base64url"),
  "in HTML": (secret) =>
    secret.replace(/[&<>"']/g, (char) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[char] ?? "&#39;"),
  "as decimal HTML entities": (secret) => Array.from(secret, (char) => `&#${char.codePointAt(0)};`).join(""),
  "as hexadecimal HTML entities": (secret) =>
    Array.from(secret, (char) => `&#x${char.codePointAt(0)?.toString(16).toUpperCase()};`).join(""),
  "as \\uXXXX": (secret) => perUnit(secret, (unit) => `\\u${unit.toString(16).padStart(4, "0")}`),
  "as \\uXXXX in JSON": (secret) => perUnit(secret, (unit) => `\\\\u${unit.toString(16).padStart(4, "0")}`),
  backwards: (secret) => Array.from(secret).toReversed().join(""),
};

const POSITIONS: Record<string, (form: string) => string> = {
  alone: (form) => form,
  "in a sentence": (form) => `Invalid credentials: ${form}, try again`,
  "between letters": (form) => `xyz${form}xyz`,
  twice: (form) => `${form}${form}`,
  "in a URL": (form) => `https://a.test/?q=${form}&r=1`,
};

describe("secrets/redact", () => {
  for (const [encoding, encode] of Object.entries(ENCODINGS))
    it(`finds a secret ${encoding}, wherever it stands`, () => {
      const redactor = createRedactor();
      SECRETS.forEach((secret, index) => redactor.add(`S${index}`, secret));
      SECRETS.forEach((secret, index) => {
        for (const place of Object.values(POSITIONS)) {
          const form = encode(secret);
          const safe = redactor.text(place(form));
          assert.equal(safe, place(`«secret:S${index}»`), `${secret} ${encoding}`);
        }
      });
    });
  for (const before of ["", "a", "ab", "user:"])
    for (const encoding of ["base64", "base64url"] as const)
      it(`finds a secret in ${encoding} after ${before.length} bytes, but for the letters it shares with its neighbours`, () => {
        const redactor = createRedactor();
        SECRETS.forEach((secret, index) => redactor.add(`S${index}`, secret));
        SECRETS.forEach((secret, index) => {
          const safe = redactor.text(Buffer.from(`${before}${secret}:after`).toString(encoding));
          const [head, tail, ...more] = safe.split(`«secret:S${index}»`);
          assert.equal(more.length, 0);
          assert.ok(head !== undefined && tail !== undefined, safe);
          // At most two letters at each end hold bits of the secret.
          assert.ok(head.length <= Math.ceil((before.length * 4) / 3) + 2, safe);
          assert.ok(tail.length <= Math.ceil((":after".length * 4) / 3) + 4, safe);
        });
      });
  for (const columns of [40, 64, 76])
    for (const lineEnd of ["\n", "\r\n", "\n    "])
      it(`finds a secret in base64 of ${columns} columns, with ${JSON.stringify(lineEnd)} between lines`, () => {
        const redactor = createRedactor();
        redactor.add("TOK", SECRETS[0]);
        for (let before = 30; before < 110; before++) {
          const lines = Buffer.from(`${"h".repeat(before)}${SECRETS[0]}${"t".repeat(200)}`).toString("base64");
          const text = lines.replace(new RegExp(`.{${columns}}`, "g"), `$&${lineEnd}`);
          assert.match(
            redactor.text(`Body:\n\n${text}\n--end`),
            /^Body:\n\n[^«]*«secret:TOK»[^«]*\n--end$/,
            `${before}`,
          );
        }
      });
  it("looks through megabytes of lines in time, and leaves them as they are", () => {
    const redactor = createRedactor();
    redactor.add("TOK", SECRETS[0]);
    for (const line of ["q83v".repeat(19), "onelongwordinlowercaseoflettersonly", "x".repeat(200)]) {
      const text = `${line}\n`.repeat(150_000);
      const started = performance.now();
      assert.ok(redactor.text(text) === text);
      assert.ok(performance.now() - started < 5000);
    }
  });
  it("a script is shown no secret of its own run, and nothing that tells another tool's short one", () => {
    const redactor = createRedactor();
    redactor.add("PIN", "4711");
    redactor.add("TOK", SECRETS[0]);
    const forScript = redactor.forRun([{ name: "OWN", value: "0815" }]);
    const text = `4711 0815 ${SECRETS[0]} ${SECRETS[3]}`;
    assert.equal(forScript.text(text), `4711 «secret:OWN» «secret:TOK» ${SECRETS[3]}`);
    forScript.add("LATER", SECRETS[3]);
    assert.equal(forScript.text(text), "4711 «secret:OWN» «secret:TOK» «secret:LATER»");
    assert.equal(redactor.text(text), `«secret:PIN» 0815 «secret:TOK» ${SECRETS[3]}`);
  });
  it("leaves every other text as it is", () => {
    const redactor = createRedactor();
    redactor.add("TOK", SECRETS[0]);
    for (const text of ["", "tok-123456789", "nothing here", "«secret:OTHER»", '{"a":[1,2]}'])
      assert.equal(redactor.text(text), text);
  });
  it("without a secret gives back the very same", () => {
    const redactor = createRedactor();
    const value = { a: [1, "tok"] };
    assert.equal(redactor.json(value), value);
    assert.equal(redactor.text("tok"), "tok");
    assert.equal(redactor.jsonText('{ "a": "\\u0074" }'), '{ "a": "\\u0074" }');
  });
  it("a short secret is hidden in its plain forms", () => {
    const redactor = createRedactor();
    redactor.add("PIN", "4711");
    assert.equal(redactor.text("pin 4711!"), "pin «secret:PIN»!");
    assert.equal(redactor.text("1174"), "1174");
  });
  it("one or two characters are never looked for", () => {
    const redactor = createRedactor();
    redactor.add("X", "ab");
    assert.equal(redactor.text("abab"), "abab");
  });
  it("of two secrets, the one that contains the other wins", () => {
    const redactor = createRedactor();
    redactor.add("IN", "tok-111111");
    redactor.add("OUT", "tok-111111-and-more");
    assert.equal(redactor.text("tok-111111-and-more tok-111111"), "«secret:OUT» «secret:IN»");
  });
  it("goes through plain data: strings, keys and numbers", () => {
    const redactor = createRedactor();
    redactor.add("NUM", "12345678");
    redactor.add("TOK", SECRETS[0]);
    assert.deepEqual(redactor.json({ a: [12345678, 1.5, null, true], [SECRETS[0]]: `x ${SECRETS[0]}` }), {
      a: ["«secret:NUM»", 1.5, null, true],
      "«secret:TOK»": "x «secret:TOK»",
    });
  });
  it("reads JSON text by what it means, and keeps it as it is where there is nothing", () => {
    const redactor = createRedactor();
    redactor.add("TOK", SECRETS[0]);
    redactor.add("NUM", "12345678");
    assert.equal(redactor.jsonText(`{"a":"\\u0074${SECRETS[0].slice(1)}"}`), '{"a":"«secret:TOK»"}');
    assert.equal(redactor.jsonText('{"id": 9223372036854775807}'), '{"id": 9223372036854775807}');
    assert.equal(redactor.jsonText('{"id":12345678}'), '{"id":"«secret:NUM»"}');
    assert.equal(redactor.jsonText(""), "");
  });
  it("data nested too deep is an error, not a crash", () => {
    const redactor = createRedactor();
    redactor.add("TOK", SECRETS[0]);
    const deep: unknown = JSON.parse("[".repeat(5000) + "]".repeat(5000));
    assert.throws(
      () => redactor.json(deep),
      (error) => error instanceof ToolError && error.code === "ResultTooLarge",
    );
  });
  it("a key named __proto__ stays a key", () => {
    const redactor = createRedactor();
    redactor.add("TOK", SECRETS[0]);
    const safe = redactor.json(JSON.parse('{"__proto__":{"x":1}}'));
    assert.equal(JSON.stringify(safe), '{"__proto__":{"x":1}}');
  });
  it("adding the same secret again changes nothing", () => {
    const redactor = createRedactor();
    for (let count = 0; count < 1000; count++) redactor.add("TOK", SECRETS[0]);
    assert.equal(redactor.text(SECRETS[0]), "«secret:TOK»");
  });
  it("a secret of the greatest length is found in all its forms", () => {
    const long = "aB3$é".repeat(256);
    const redactor = createRedactor();
    redactor.add("LONG", long);
    for (const encode of Object.values(ENCODINGS)) assert.equal(redactor.text(`<${encode(long)}>`), "<«secret:LONG»>");
  });
});
