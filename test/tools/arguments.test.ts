import assert from "node:assert/strict";
import type { Json, JsonObject, WorkspaceTool } from "../../runtime/contract/tools.ts";
import { ToolError } from "../../runtime/errors.ts";
import { createArgumentChecker } from "../../runtime/tools/arguments.ts";
import { parseTools } from "../../runtime/tools/toolsFile.ts";

const checker = createArgumentChecker();

function toolWith(parameters: JsonObject, more: JsonObject = {}): WorkspaceTool {
  const entry = { name: "tool", description: "d", script: "s.js", parameters, ...more };
  const read = parseTools(JSON.stringify({ tools: [entry] }), "test");
  assert.ok("tools" in read);
  const [tool] = read.tools;
  assert.ok(tool, JSON.stringify(read.problems));
  return tool;
}

function properties(props: JsonObject, required: string[] = [], more: JsonObject = {}): JsonObject {
  return { type: "object", properties: props, required, ...more };
}

function accepts(parameters: JsonObject, args: unknown): JsonObject {
  return checker.check(toolWith(parameters), args).args;
}

function refuses(parameters: JsonObject, args: unknown, ...texts: (string | RegExp)[]): ToolError {
  try {
    const { args: taken } = checker.check(toolWith(parameters), args);
    assert.fail(`was taken: ${JSON.stringify(taken)}`);
  } catch (error) {
    assert.ok(error instanceof ToolError, String(error));
    assert.equal(error.code, "InvalidArgument", error.message);
    for (const text of texts) {
      if (typeof text === "string") assert.ok(error.message.includes(text), `${text} is not in: ${error.message}`);
      else assert.match(error.message, text);
    }
    assert.doesNotMatch(error.message + error.hint, /node_modules|at Object\./);
    return error;
  }
}

describe("arguments that need no repair", () => {
  const none: unknown[] = [undefined, null, {}];
  for (const args of none) {
    it(`${JSON.stringify(args)} is no arguments`, () => {
      assert.deepEqual(accepts({}, args), {});
      assert.deepEqual(accepts({ type: "object", additionalProperties: false }, args), {});
    });
  }

  it("are given as they came, as an object of their own", () => {
    const args = { a: [1, { b: null }], c: "x" };
    const taken = accepts({}, args);
    assert.deepEqual(taken, args);
    assert.notEqual(taken["a"], args.a);
  });

  it("get the defaults of parameters that are left out", () => {
    const schema = properties({ n: { type: "integer", default: 20 }, q: properties({ m: { default: "x" } }) });
    assert.deepEqual(accepts(schema, { q: {} }), { n: 20, q: { m: "x" } });
  });

  it("may have the names of members of Object.prototype", () => {
    const schema = properties({ constructor: { type: "string" }, toString: { type: "string" } }, ["constructor"]);
    refuses(schema, {}, "constructor: is required");
    assert.deepEqual(Object.keys(accepts(schema, { constructor: "x" })), ["constructor"]);
    const hostile = JSON.parse('{"constructor":"x","__proto__":{"polluted":1}}') as unknown;
    const taken = accepts(schema, hostile);
    assert.ok(Object.hasOwn(taken, "__proto__"));
    assert.equal(JSON.stringify(taken), '{"constructor":"x","__proto__":{"polluted":1}}');
    assert.equal(({} as JsonObject)["polluted"], undefined);
  });

  it("may have such a name with a default in the schema", () => {
    assert.deepEqual(accepts(properties({ constructor: { type: "string", default: "q" } }), {}), {});
  });
});

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

describe("the refusal of arguments", () => {
  const ticket = properties(
    {
      title: { type: "string" },
      priority: { type: "string", enum: ["low", "medium", "high"] },
      n: { type: "integer" },
    },
    ["title"],
  );

  it("names every wrong parameter with what was expected and what came, and a call that fits", () => {
    const error = refuses(
      ticket,
      { titel: "x", priority: "urgent", n: "x" },
      "title: is required and missing",
      '"titel" came',
      'priority: expected one of "low", "medium", "high", got the string "urgent"',
      'n: expected an integer, got the string "x"',
    );
    assert.match(error.hint ?? "", /title \(a string, required\)/);
    assert.match(error.hint ?? "", /A call that fits: \{"title":"text"\}/);
    assert.deepEqual((error.details as { example: unknown }).example, { title: "text" });
  });

  it("shows the author's own example where there is one", () => {
    const tool = toolWith(ticket, { examples: [{ args: { title: "Lamp is broken", priority: "low" } }] });
    assert.throws(
      () => checker.check(tool, {}),
      (error: ToolError) => (error.hint ?? "").includes("Lamp is broken"),
    );
  });

  const texts: [string, JsonObject, unknown, RegExp][] = [
    [
      "an unknown parameter and the nearest known",
      properties({ keyword: {} }, [], { additionalProperties: false }),
      { keywrod: 1 },
      /keywrod: is not a parameter; did you mean "keyword"\?/,
    ],
    [
      "an unknown parameter and all known",
      properties({ a: {}, b: {} }, [], { additionalProperties: false }),
      { zzzz: 1 },
      /zzzz: is not a parameter \(known: a, b\)/,
    ],
    [
      "an unknown parameter of a tool that has none",
      { additionalProperties: false },
      { x: 1 },
      /x: is not a parameter \(there are none\)/,
    ],
    [
      "bounds",
      properties({ n: { type: "integer", minimum: 1, maximum: 50 } }),
      { n: 500 },
      /n: expected an integer from 1 up to 50, got the number 500/,
    ],
    [
      "an exclusive bound",
      properties({ n: { type: "number", exclusiveMinimum: 0 } }),
      { n: 0 },
      /n: expected a number above 0/,
    ],
    [
      "a format with an example",
      properties({ d: { type: "string", format: "date" } }),
      { d: "soon" },
      /in the format date, got the string "soon", for example "2026-01-31"/,
    ],
    [
      "a pattern with an example",
      properties({ c: { type: "string", pattern: "^#[0-9A-F]{6}$" } }),
      { c: "red" },
      /matches \^#\[0-9A-F\]\{6\}\$.*for example "#000000"/,
    ],
    [
      "a place deep inside",
      properties({ l: { type: "array", items: properties({ id: { type: "integer" } }) } }),
      { l: [{ id: 1 }, { id: "x" }] },
      /l\[1\]\.id: expected an integer/,
    ],
    [
      "a list that is too short",
      properties({ l: { type: "array", items: { type: "string" }, minItems: 2 } }),
      { l: ["a"] },
      /an array of a string, at least 2/,
    ],
    [
      "a list with a value twice",
      properties({ l: { type: "array", items: {}, uniqueItems: true } }),
      { l: [1, 1] },
      /l: expected an array.*duplicate/,
    ],
    [
      "the kinds of a union",
      properties({ v: { anyOf: [{ type: "integer" }, { type: "boolean" }] } }),
      { v: "x" },
      /v: expected an integer or true or false/,
    ],
    [
      "the shapes of a union",
      { anyOf: [properties({ url: {} }, ["url"]), properties({ text: {} }, ["text"])] },
      { nope: 1 },
      /one of 2 shapes, but \(1\) url: is required.*\(2\) text: is required/,
    ],
    [
      "the one arm of a union that was meant",
      properties({ v: { oneOf: [{ type: "string" }, properties({ id: { type: "integer" } }, ["id"])] } }),
      { v: { id: "x" } },
      /v\.id: expected an integer/,
    ],
    [
      "what a $ref points to",
      {
        $defs: { Q: properties({ query: { type: "string" }, limit: { type: "integer", maximum: 50 } }, ["query"]) },
        ...properties({ q: { $ref: "#/$defs/Q" } }, ["q"]),
      },
      { q: { limit: 500 } },
      /q\.limit: expected an integer up to 50[\s\S]*q\.query: is required/,
    ],
    [
      "a recursion",
      { ...properties({ name: { type: "string" }, kids: { type: "array", items: { $ref: "#" } } }, ["name"]) },
      { name: "a", kids: [{ name: "b", kids: [{}] }] },
      /kids\[0\]\.kids\[0\]\.name: is required/,
    ],
  ];
  for (const [title, schema, args, text] of texts) {
    it(`names ${title}`, () => void refuses(schema, args, text));
  }

  it("stays under 2 kB however much is wrong", () => {
    const names = Array.from({ length: 300 }, (_, n) => `parameter_with_a_long_name_${n}`);
    const schema = properties(
      Object.fromEntries(names.map((name) => [name, { type: "string", pattern: "x".repeat(300) }])),
      names,
    );
    const error = refuses(schema, Object.fromEntries(names.map((name) => [name, "y".repeat(1000)])));
    assert.ok(error.message.length < 2000, String(error.message.length));
    assert.ok((error.hint ?? "").length < 2000);
  });
});

describe("drafts of JSON Schema", () => {
  const D7 = "http://json-schema.org/draft-07/schema#";
  it("draft-04: a boolean exclusiveMinimum", () => {
    const schema = {
      $schema: "http://json-schema.org/draft-04/schema#",
      ...properties({ n: { type: "integer", minimum: 0, exclusiveMinimum: true } }),
    };
    assert.deepEqual(accepts(schema, { n: 1 }), { n: 1 });
    refuses(schema, { n: 0 }, "n: ");
  });
  it("draft-06 and draft-07: tuples as items", () => {
    for (const $schema of ["http://json-schema.org/draft-06/schema#", D7]) {
      const schema = {
        $schema,
        ...properties(
          {
            n: { type: "integer", exclusiveMinimum: 0 },
            t: { type: "array", items: [{ type: "string" }, { type: "integer" }] },
          },
          ["n"],
        ),
      };
      assert.deepEqual(accepts(schema, { n: 1, t: ["a", 2] }), { n: 1, t: ["a", 2] });
      refuses(schema, { n: 0 }, "n: ");
      refuses(schema, { n: 1, t: [{}, 2] }, "t[0]: ");
    }
  });
  it("2019-09: unevaluatedProperties and $recursiveRef", () => {
    const schema = {
      $schema: "https://json-schema.org/draft/2019-09/schema",
      ...properties({ u: { type: "string" } }, ["u"], { unevaluatedProperties: false }),
    };
    assert.deepEqual(accepts(schema, { u: "x" }), { u: "x" });
    refuses(schema, { u: "x", w: 1 }, "w: is not a parameter");
  });
  it("2020-12, also without $schema: prefixItems", () => {
    for (const head of [{ $schema: "https://json-schema.org/draft/2020-12/schema" }, {}]) {
      const schema = {
        ...head,
        ...properties({ p: { type: "array", prefixItems: [{ type: "string" }, { type: "integer" }], items: false } }, [
          "p",
        ]),
      };
      assert.deepEqual(accepts(schema, { p: ["a", 1] }), { p: ["a", 1] });
      refuses(schema, { p: ["a", 1, 2] }, "p");
    }
  });
  it("of older drafts are read although no draft is named", () => {
    refuses(properties({ n: { type: "integer", minimum: 0, exclusiveMinimum: true } }), { n: 0 }, "n: ");
    refuses(properties({ t: { type: "array", items: [{ type: "string" }] } }), { t: [5] }, "t[0]: ");
  });
  it("with one $id do not clash, nor do two readings of one schema", () => {
    const $id = "https://a.test/s";
    refuses({ $id, ...properties({ a: {} }, ["a"]) }, {}, "a: ");
    refuses({ $id, ...properties({ b: {} }, ["b"]) }, {}, "b: ");
    refuses({ $id, ...properties({ c: { $id: "part", type: "string" } }, ["c"]) }, { c: 5 }, "c: ");
    refuses({ $id, ...properties({ d: { $id: "part", type: "string" } }, ["d"]) }, { d: 5 }, "d: ");
  });
  it("never fetch what a $ref points to; the rest is checked", () => {
    const schema = properties({ a: { $ref: "https://a.test/other.json" }, b: { type: "string" } });
    assert.deepEqual(accepts(schema, { a: 5, b: "x" }), { a: 5, b: "x" });
    refuses(schema, { b: 5 }, "b: ");
  });
  it("may have vendor keywords, unknown formats, and nullable without a type", () => {
    const schema = properties({
      a: {
        type: "string",
        "x-order": 1,
        format: "google-duration",
        errorMessage: "no",
        discriminator: { propertyName: "t" },
      },
      b: { nullable: true, anyOf: [{ type: "integer" }] },
    });
    assert.deepEqual(accepts(schema, { a: "3s", b: 5 }), { a: "3s", b: 5 });
  });
  it("with an error make the tool unusable, with the reason", () => {
    const tool = toolWith(properties({ a: { $ref: "#/$defs/none" } }));
    assert.throws(
      () => checker.check(tool, {}),
      (error: ToolError) =>
        error.code === "ToolUnusable" && /none/.test(error.message) && /line 1/.test(error.hint ?? ""),
    );
  });
});

describe("what could hang or break the process", () => {
  const patterns = ["^(a+)+$", "^(a|aa)+\\1?$", "^(?=x*)(a+)+$", "(a*)*b", "^(.*a){20}$", "a*a*a*a*a*b"];
  for (const pattern of patterns) {
    for (const length of [28, 4000, 100_000]) {
      it(`the pattern ${pattern} on ${length} characters is answered within 100 ms`, () => {
        const schema = properties({ p: { type: "string", pattern } });
        checker.compile(toolWith(schema));
        const tool = toolWith(schema);
        const before = process.threadCpuUsage();
        assert.throws(() => checker.check(tool, { p: "a".repeat(length) + "!" }), ToolError);
        const { user, system } = process.threadCpuUsage(before);
        assert.ok(user + system < 160_000, `${(user + system) / 1000} ms`);
        assert.deepEqual(checker.check(toolWith(properties({ q: {} })), { q: 1 }).args, { q: 1 });
      });
    }
  }

  it("a costly pattern in the names of properties is stopped too", () => {
    const schema = { type: "object", patternProperties: { "^(a+)+$": { type: "string" } } };
    refuses(schema, { ["a".repeat(40) + "!"]: 1 }, /could not be checked in time/);
  });

  it("a recursive union is stopped", () => {
    const node: JsonObject = {
      type: "object",
      properties: { k: { anyOf: [{ $ref: "#" }, { $ref: "#" }, { $ref: "#" }] } },
      additionalProperties: false,
    };
    let args: Json = { x: 1 };
    for (let depth = 0; depth < 40; depth++) args = { k: args };
    refuses(node, args, /could not be checked in time/);
  });

  it("simple patterns cost nothing extra", () => {
    const tool = toolWith(
      properties({ id: { type: "string", pattern: "^[0-9a-f]{24}$" }, u: { type: "string", format: "uuid" } }),
    );
    const args = { id: "0".repeat(24), u: "123e4567-e89b-42d3-a456-426614174000" };
    checker.check(tool, args);
    const before = process.threadCpuUsage();
    for (let n = 0; n < 2000; n++) checker.check(tool, args);
    const { user, system } = process.threadCpuUsage(before);
    assert.ok((user + system) / 2000 < 40, `${(user + system) / 2000} µs each`);
  });

  it("a pattern that is valid in one syntax only is used in that one", () => {
    assert.deepEqual(
      accepts(
        properties({
          url: { type: "string", pattern: "^https\\:\\/\\/" },
          day: { type: "string", pattern: "^\\d{4}\\-\\d{2}$" },
        }),
        { url: "https://a.test/", day: "2026-01" },
      ),
      { url: "https://a.test/", day: "2026-01" },
    );
    refuses(properties({ url: { type: "string", pattern: "^https\\:\\/\\/" } }), { url: "ftp://a.test/" }, "url: ");
    assert.deepEqual(accepts(properties({ w: { type: "string", pattern: "^\\p{Lu}$" } }), { w: "Ä" }), { w: "Ä" });
    refuses(properties({ w: { type: "string", pattern: "^\\p{Lu}$" } }), { w: "ä" }, "w: ");
  });

  const tooMuch: [string, () => unknown, RegExp][] = [
    ["ten megabytes", () => ({ a: "x".repeat(10 << 20) }), /larger than/],
    ["a hundred thousand levels", () => deepArguments(100_000), /nested more than/],
    ["a million values", () => ({ a: Array.from({ length: 1_000_000 }, () => 1) }), /larger than/],
    ["a function", () => ({ a: () => 1 }), /a function, which JSON does not have/],
    ["a bigint", () => ({ a: 5n }), /a bigint/],
    ["an array that holds itself", () => cyclic(), /nested more than/],
  ];
  for (const [title, make, message] of tooMuch) {
    it(`arguments of ${title} are refused before anything is checked`, () => void refuses({}, make(), message));
  }

  it("ten thousand allowed values compile and check", () => {
    const tool = toolWith(properties({ e: { enum: Array.from({ length: 10_000 }, (_, n) => `v${n}`) } }));
    assert.deepEqual(checker.check(tool, { e: "v9999" }).args, { e: "v9999" });
    assert.throws(
      () => checker.check(tool, { e: "w" }),
      (error: ToolError) => error.message.length < 2000,
    );
  });

  it("five thousand properties compile and check", () => {
    const tool = toolWith(
      properties(Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`p${n}`, { type: "string" }]))),
    );
    assert.deepEqual(checker.check(tool, { p4999: "x" }).args, { p4999: "x" });
  });
});

function deepArguments(depth: number): unknown {
  return JSON.parse(`{"a":${"[".repeat(depth)}${"]".repeat(depth)}}`) as unknown;
}

function cyclic(): unknown {
  const list: unknown[] = [];
  list.push(list);
  return { list };
}
