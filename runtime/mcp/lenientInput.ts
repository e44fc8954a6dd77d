/**
 * Standard input as the SDK's transport can take it: a message whose params are null, which some clients send, would be dropped
 * without an answer (the protocol wants an object or nothing), so the null is taken out.
 */
import { Transform } from "node:stream";

const NULL_PARAMS = /"params"\s*:\s*null/;
const NEWLINE = 10;

export function lenientInput(): Transform {
  let pending: Buffer[] = [];
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const end = chunk.lastIndexOf(NEWLINE) + 1;
      if (end === 0) {
        pending.push(chunk);
        done();
        return;
      }
      const whole = Buffer.concat([...pending, chunk.subarray(0, end)]);
      pending = end < chunk.length ? [chunk.subarray(end)] : [];
      const text = whole.includes('"params"') && whole.includes("null") ? whole.toString("utf8") : "";
      done(null, NULL_PARAMS.test(text) ? text.split("\n").map(withoutNullParams).join("\n") : whole);
    },
    flush(done) {
      done(null, Buffer.concat(pending));
    },
  });
}

function withoutNullParams(line: string): string {
  if (!NULL_PARAMS.test(line)) return line;
  try {
    const message: unknown = JSON.parse(line);
    if (typeof message !== "object" || message === null || !("params" in message) || message.params !== null)
      return line;
    const { params, ...rest } = message;
    return JSON.stringify(rest);
  } catch {
    return line;
  }
}
