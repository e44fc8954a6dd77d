import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { ToolError, type ErrorCode } from "../../runtime/errors.ts";
import { createEnvironmentStore, takeEnvironmentSecrets } from "../../runtime/secrets/environmentStore.ts";
import { prepareValue } from "../../runtime/secrets/values.ts";

const code = (expected: ErrorCode, value: string) => (error: unknown) => {
  assert.ok(error instanceof ToolError);
  assert.equal(error.code, expected);
  assert.match(error.message, /"TOK"/);
  if (value.trim().length > 3) assert.equal(`${error.message}${error.hint}`.includes(value.trim()), false);
  return true;
};

describe("secrets/values", () => {
  it("a pasted token is trimmed, and the note says so without the value", () => {
    const { value, notes } = prepareValue("TOK", " tok-111111\r\n");
    assert.equal(value, "tok-111111");
    assert.equal(notes.length, 1);
    assert.match(notes[0] ?? "", /taken off/);
    assert.deepEqual(prepareValue("A", "value-123456\n").notes, []);
    assert.deepEqual(prepareValue("A", "value-123456\r\n").value, "value-123456");
    assert.doesNotMatch(notes[0] ?? "", /tok-111111/);
  });
  it("a long token has no note", () => assert.deepEqual(prepareValue("TOK", "x".repeat(1280)).notes, []));
  it("under 8 characters there is a warning", () =>
    assert.match(prepareValue("TOK", "abcdefg").notes[0] ?? "", /shorter than 8/));
  for (const [what, value] of [
    ["a line break", "tok-1\r\nX-Evil: 1"],
    ["NUL", "tok-1\0tok-2"],
    ["nothing", " \n"],
    ["three characters", "abc"],
    ["half a surrogate pair", "tok-\ud800-1"],
  ] as const)
    it(`${what} is refused by name, never by value`, () =>
      assert.throws(() => prepareValue("TOK", value), code("SecretInvalid", value)));
  it("more than 1,280 characters are refused", () => {
    const value = "x".repeat(1281);
    assert.throws(() => prepareValue("TOK", value), code("SecretTooLong", value));
  });
});

describe("secrets/environmentStore", () => {
  it("takes its variables out of the environment, trims them, and leaves the others", () => {
    const environment = {
      GUIDON_SECRET_TOK: " tok-111111\r\n",
      GUIDON_SECRET_EMPTY: "",
      "GUIDON_SECRET_A-B": "x",
      GUIDON_LOG: "debug",
      PATH: "/bin",
    };
    const taken = takeEnvironmentSecrets(environment);
    assert.deepEqual([...taken], [["TOK", "tok-111111"]]);
    assert.deepEqual(environment, { GUIDON_LOG: "debug", PATH: "/bin" });
  });
  it("takes them out of process.env itself", () => {
    process.env["GUIDON_SECRET_TOK"] = "tok-111111";
    assert.equal(takeEnvironmentSecrets(process.env).get("TOK"), "tok-111111");
    assert.equal("GUIDON_SECRET_TOK" in process.env, false);
  });
  it("gives what it has, lists names, and cannot be changed", async () => {
    const store = createEnvironmentStore(new Map([["TOK", "tok-111111"]]));
    assert.equal(await store.get("TOK"), "tok-111111");
    assert.equal(await store.get("OTHER"), undefined);
    assert.deepEqual(await store.list(), [{ name: "TOK" }]);
    await assert.rejects(store.set("TOK", "new-value"), code("AccessDenied", "new-value"));
    await assert.rejects(store.delete("TOK"), code("AccessDenied", ""));
  });
  it("a value that no header can carry is SecretInvalid", () =>
    assert.rejects(
      createEnvironmentStore(new Map([["TOK", "tok-1\ntok-2"]])).get("TOK"),
      code("SecretInvalid", "tok-1\ntok-2"),
    ));
});
