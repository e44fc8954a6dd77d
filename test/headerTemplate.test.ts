import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { parseTemplate, secretNames } from "../runtime/headerTemplate.ts";

/** Parts as one line: text as it is, secrets as [NAME]. */
const shown = (text: string): string =>
  parseTemplate(text)
    .parts.map((part) => ("secret" in part ? `[${part.secret}]` : part.text))
    .join("");

describe("secrets/template", () => {
  const good = [
    ["Bearer {{API_TOKEN}}", "Bearer [API_TOKEN]"],
    ["<<API_KEY>>", "[API_KEY]"],
    ["{{A}}:<<B>>/{{A}}", "[A]:[B]/[A]"],
    ["{{ API_TOKEN }} << b_2 >>", "[API_TOKEN] [b_2]"],
    ["no template", "no template"],
    ["", ""],
    ["{{{{API_TOKEN}}", "{{API_TOKEN}}"],
    ["<<<<API_TOKEN>>", "<<API_TOKEN>>"],
    ["{{{{ {{A}} <<<< <<B>>", "{{ [A] << [B]"],
    ["{ } < > }} >> {A}", "{ } < > }} >> {A}"],
    ['{"a":{"b":1}}', '{"a":{"b":1}}'],
    [`{{${"A".repeat(64)}}}`, `[${"A".repeat(64)}]`],
  ] as const;
  for (const [text, expected] of good)
    it(`${JSON.stringify(text)} is ${JSON.stringify(expected)}`, () => {
      assert.equal(shown(text), expected);
      assert.deepEqual(parseTemplate(text).problems, []);
    });

  const bad = [
    ["Bearer {{API_TOKEN", 7, /not closed/],
    ["<<A}}", 0, /not closed/],
    ["{{ }}", 0, /no name/],
    ["{{}}", 0, /no name/],
    ["x {{A B}}", 2, /not the name/],
    ["{{1A}}", 0, /not the name/],
    ["{{A-B}}", 0, /not the name/],
    ["{{é}}", 0, /not the name/],
    ["{{{A}}}", 0, /not the name/],
    [`{{${"A".repeat(65)}}}`, 0, /64 characters/],
    ["{{A\r\n}} {{B!}}", 8, /not the name/],
  ] as const;
  for (const [text, offset, message] of bad)
    it(`${JSON.stringify(text.slice(0, 20))} is a problem at ${offset}, and stays text`, () => {
      const { problems } = parseTemplate(text);
      assert.equal(problems.length, 1);
      assert.equal(problems[0]?.offset, offset);
      assert.match(problems[0]?.message ?? "", message);
      assert.ok(shown(text).includes(text.slice(offset)));
    });
  it("names of all headers come once each, in order", () =>
    assert.deepEqual(secretNames({ A: "{{X}} <<Y>>", B: "{{X}}", C: "plain", D: "{{Z}}" }), ["X", "Y", "Z"]));
});
