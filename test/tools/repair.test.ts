import assert from "node:assert/strict";
import type { JsonObject } from "../../runtime/contract/tools.ts";
import { checker, properties, refuses, toolWith } from "./argumentSupport.ts";

describe("repair of arguments", () => {
  const integer = properties({ n: { type: "integer" } });
  const rows: [string, JsonObject, unknown, JsonObject][] = [
    ["the text of an integer", integer, { n: "5812" }, { n: 5812 }],
    ["the text of a negative integer", integer, { n: "-3" }, { n: -3 }],
    ["the text of a number", properties({ n: { type: "number" } }), { n: "1.5" }, { n: 1.5 }],
    ["the text of true", properties({ b: { type: "boolean" } }), { b: "true" }, { b: true }],
    [
      "the text of an object",
      properties({ o: properties({ id: { type: "string" } }, ["id"]) }),
      { o: '{"id":"p1"}' },
      { o: { id: "p1" } },
    ],
    [
      "the text of an object, with spaces",
      properties({ o: { type: "object" } }),
      { o: ' {\n "a": 1 } ' },
      { o: { a: 1 } },
    ],
    [
      "the text of a list",
      properties({ l: { type: "array", items: { type: "integer" } } }),
      { l: "[1,2]" },
      { l: [1, 2] },
    ],
    ["texts inside of a text", properties({ o: integer }), { o: '{"n":"5"}' }, { o: { n: 5 } }],
    [
      "a text in a list",
      properties({ l: { type: "array", items: { type: "integer" } } }),
      { l: [1, "2"] },
      { l: [1, 2] },
    ],
    [
      "a text for a union without strings",
      properties({ n: { anyOf: [{ type: "integer" }, { type: "null" }] } }),
      { n: "5" },
      { n: 5 },
    ],
    ["null as text for a union", properties({ n: { type: ["integer", "null"] } }), { n: "null" }, { n: null }],
    ["a text for one of some numbers", properties({ n: { enum: [1, 2] } }), { n: "2" }, { n: 2 }],
    ["a text for a constant", properties({ n: { const: 7 } }), { n: "7" }, { n: 7 }],
    ["all arguments as text", integer, '{"n":5}', { n: 5 }],
    [
      "null for an optional parameter",
      properties({ from: { type: "string" }, kind: { type: "string" } }, ["kind"]),
      { kind: "w", from: null },
      { kind: "w" },
    ],
    ["null for an optional one of some values", properties({ k: { enum: ["a", "b"] } }), { k: null }, {}],
    [
      "null for an optional parameter with a default",
      properties({ n: { type: "integer", default: 3 } }),
      { n: null },
      { n: 3 },
    ],
    [
      "null inside of an object",
      properties({ o: properties({ a: { type: "string" } }) }),
      { o: { a: null } },
      { o: {} },
    ],
    ["what Gemini CLI adds", properties({}, [], { additionalProperties: false }), { wait_for_previous: true }, {}],
  ];
  for (const [title, schema, args, expected] of rows) {
    it(`puts right ${title}, and notes it`, () => {
      const { args: taken, repaired } = checker.check(toolWith(schema), args);
      assert.deepEqual(taken, expected);
      assert.ok(repaired.length > 0);
    });
  }

  const kept: [string, JsonObject, JsonObject][] = [
    ["a string that holds JSON", properties({ body: { type: "string" } }), { body: '{"x":1}' }],
    ["digits where a string may stand", properties({ id: { type: ["string", "integer"] } }), { id: "5" }],
    [
      "digits where a union takes strings",
      properties({ id: { anyOf: [{ type: "integer" }, { type: "string" }] } }),
      { id: "5" },
    ],
    ["null where it may be", properties({ a: { type: ["string", "null"] } }), { a: null }],
    ["null where nullable says so", properties({ a: { type: "string", nullable: true } }), { a: null }],
    ["a long id as a string", properties({ id: { type: "string" } }), { id: "725653563933458432" }],
    ["its own wait_for_previous", properties({ wait_for_previous: { type: "boolean" } }), { wait_for_previous: true }],
  ];
  for (const [title, schema, args] of kept) {
    it(`leaves alone ${title}`, () => assert.deepEqual(checker.check(toolWith(schema), args), { args, repaired: [] }));
  }

  const lost: [string, JsonObject, unknown, string][] = [
    ["a text that is no number", integer, { n: "abc" }, "n: expected an integer"],
    ["a number that is not whole", integer, { n: 1.5 }, "n: expected an integer"],
    ["the text of a number that is not whole", integer, { n: "1.5" }, "n: expected an integer"],
    ["hexadecimal digits", integer, { n: "0x10" }, "n: "],
    ["digits with a space", integer, { n: " 5" }, "n: "],
    ["the text of an integer beyond 2^53", integer, { n: "725653563933458432" }, "n: "],
    [
      "an object's text with a number beyond 2^53",
      properties({ o: { type: "object" } }),
      { o: '{"id":725653563933458432}' },
      "o: ",
    ],
    ["more digits than a number holds", properties({ n: { type: "number" } }), { n: "0.1234567890123456789" }, "n: "],
    [
      "a text for a string of another form",
      properties({ id: { anyOf: [{ type: "string", format: "uuid" }, { type: "integer" }] } }),
      { id: "12" },
      "id: ",
    ],
    [
      "a text that is no JSON for an object",
      properties({ o: { type: "object" } }),
      { o: "not json" },
      "o: expected an object",
    ],
    [
      "null for a required parameter",
      properties({ k: { type: "string" } }, ["k"]),
      { k: null },
      "k: expected a string, got null",
    ],
    ["null in a list", properties({ l: { type: "array", items: { type: "string" } } }), { l: [null] }, "l[0]: "],
    ["an integer beyond 2^53", integer, JSON.parse('{"n":725653563933458432}'), "n: 725653563933458400 is beyond 2^53"],
    ["such an integer anywhere", {}, JSON.parse('{"a":[1e300]}'), "a[0]: "],
    ["a number that is infinite by now", {}, JSON.parse('{"a":1e999}'), "a: "],
    ["a list for the arguments", {}, [1], "must be an object, not an array"],
    ["a text that is no JSON for the arguments", {}, "n=5", "must be an object"],
    ["the text of a list for the arguments", {}, "[1]", "must be an object, not an array"],
    ["a number for the arguments", {}, 5, "must be an object, not a number"],
  ];
  for (const [title, schema, args, text] of lost) {
    it(`refuses ${title}`, () => void refuses(schema, args, text));
  }

  it("says what is wrong inside of a text that became an object", () => {
    refuses(
      properties({ parent: properties({ page_id: { type: "string" } }, ["page_id"]) }),
      { parent: '{"page_id":1}' },
      "parent.page_id: expected a string",
    );
  });
});
