/** The registry of host calls: what is written once there has to hold everywhere. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { format } from "prettier";
import { guestMembers } from "../../runtime/run/guestCalls.ts";
import { hostCalls } from "../../runtime/run/hostCalls.ts";
import { reference, typings } from "../../runtime/run/typings.ts";

const root = join(import.meta.dirname, "..", "..");
const read = (file: string): string => readFileSync(join(root, file), "utf8");

describe("The registry of host calls", () => {
  it("has each name once, with a text, an example and a version", () => {
    const names = [...hostCalls, ...guestMembers].map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
    for (const { name, doc, example, since } of [...hostCalls, ...guestMembers]) {
      assert.match(name, /^[a-z]+(\.[a-zA-Z]+)?$/);
      assert.ok(doc.length >= 15 && example.length > 4 && /^\d+\.\d+\.\d+$/.test(since), name);
      assert.ok(example.includes("g."), `${name}: the example shows the call`);
    }
  });

  it("is what the committed typings and the reference page were made from", async () => {
    const formatted = (text: string, parser: string): Promise<string> => format(text, { parser, printWidth: 120 });
    assert.equal(read("runtime/run/g.d.ts"), await formatted(typings(), "typescript"), "run: npm run docs");
    assert.equal(read("runtime/run/reference.md"), await formatted(reference(), "markdown"), "run: npm run docs");
  });

  it("has no call without a test", () => {
    const tests = globSync("test/**/*.ts", { cwd: root })
      .filter((file) => !file.endsWith("registry.test.ts"))
      .map((file) => read(file))
      .join("\n");
    const untested = [...hostCalls, ...guestMembers].filter(
      ({ name }) => ![`g.${name}`, `"${name}"`].some((text) => tests.includes(text)),
    );
    assert.deepEqual(
      untested.map(({ name }) => name),
      [],
    );
  });
});
