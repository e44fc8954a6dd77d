import assert from "node:assert/strict";
import { beginningOf, readableJson, wholeCharacters } from "../../runtime/mcp/json.ts";

describe("JSON for agents", () => {
  it("is compact under 2,000 characters", () => {
    assert.equal(readableJson({ a: [1, 2] }), '{"a":[1,2]}');
  });

  it("has one line for each element above that, and stays JSON", () => {
    const items = Array.from({ length: 100 }, (_, i) => ({ i, text: "some text here" }));
    const text = readableJson(items);
    assert.equal(text.split("\n").length, 102);
    assert.deepEqual(JSON.parse(text), items);
  });

  it("keeps the first whole elements of a long list and says how many there were", () => {
    const items = Array.from({ length: 30_000 }, (_, i) => ({ i, text: "row ".repeat(20) }));
    const { value, cuts } = beginningOf(items, 8000);
    assert.ok(Array.isArray(value) && value.length > 50 && JSON.stringify(value).length <= 8000);
    assert.deepEqual(value, items.slice(0, value.length));
    assert.equal(cuts[0], `list: ${value.length} of 30,000 elements`);
  });

  it("keeps small members beside a large one", () => {
    const { value, cuts } = beginningOf({ items: "x".repeat(20_000).split(""), total: 7, next: "page 2" }, 2000);
    assert.ok(typeof value === "object" && value !== null && "total" in value && "items" in value);
    assert.equal(value.total, 7);
    assert.match(cuts.join(), /^items: \d+ of 20,000 elements$/);
  });

  it("shortens one huge element instead of giving an empty list", () => {
    const { value } = beginningOf([{ page: "y".repeat(50_000) }], 1000);
    assert.ok(Array.isArray(value) && value.length === 1 && JSON.stringify(value).length <= 1000);
  });

  it("costs what the room costs, however large and deep the value is", () => {
    let value: unknown = Array.from({ length: 250_000 }, (_, a) => ({ a }));
    for (let depth = 0; depth < 900; depth += 1) value = [value];
    const before = performance.now();
    const { value: kept, cuts } = beginningOf(value, 8000);
    assert.ok(performance.now() - before < 1000);
    assert.ok(JSON.stringify(kept).length <= 8000);
    assert.match(cuts.join(), /^\[0\]\[0\].*: 0 of 1 elements$/);
    assert.ok(cuts.join("; ").length < 100);
  });

  it("keeps the paths of what it cut short", () => {
    const key = "k".repeat(5000);
    const { cuts } = beginningOf({ [key]: { [key]: "x".repeat(50_000) } }, 20_000);
    assert.ok(cuts.length > 0 && cuts.every((cut) => cut.length < 120), cuts.join());
  });

  it("fits texts that escapes make longer at their beginning only", () => {
    const { value } = beginningOf({ text: "\u0001".repeat(2000) + "x".repeat(50_000) }, 3000);
    const { length } = JSON.stringify(value);
    assert.ok(length <= 3000 && length > 2900, String(length));
  });

  it("keeps a member that is named __proto__", () => {
    const { value } = beginningOf(JSON.parse(`{"__proto__": 1, "long": "${"x".repeat(5000)}"}`), 1000);
    assert.match(JSON.stringify(value), /^\{"__proto__":1,"long":"x+…"\}$/);
  });

  it("never cuts a character in two", () => {
    assert.equal(wholeCharacters("ab😀", 3), "ab");
    assert.equal(wholeCharacters("ab😀", 4), "ab😀");
  });
});
