/** A question that only a person at a terminal can answer. */
import { createInterface } from "node:readline/promises";

/** The question goes to stderr, so that stdout holds results only. */
export function canAsk(): boolean {
  return process.stdin.isTTY && process.stderr.isTTY;
}

/** Asks again until the answer is yes or no; the end of the input is a no. */
export async function askYes(question: string): Promise<boolean> {
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  const closed = new AbortController();
  prompt.once("close", () => closed.abort());
  try {
    for (;;) {
      const answer = (await prompt.question(`${question} (yes/no) `, { signal: closed.signal })).trim();
      if (/^(y|yes)$/i.test(answer)) return true;
      if (/^(n|no)$/i.test(answer)) return false;
    }
  } catch (error) {
    if (closed.signal.aborted) return false;
    throw error;
  } finally {
    prompt.close();
  }
}
