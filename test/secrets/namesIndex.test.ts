import assert from "node:assert/strict";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import { createNamesIndex } from "../../runtime/secrets/namesIndex.ts";
import { createDataDir, type OpenedSecrets } from "./support.ts";

describe("secrets/namesIndex", () => {
  let data: OpenedSecrets;
  beforeEach(() => void (data = createDataDir()));
  afterEach(() => data[Symbol.dispose]());

  it("loses none when many write at once", async () => {
    const file = join(data.dataDir, "secrets", "w.json");
    const indexes = Array.from({ length: 4 }, () => createNamesIndex(file));
    await Promise.all(
      indexes.flatMap((index, one) => Array.from({ length: 10 }, (_, each) => index.add(`N${one}_${each}`))),
    );
    assert.equal(createNamesIndex(file).list().length, 40);
    assert.deepEqual(readdirSync(join(data.dataDir, "secrets")), ["w.json"]);
  });
  it("a damaged file counts as empty", async () => {
    const file = join(data.dataDir, "w.json");
    writeFileSync(file, "{ not json");
    assert.deepEqual(createNamesIndex(file).list(), []);
    await createNamesIndex(file).add("A");
    assert.deepEqual(
      createNamesIndex(file)
        .list()
        .map(({ name }) => name),
      ["A"],
    );
  });
});
