import assert from "node:assert/strict";
import { createCaseQueue } from "./caseQueue.ts";
import type { CaseQueue } from "./caseQueue.ts";
import { caseOf } from "./caseFiles.ts";
import { LATER } from "./later.ts";

describe("cases that wait for a later part", function () {
  this.timeout(120_000);
  let queue: CaseQueue;

  before(async () => (queue = await createCaseQueue(1)));
  after(() => queue.dispose());

  for (const { id, comesWith, saysToday } of LATER)
    it(`${id} fails for want of ${comesWith}`, async () => {
      const wrong = await queue.run(caseOf(id));
      assert.match(wrong.join("\n"), saysToday);
    });
});
