import assert from "node:assert/strict";
import addFormats from "ajv-formats/dist/formats.js";
import type { JsonObject } from "../../runtime/contract/tools.ts";
import { draftsFor, FORMATS } from "../../runtime/tools/drafts.ts";
import { pointerOf } from "../../runtime/tools/jsonc.ts";
import { lintSchema } from "../../runtime/tools/schemaLint.ts";

function lint(schema: JsonObject): [string, string, string][] {
  return lintSchema(schema, "arguments").map(({ severity, path, message }) => [severity, pointerOf(path), message]);
}

function property(schema: JsonObject): JsonObject {
  return { type: "object", properties: { a: schema } };
}

describe("the lint of a schema", () => {
  const findings: [string, JsonObject, string, string, RegExp][] = [
    [
      "a mistyped keyword",
      property({ type: "integer", min: 1 }),
      "warning",
      "/properties/a/min",
      /did you mean "minimum"/,
    ],
    [
      "a keyword in the wrong case",
      property({ type: "string", minlength: 1 }),
      "warning",
      "/properties/a/minlength",
      /"minLength"/,
    ],
    ["a near miss", property({ tpye: "string" }), "warning", "/properties/a/tpye", /"type"/],
    ["a near miss at the root", { type: "object", propreties: {} }, "warning", "/propreties", /"properties"/],
    ["an unknown type", property({ type: "strnig" }), "error", "/properties/a/type", /must be one of string/],
    [
      "a property that is no schema",
      property("string" as unknown as JsonObject),
      "error",
      "/properties/a",
      /must be an object/,
    ],
    [
      "required in the property",
      property({ type: "string", required: true }),
      "error",
      "/properties/a/required",
      /belongs to the object/,
    ],
    ["a pattern that is none", property({ pattern: "(" }), "error", "/properties/a/pattern", /regular expression/],
    ["a reference to nothing", property({ $ref: "#/$defs/Q" }), "error", "/properties/a/$ref", /points to nothing/],
    ["an anchor that is not there", property({ $ref: "#Q" }), "error", "/properties/a/$ref", /points to nothing/],
    [
      "a reference out of the schema",
      property({ $ref: "https://a.test/s" }),
      "warning",
      "/properties/a/$ref",
      /never fetched/,
    ],
    [
      "an unknown format",
      property({ type: "string", format: "google-duration" }),
      "warning",
      "/properties/a/format",
      /not checked/,
    ],
    ["an array without items", property({ type: "array" }), "warning", "/properties/a", /Copilot/],
    [
      "a list that may be null, without items",
      property({ type: ["array", "null"] }),
      "warning",
      "/properties/a",
      /Copilot/,
    ],
    ["a root that is no object", { type: "array", items: {} }, "error", "/type", /root must be of type "object"/],
    [
      "required names that are no properties",
      { type: "object", properties: {}, required: ["x"] },
      "warning",
      "/required",
      /names x/,
    ],
    ["an empty enum", property({ enum: [] }), "error", "/properties/a/enum", /list of values/],
    ["a minimum that is a text", property({ minimum: "3" }), "error", "/properties/a/minimum", /must be a number/],
    ["an unknown draft", { $schema: "https://a.test/draft-99" }, "warning", "/$schema", /no known draft/],
    ["properties that are a list", { properties: [] }, "error", "/properties", /must be an object, not a list/],
  ];
  for (const [title, schema, severity, pointer, message] of findings) {
    it(`finds ${title}, at its place`, () => {
      const found = lint(schema);
      assert.equal(found.length, 1, JSON.stringify(found));
      assert.deepEqual(found[0]?.slice(0, 2), [severity, pointer]);
      assert.match(found[0]?.[2] ?? "", message);
    });
  }

  const clean: [string, JsonObject][] = [
    [
      "vendor and editor keywords",
      property({
        type: "string",
        "x-order": 1,
        markdownDescription: "**a**",
        defaultSnippets: [],
        enum: ["x"],
        enumDescriptions: [""],
        nullable: true,
        errorMessage: "no",
        discriminator: {},
      }),
    ],
    ["words of its own", property({ type: "string", widget: "area", group: 3, units: "cm" })],
    ["a recursion", { type: "object", properties: { kids: { type: "array", items: { $ref: "#" } } } }],
    [
      "references into $defs and definitions",
      {
        $defs: { Q: {} },
        definitions: { "a/b": {} },
        properties: { a: { $ref: "#/$defs/Q" }, b: { $ref: "#/definitions/a~1b" } },
      },
    ],
    ["an anchor", { $defs: { Q: { $anchor: "q" } }, properties: { a: { $ref: "#q" } } }],
    ["its own address", { $id: "https://a.test/s", properties: { a: { $ref: "https://a.test/s" } } }],
    ["the exclusiveMinimum of draft-04", property({ type: "integer", minimum: 0, exclusiveMinimum: true })],
    ["tuples", property({ type: "array", items: [{ type: "string" }] })],
    ["a pattern that only the plain syntax takes", property({ pattern: "^https\\:\\/\\/\\-" })],
    ["a pattern of classes of Unicode", property({ pattern: "^\\p{L}+$" })],
    ["boolean schemas", property({ type: "array", items: true })],
    [
      "a property that is called like a keyword",
      { type: "object", properties: { min: { type: "integer" }, required: { type: "boolean" } } },
    ],
  ];
  for (const [title, schema] of clean) {
    it(`has nothing against ${title}`, () => assert.deepEqual(lint(schema), []));
  }

  it("knows the formats that are checked, and no other", () => {
    assert.deepEqual([...FORMATS].toSorted(), [...addFormats.formatNames].toSorted());
  });

  it("refuses a schema that is too large to be read", () => {
    const properties = Object.fromEntries(Array.from({ length: 30_000 }, (_, n) => [`p${n}`, { type: "string" }]));
    assert.deepEqual(
      lint({ properties }).map(([severity]) => severity),
      ["fatal"],
    );
  });

  const drafts: [string | undefined, string][] = [
    [undefined, "2020-12"],
    ["http://json-schema.org/draft-04/schema#", "04"],
    ["http://json-schema.org/draft-06/schema", "06"],
    ["https://json-schema.org/draft-07/schema#", "07"],
    ["https://json-schema.org/draft/2019-09/schema", "2019-09"],
    ["https://json-schema.org/draft/2020-12/schema#", "2020-12"],
    ["urn:what", "2020-12"],
  ];
  for (const [address, draft] of drafts) {
    it(`reads ${address ?? "no $schema"} as draft ${draft}`, () => {
      assert.equal(draftsFor(address === undefined ? {} : { $schema: address })[0], draft);
    });
  }
});
