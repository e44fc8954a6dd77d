import assert from "node:assert/strict";
import type { RunResult } from "../../runtime/run/run.ts";
import { errorResult, runResult } from "../../runtime/mcp/result.ts";

const base = { tool: "t", callId: "c", durationMs: 1 };
const kept: string[] = [];
const options = { maxChars: 8000, keep: (text: string) => `/results/${kept.push(text)}.json` };
const ok = (value: unknown, lost: string[] = []): RunResult => ({
  ...base,
  ok: true,
  json: value === undefined ? "" : JSON.stringify(value),
  lost,
});
const textOf = (result: ReturnType<typeof runResult>): string => {
  const [first] = result.content;
  assert.ok(first?.type === "text");
  return first.text;
};

describe("A run's result for the client", () => {
  it("gives a string as it is", () => assert.equal(textOf(runResult(ok('a "b"\nc'), options)), 'a "b"\nc'));
  it("gives other values as JSON", () => assert.equal(textOf(runResult(ok([1, null]), options)), "[1,null]"));
  it("names undefined", () => assert.equal(textOf(runResult(ok(undefined), options)), "(no value)"));

  it("names what JSON cannot hold in a line of its own", () => {
    assert.equal(
      textOf(runResult(ok({ a: null }, ["a (NaN)"]), options)),
      '{"a":null}\nNote: JSON cannot hold a (NaN).',
    );
  });

  it("gives a well-formed beginning of a long result, says how much there is, and keeps the whole in a file", () => {
    const items = Array.from({ length: 3000 }, (_, i) => ({ i, text: "row ".repeat(20) }));
    const text = textOf(runResult(ok(items), options));
    assert.ok(text.length <= 8000);
    const at = text.lastIndexOf("\n[");
    assert.ok(Array.isArray(JSON.parse(text.slice(0, at))));
    assert.match(
      text.slice(at),
      /Showing list: \d+ of 3,000 elements\. The whole result .* is in \/results\/1\.json\. Narrow/,
    );
    assert.deepEqual(JSON.parse(kept[0] ?? ""), items);
  });

  for (const maxChars of [10, 100, 200, 499, 1000])
    it(`keeps to a budget of ${maxChars} characters, for texts, lists and what JSON cannot hold`, () => {
      const entry = { maxResultBytes: maxChars } as unknown as NonNullable<RunResult["entry"]>;
      const lost = Array.from({ length: 9 }, (_, i) => `${"deep.".repeat(100)}${i} (NaN)`);
      for (const value of [
        "x".repeat(50_000),
        Array.from({ length: 50_000 }, (_, i) => i),
        { a: { b: "y".repeat(9000) } },
      ]) {
        const text = textOf(runResult({ ...ok(value), entry }, options));
        assert.ok(text.length <= Math.max(maxChars, 12), text);
        assert.match(text, /\[(Showing|Cut)[^]*\]$/);
        const noted = textOf(runResult({ ...ok(value, lost), entry }, options));
        assert.ok(noted.length <= Math.max(maxChars, 16), noted);
      }
    });

  it("names the file with the whole result, in few words, where there is little room", () => {
    const entry = { maxResultBytes: 200 } as unknown as NonNullable<RunResult["entry"]>;
    const text = textOf(runResult({ ...ok("x".repeat(50_000)), entry }, options));
    assert.match(text, /^x+…\n\[Cut\. The whole result \(50,000 characters\) is in \/results\/\d+\.json\]$/);
  });

  it("says of the deepest value that fits nowhere what was left out, within the budget", () => {
    let value: unknown = Array.from({ length: 10_000 }, (_, a) => ({ a }));
    for (let depth = 0; depth < 900; depth += 1) value = [value];
    const text = textOf(runResult(ok(value), options));
    assert.ok(text.length <= 8000, String(text.length));
    assert.match(text, /Showing \[0\]\[0\][^]*: 0 of 1 elements\./);
  });

  it("cuts a long text between characters", () => {
    const text = textOf(runResult(ok("😀".repeat(10_000)), options));
    assert.ok(text.length <= 8000 && text.isWellFormed());
  });

  it("gives structured content only to a tool that declares outputSchema, with the same JSON as text", () => {
    const entry = { outputSchema: { type: "object" } } as unknown as NonNullable<RunResult["entry"]>;
    const result = runResult({ ...ok({ a: 1 }), entry }, options);
    assert.deepEqual(result.structuredContent, { a: 1 });
    assert.equal(textOf(result), JSON.stringify(result.structuredContent));
    assert.equal(runResult(ok({ a: 1 }), options).structuredContent, undefined);
  });

  it("says of a failure what failed, where, why, and what to do next, in under 2,000 characters", () => {
    const error = {
      name: "ToolError",
      code: "Timeout",
      retryable: true,
      message: "waited 3 s for #list",
      stack: "at main (scripts/t.js:3:9)",
      hint: "Is the selector right?",
      cause: { name: "Error", code: "ScriptError", message: "x".repeat(5000) },
    };
    const result = errorResult(error, "search");
    assert.equal(result.isError, true);
    const text = textOf(result);
    assert.ok(text.length <= 2000);
    assert.match(text, /^search failed: waited 3 s for #list\nCode: Timeout \(trying again may help\)\n/);
    assert.match(text, /Next: Is the selector right\?$/);
  });
});
