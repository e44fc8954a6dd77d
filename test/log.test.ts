import assert from "node:assert/strict";
import { createLog } from "../runtime/log.ts";
import { visibleLines, visibleText } from "../runtime/visibleText.ts";

describe("The log", () => {
  it("has one line for each entry, whatever a workspace writes into it", () => {
    const lines: string[] = [];
    const log = createLog("info", (line) => lines.push(line));
    log.warn("a\n2026-01-01T00:00:00.000Z error FORGED\r\u001B[2Kb\u2028c");
    log.debug("not this one");
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? "", /^\S+ warn a\\n2026-01-01T00:00:00\.000Z error FORGED\\r\\x1b\[2Kb\\u2028c$/);
  });
});

describe("Texts of a workspace in a terminal", () => {
  for (const [given, shown] of [
    ["plain text, with \t and äöü, 日本語, 👩‍🚀", "plain text, with \t and äöü, 日本語, 👩‍🚀"],
    ["\u001B]0;title\u0007\u009B2J\u007F\0", "\\x1b]0;title\\x07\\x9b2J\\x7f\\x00"],
    ["safe \u202E live\u200B", "safe \\u202e live\\u200b"],
    ["a\u{E0041}\uD800", "a\\u{e0041}\\ud800"],
  ] as const)
    it(`show ${JSON.stringify(shown)}`, () => assert.equal(visibleText(given), shown));

  it("keep lines where they are wanted", () => assert.equal(visibleLines("a\nb\r\u001B"), "a\nb\\r\\x1b"));
});
