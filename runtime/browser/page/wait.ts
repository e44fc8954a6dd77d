/** Runs an operation until it is ok or its time is over. Runs inside the page; a part refers to nothing outside of itself. */
import type { Outcome, PageLib, WaitPart } from "./lib.ts";

export function waitPart(lib: PageLib): WaitPart {
  const LONGEST_REST_MS = 50;
  const SHORTEST_REST_MS = 8;
  /** The runtime refuses larger answers; a page must not be able to fill its memory. */
  const MOST_CHARACTERS = 8_000_000;

  /** Ends at the next change of the document, or soon: styles, layout and new shadow roots change without one. */
  function change(restMs: number): Promise<void> {
    return new Promise((resolve) => {
      const started = performance.now();
      const observer = new MutationObserver(() => {
        const left = SHORTEST_REST_MS - (performance.now() - started);
        if (left > 0) setTimeout(done, left);
        else done();
      });
      const timer = setTimeout(done, restMs);
      function done() {
        observer.disconnect();
        clearTimeout(timer);
        resolve();
      }
      observer.observe(document, { childList: true, subtree: true, attributes: true, characterData: true });
    });
  }

  async function attempt(op: string, input: object): Promise<Outcome> {
    try {
      const operation = lib.ops[op] as ((input: object) => Outcome | Promise<Outcome>) | undefined;
      if (!operation) throw new Error(`no page operation ${op}`);
      return await operation(input);
    } catch (error) {
      if (typeof error === "object" && error !== null && "bad" in error) return error as Outcome;
      throw error;
    }
  }

  async function run(op: string, input: { waitMs?: number }): Promise<string> {
    const end = performance.now() + (input.waitMs ?? 0);
    let outcome = await attempt(op, input);
    for (let left = end - performance.now(); "pending" in outcome && left > 0; left = end - performance.now()) {
      await change(Math.min(LONGEST_REST_MS, left));
      outcome = await attempt(op, input);
    }
    const json = JSON.stringify(outcome);
    return json.length > MOST_CHARACTERS ? JSON.stringify({ ok: { tooLarge: json.length } }) : json;
  }

  return { run };
}
