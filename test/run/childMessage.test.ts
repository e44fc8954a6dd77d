import assert from "node:assert/strict";
import { isFromChild } from "../../runtime/run/childMessage.ts";

const error = { name: "Error", code: "ScriptError", message: "m" };

describe("Messages of a sandbox child", () => {
  for (const message of [
    { type: "ready" },
    { type: "call", id: 1, name: "nav.goBack", argsJson: "[]" },
    { type: "log", level: "warn", text: "t" },
    { type: "done", outcome: { ok: true, json: "1", lost: ["a (NaN)"] } },
    { type: "done", outcome: { ok: false, error: { ...error, cause: error, errors: [error], stack: "at main" } } },
  ])
    it(`are taken: ${JSON.stringify(message)}`, () => assert.ok(isFromChild(message)));

  for (const message of [
    null,
    "ready",
    { type: "call", id: "1", name: "n", argsJson: "[]" },
    { type: "call", id: 1, name: "n", argsJson: ["x"] },
    { type: "log", level: "trace", text: "t" },
    { type: "log", level: "warn", text: { toString: "x" } },
    { type: "done", outcome: { ok: true, json: 1, lost: [] } },
    { type: "done", outcome: { ok: true, json: "1", lost: [{}] } },
    { type: "done", outcome: { ok: false, error: { ...error, message: [] } } },
    { type: "done", outcome: { ok: false, error: { ...error, cause: { ...error, stack: 1 } } } },
    { type: "other" },
  ])
    it(`end the child otherwise: ${JSON.stringify(message)}`, () => assert.ok(!isFromChild(message)));

  it("end the child when an error is its own cause", () => {
    const circular: Record<string, unknown> = { ...error };
    circular["cause"] = circular;
    assert.ok(!isFromChild({ type: "done", outcome: { ok: false, error: circular } }));
  });
});
