import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "../../runtime/contract/tools.ts";
import { exampleOf } from "../../runtime/tools/example.ts";
import { isObject } from "../../runtime/tools/schemaLint.ts";
import {
  clickButton,
  formBench,
  IT,
  press,
  problemOf,
  property,
  run,
  runAgain,
  sendForm,
  set,
  type,
} from "./runFormSupport.ts";

describe("A control of the form gives back the right arguments:", () => {
  const open = formBench();

  it("a text", async () => {
    const panel = await open(property({ type: "string" }));
    await type(panel, `${IT} input`, "Zoë & <b>");
    assert.deepEqual(await run(panel), { it: "Zoë & <b>" });
  });

  it("a long text, with line breaks", async () => {
    const panel = await open(property({ type: "string", maxLength: 2000 }));
    await panel.page.locator(`${IT} textarea`).click();
    await panel.page.keyboard.type("one");
    await press(panel, "Enter");
    await panel.page.keyboard.type("two");
    assert.deepEqual(await run(panel), { it: "one\ntwo" });
  });

  it("a number and a whole number, with their limits and steps", async () => {
    const panel = await open({
      type: "object",
      properties: {
        price: { type: "number", multipleOf: 0.25 },
        count: { type: "integer", minimum: 1, maximum: 10 },
      },
    });
    await type(panel, '[data-pointer="/price"] input', "2.75");
    await type(panel, '[data-pointer="/count"] input', "4");
    await press(panel, "ArrowUp");
    assert.deepEqual(await panel.page.$eval('[data-pointer="/count"] input', (input) => [input.min, input.max, input.step]), ["1", "10", "1"]); // prettier-ignore
    assert.deepEqual(await run(panel), { price: 2.75, count: 5 });
  });

  it("yes or no, and neither", async () => {
    const panel = await open(property({ type: "boolean" }));
    assert.deepEqual(await run(panel), {});
    await panel.page.locator(`${IT} input`).click();
    assert.deepEqual(await runAgain(panel), { it: true });
    await panel.page.locator(`${IT} input`).click();
    assert.deepEqual(await runAgain(panel), { it: false });
    await clickButton(panel, "Leave out it");
    assert.deepEqual(await runAgain(panel), {});
  });

  it("a choice of values that are not all texts, with their names", async () => {
    const panel = await open(
      property({ enum: ["a", 2, true, null], enumNames: ["First", "Second", "Third", "Fourth"] }),
    );
    assert.match(await panel.text(`${IT} select`), /Not given\s*First\s*Second\s*Third\s*Fourth/);
    await panel.page.select(`${IT} select`, "1");
    assert.deepEqual(await run(panel), { it: 2 });
  });

  it("a choice made of constants with titles", async () => {
    const panel = await open(property({ oneOf: [{ const: "s", title: "Small" }, { const: "l", title: "Large" }] }, true)); // prettier-ignore
    assert.match(await panel.text(`${IT} select`), /Choose…\s*Small\s*Large/);
    await panel.page.select(`${IT} select`, "1");
    assert.deepEqual(await run(panel), { it: "l" });
  });

  it("a date, a time, and a date with a time", async () => {
    const panel = await open({
      type: "object",
      properties: {
        day: { type: "string", format: "date" },
        at: { type: "string", format: "time" },
        when: { type: "string", format: "date-time" },
      },
    });
    await set(panel, '[data-pointer="/day"] input', "2026-03-04");
    await set(panel, '[data-pointer="/at"] input', "09:30");
    await set(panel, '[data-pointer="/when"] input', "2026-03-04T09:30:15");
    const args = await run(panel);
    assert.equal(args["day"], "2026-03-04");
    assert.match(String(args["at"]), /^09:30:00(?:Z|[+-]\d\d:\d\d)$/);
    assert.match(String(args["when"]), /^2026-03-04T09:30:15(?:Z|[+-]\d\d:\d\d)$/);
    assert.equal(new Date(String(args["when"])).getTime(), await panel.page.evaluate(() => new Date("2026-03-04T09:30:15").getTime())); // prettier-ignore
  });

  it("keeps a time with its zone as it was given until it is changed", async () => {
    const args = { when: "2026-01-31T12:00:00.250+05:30", at: "12:00:00+05:30" };
    const panel = await open({ type: "object", properties: { when: { type: "string", format: "date-time" }, at: { type: "string", format: "time" } } }, { args }); // prettier-ignore
    assert.deepEqual(await run(panel), args);
    await set(panel, '[data-pointer="/at"] input', "13:00:00");
    assert.deepEqual(await runAgain(panel), { ...args, at: "13:00:00+05:30" });
  });

  it("an address, a mail address, a color, a password", async () => {
    const formats = { link: "uri", mail: "email", paint: "color", word: "password" };
    const properties = Object.fromEntries(Object.entries(formats).map(([name, format]) => [name, { type: "string", format }])); // prettier-ignore
    const panel = await open({ type: "object", properties });
    await type(panel, '[data-pointer="/link"] input[type=url]', "https://example.com/?a=1");
    await type(panel, '[data-pointer="/mail"] input[type=email]', "ada@example.com");
    await set(panel, '[data-pointer="/paint"] input[type=color]', "#ff8800");
    await type(panel, '[data-pointer="/word"] input[type=password]', "open sesame");
    assert.deepEqual(await run(panel), { link: "https://example.com/?a=1", mail: "ada@example.com", paint: "#ff8800", word: "open sesame" }); // prettier-ignore
  });

  it("a list whose items are added, moved and removed", async () => {
    const panel = await open(property({ type: "array", items: { type: "string" } }), { args: { it: ["a", "b"] } });
    await clickButton(panel, "Add Item");
    await panel.page.keyboard.type("c");
    await clickButton(panel, "Move item 3 up");
    await clickButton(panel, "Remove item 1");
    assert.deepEqual(await run(panel), { it: ["c", "b"] });
  });

  it("a list of objects, whose parts know their place after a move", async () => {
    const item = { type: "object", required: ["name"], properties: { name: { type: "string" }, age: { type: "integer" } } }; // prettier-ignore
    const args = { it: [{ name: "Ada", age: 3 }, { name: "Bo" }] };
    const panel = await open(property({ type: "array", items: item }), { args });
    await clickButton(panel, "Move item 2 up");
    await type(panel, '[data-pointer="/it/0/age"] input', "7");
    assert.deepEqual(await run(panel), {
      it: [
        { name: "Bo", age: 7 },
        { name: "Ada", age: 3 },
      ],
    });
  });

  it("some of given values, without repetition", async () => {
    const panel = await open(property({ type: "array", uniqueItems: true, items: { enum: ["mon", "tue", "wed"] } }, true)); // prettier-ignore
    await panel.page.locator("aria/tue").click();
    await panel.page.locator("aria/wed").click();
    assert.deepEqual(await run(panel), { it: ["tue", "wed"] });
  });

  it("an object within the object, with what its defaults say when it is added", async () => {
    const address = { type: "object", required: ["city"], properties: { city: { type: "string" }, land: { type: "string", default: "FR" } } }; // prettier-ignore
    const panel = await open(property(address));
    await clickButton(panel, "Add it");
    await panel.page.keyboard.type("Paris");
    assert.deepEqual(await run(panel), { it: { city: "Paris", land: "FR" } });
  });

  it("one of several shapes, found by what was given", async () => {
    const circle = { title: "Circle", type: "object", required: ["kind", "r"], properties: { kind: { const: "circle" }, r: { type: "number" } } }; // prettier-ignore
    const box = { title: "Box", type: "object", required: ["kind", "w"], properties: { kind: { const: "box" }, w: { type: "number" } } }; // prettier-ignore
    const panel = await open(property({ oneOf: [circle, box] }), { args: { it: { kind: "box", w: 2 } } });
    assert.deepEqual(await run(panel), { it: { kind: "box", w: 2 } });
    await panel.page.select(`${IT} select`, "0");
    await type(panel, '[data-pointer="/it/r"] input', "9");
    assert.deepEqual(await runAgain(panel), { it: { kind: "circle", r: 9 } });
  });

  it("one of several types", async () => {
    const panel = await open(property({ type: ["string", "number"] }), { args: { it: 5 } });
    await type(panel, `${IT} input[type=number]`, "6");
    assert.deepEqual(await run(panel), { it: 6 });
  });

  it("no value at all, where null is allowed", async () => {
    const panel = await open(property({ type: ["string", "null"] }), { args: { it: "x" } });
    await panel.page.locator("aria/No value (null)").click();
    assert.deepEqual(await run(panel), { it: null });
  });

  it("JSON for what has no control of its own", async () => {
    const panel = await open(property({ description: "Anything." }), { args: { it: [1, { a: null }] } });
    assert.deepEqual(await run(panel), { it: [1, { a: null }] });
    await set(panel, `${IT} textarea`, '{"b": tru');
    assert.match(await problemOf(panel), /^This is not JSON: /);
    await set(panel, `${IT} textarea`, '{"b": true}');
    assert.deepEqual(await runAgain(panel), { it: { b: true } });
  });

  it("a schema by reference, one that holds itself, and parts by allOf", async () => {
    const person = { type: "object", properties: { name: { type: "string" }, child: { $ref: "#/$defs/person" } } };
    const panel = await open(
      {
        type: "object",
        properties: { who: { allOf: [{ $ref: "#/$defs/person" }, { required: ["name"] }] } },
        $defs: { person },
      },
      { args: { who: { name: "Ada", child: { name: "Bo" } } } },
    );
    await clickButton(panel, "Add child");
    await panel.page.keyboard.type("Cy");
    assert.deepEqual(await run(panel), { who: { name: "Ada", child: { name: "Bo", child: { name: "Cy" } } } });
  });

  it("does not lose a value that its control could not show", async () => {
    const args = { it: "many", more: { x: 1 } };
    const panel = await open(property({ type: "integer" }), { args });
    assert.deepEqual(await run(panel), args);
  });

  it("can be required of a schema that can only be filled in without end", async () => {
    const node = { type: "object", required: ["next"], properties: { next: { $ref: "#/$defs/node" } } };
    const panel = await open({ type: "object", required: ["it"], properties: { it: { $ref: "#/$defs/node" } }, $defs: { node } }); // prettier-ignore
    assert.ok((await panel.page.$$(".field")).length < 20);
  });

  it("whatever schema people write, one with an example included", async function () {
    this.timeout(60_000);
    const corpus = readFileSync(join(import.meta.dirname, "../fixtures/tool-schemas.jsonl"), "utf8")
      .trim()
      .split("\n");
    const schemas: JsonObject[] = corpus.map((line) => JSON.parse(line).inputSchema);
    const panel = await open({});
    const slow: string[] = [];
    for (const [index, parameters] of schemas.entries()) {
      const args = exampleOf(parameters, parameters);
      const from = Date.now();
      await sendForm(panel, parameters, { args: isObject(args) ? args : {}, replace: true });
      if (Date.now() - from > 2000) slow.push(corpus[index]?.slice(0, 100) ?? "");
      assert.equal((await panel.page.$$("main form:not([hidden])")).length, 1);
    }
    assert.ok(schemas.length > 400);
    assert.deepEqual(slow, []);
  });
});
