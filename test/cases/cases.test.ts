/**
 * Situations that people reported of tools like this one, each with the answer that is wanted (reports/*.json), against `guidon mcp`.
 * `CASES=SCH npm test` runs those whose id begins so.
 */
import assert from "node:assert/strict";
import { createCaseQueue } from "./caseQueue.ts";
import type { CaseQueue } from "./caseQueue.ts";
import { CASES } from "./caseFiles.ts";
import { LATER } from "./later.ts";
import { ELSEWHERE } from "./machine/elsewhere.ts";
import type { Case } from "./types.ts";

const notHere = new Set([...LATER, ...ELSEWHERE].map(({ id }) => id));
const cases = CASES.filter(({ id }) => !notHere.has(id) && id.startsWith(process.env["CASES"] ?? ""));

/** The longest first, so that nothing waits for it at the end. */
const LONGEST = "TMO-01";

describe("reported situations", function () {
  this.timeout(300_000);
  const results = new Map<Case, Promise<string[]>>();
  let queue: CaseQueue;

  before(async () => {
    queue = await createCaseQueue(3);
    for (const one of cases.toSorted((a, b) => Number(b.id === LONGEST) - Number(a.id === LONGEST))) {
      const result = queue.run(one);
      result.catch(() => {}); // its test says it
      results.set(one, result);
    }
  });
  after(async () => {
    await Promise.allSettled(results.values());
    await queue.dispose();
  });

  for (const one of cases)
    it(`${one.id}: ${one.title}`, async () => {
      assert.deepEqual(await results.get(one), []);
    });
});
