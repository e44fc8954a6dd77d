import assert from "node:assert/strict";
import type { Json } from "../../runtime/contract/tools.ts";
import { addToList, editsOf, removeItem, setProperty } from "../../runtime/editor/jsonEdits.ts";
import { openToolsDocument, properties } from "../../runtime/editor/toolsDocument.ts";
import { applyEdits } from "./support.ts";

function set(text: string, name: string, value: Json): string {
  const document = openToolsDocument(text);
  assert.ok(document.root);
  return applyEdits(text, editsOf(document, setProperty(document, document.root, name, value)));
}

function remove(text: string, name: string): string {
  const document = openToolsDocument(text);
  const found = properties(document.root).find(({ key }) => key.value === name);
  assert.ok(document.root && found);
  return applyEdits(text, editsOf(document, removeItem(document, document.root, found.property)));
}

describe("edits of a JSON text", () => {
  const sets: [string, string, Json, string][] = [
    ['{ "a": 1 }', "a", 2, '{ "a": 2 }'],
    ['{ "a": 1 }', "b", true, '{ "a": 1, "b": true }'],
    ['{\n  "a": 1\n}', "b", ["x"], '{\n  "a": 1,\n  "b": ["x"]\n}'],
    ['{\r\n\t"a": 1\r\n}', "b", 2, '{\r\n\t"a": 1,\r\n\t"b": 2\r\n}'],
    ['{\n  "a": 1,\n}', "b", 2, '{\n  "a": 1,\n  "b": 2,\n}'],
    ['{\n  "a": 1 // one\n}', "b", 2, '{\n  "a": 1, // one\n  "b": 2\n}'],
    ['{\n  "a": 1, // one\n}', "b", 2, '{\n  "a": 1, // one\n  "b": 2,\n}'],
    ['{\n  "a": 1 /* one */\n}', "b", 2, '{\n  "a": 1, /* one */\n  "b": 2\n}'],
    ["{}", "a", 1, '{\n  "a": 1\n}'],
    ["{ /* nothing */ }", "a", 1, '{ "a": 1 /* nothing */ }'],
    ['{\n    "x": {\n        "y": 1\n    }\n}', "b", 1, '{\n    "x": {\n        "y": 1\n    },\n    "b": 1\n}'],
    ['{ "a": 1, "a": 2 }', "a", 3, '{ "a": 1, "a": 3 }'],
  ];
  for (const [text, name, value, expected] of sets)
    it(`sets ${name} of ${JSON.stringify(text)}`, () => assert.equal(set(text, name, value), expected));

  const removes: [string, string, string][] = [
    ['{ "a": 1, "b": 2, "c": 3 }', "b", '{ "a": 1, "c": 3 }'],
    ['{ "a": 1, "b": 2 }', "b", '{ "a": 1 }'],
    ['{ "a": 1, "b": 2 }', "a", '{ "b": 2 }'],
    ['{\n  "a": 1,\n  "b": 2, // two\n  "c": 3\n}', "b", '{\n  "a": 1,\n  // two\n  "c": 3\n}'],
    ['{\n  "a": 1,\n  "b": 2,\n  "c": 3\n}', "b", '{\n  "a": 1,\n  "c": 3\n}'],
    ['{\r\n  "a": 1,\r\n  "b": 2\r\n}', "b", '{\r\n  "a": 1\r\n}'],
    ['{\n  "a": 1,\n  "b": 2,\n}', "b", '{\n  "a": 1,\n}'],
    ['{ "a": 1 }', "a", "{  }"],
  ];
  for (const [text, name, expected] of removes)
    it(`takes ${name} out of ${JSON.stringify(text)}`, () => assert.equal(remove(text, name), expected));

  it("adds to a list as its items stand", () => {
    const add = (text: string): string => {
      const document = openToolsDocument(text);
      assert.ok(document.root);
      return applyEdits(text, editsOf(document, addToList(document, document.root, "b")));
    };
    assert.equal(add('["a"]'), '["a", "b"]');
    assert.equal(add("[]"), '["b"]');
    assert.equal(add('[\n  "a", // first\n]'), '[\n  "a", // first\n  "b",\n]');
  });
});
