import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { z } from "zod";
import { ToolError, type ErrorCode } from "../../runtime/errors.ts";
import type { RunOrigin } from "../../runtime/contract/guest.ts";
import { resolveHeaders } from "../../runtime/secrets/access.ts";
import { secretsCalls } from "../../runtime/secrets/secretsCalls.ts";
import { createTestScope } from "../http/support.ts";

const secretsOf = (known: Record<string, string>) => ({
  async get(name: string): Promise<string> {
    const value = known[name];
    if (value === undefined) throw new ToolError("SecretNotSet", `Secret "${name}" is not set`);
    return value;
  },
});
const known = secretsOf({ TOK: "tok-111111", A: "aaa-333333", B: "bbb-444444", WIDE: "ключ-123456" });

async function fails(work: Promise<unknown>, code: ErrorCode, message: RegExp): Promise<ToolError> {
  const error: unknown = await work.then(
    () => assert.fail("no error came"),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof ToolError);
  assert.equal(error.code, code);
  assert.match(error.message, message);
  return error;
}

describe("secrets/access", () => {
  it("fills in every form, several in a value", async () => {
    const headers = { Authorization: "Bearer {{TOK}}", "X-Pair": "{{A}}:<<B>>/{{ A }}", "X-Plain": "1" };
    const resolved = await resolveHeaders({ name: "t", headers }, ["api.example.com"], known);
    assert.deepEqual(
      resolved.headers.map(({ name, value, secrets }) => [name, value, secrets]),
      [
        ["Authorization", "Bearer tok-111111", ["TOK"]],
        ["X-Pair", "aaa-333333:bbb-444444/aaa-333333", ["A", "B"]],
        ["X-Plain", "1", []],
      ],
    );
    assert.deepEqual(
      resolved.values.map(({ value }) => value),
      ["tok-111111", "aaa-333333", "bbb-444444", "Bearer tok-111111", "aaa-333333:bbb-444444/aaa-333333"],
    );
  });
  it("a value with template text in it is not filled in again", async () => {
    const { headers } = await resolveHeaders(
      { name: "t", headers: { X: "{{EVIL}}" } },
      [],
      secretsOf({ EVIL: "{{TOK}}", TOK: "tok-111111" }),
    );
    assert.equal(headers[0]?.value, "{{TOK}}");
  });
  it("secrets go to allowedHosts where there are some, else to the hosts of the script", async () => {
    const headers = { X: "{{TOK}}" };
    const hostsOf = async (allowedHosts?: string[]) =>
      (await resolveHeaders({ name: "t", headers, allowedHosts }, ["b.test"], known)).headers[0]?.allowedHosts;
    assert.deepEqual(await hostsOf(["a.test"]), ["a.test"]);
    assert.deepEqual(await hostsOf(), ["b.test"]);
    assert.deepEqual(await hostsOf([]), []);
  });
  it("a missing secret is named, with the step that sets it", async () => {
    const error = await fails(
      resolveHeaders({ name: "t", headers: { X: "{{API_TOKEN}}" } }, [], known),
      "SecretNotSet",
      /Secret "API_TOKEN" is not set/,
    );
    assert.match(error.hint ?? "", /guidon secrets set API_TOKEN/);
  });
  it("all missing secrets are named at once", () =>
    fails(
      resolveHeaders({ name: "t", headers: { X: "{{M1}}", Y: "<<M2>> {{TOK}}" } }, [], known),
      "SecretNotSet",
      /Secrets "M1", "M2" are not set/,
    ));
  it("a keychain that cannot be read is not a missing secret", async () => {
    const broken = { get: () => Promise.reject(new ToolError("KeychainLocked", "locked")) };
    await fails(resolveHeaders({ name: "t", headers: { X: "{{TOK}}" } }, [], broken), "KeychainLocked", /locked/);
  });
  it("a broken template stops the run", () =>
    fails(
      resolveHeaders({ name: "t", headers: { X: "Bearer {{TOK" } }, [], known),
      "ToolUnusable",
      /Header "X" of tool "t": \{\{ is not closed/,
    ));
  it("a secret that no header can carry is SecretInvalid, without its value", async () => {
    const error = await fails(
      resolveHeaders({ name: "t", headers: { X: "{{WIDE}}" } }, [], known),
      "SecretInvalid",
      /"WIDE"/,
    );
    assert.doesNotMatch(`${error.message}${error.hint}`, /ключ/);
  });
  it("what is no header name or value is refused", async () => {
    await fails(resolveHeaders({ name: "t", headers: { "X Y": "1" } }, [], known), "ToolUnusable", /not a header name/);
    await fails(resolveHeaders({ name: "t", headers: { X: "a\r\nb" } }, [], known), "ToolUnusable", /cannot carry/);
  });
  it("a tool without headers asks for nothing", async () => {
    const none = { get: () => Promise.reject(new Error("asked")) };
    assert.deepEqual(await resolveHeaders({ name: "t", headers: {} }, [], none), { headers: [], values: [] });
  });
});

describe("g.secrets", () => {
  const run = async (name: string, origin: RunOrigin, secret: unknown): Promise<unknown> => {
    const call = secretsCalls.find((each) => each.name === `secrets.${name}`);
    assert.ok(call);
    const secrets = { get: known.get, has: async (asked: string) => asked === "TOK" };
    return await call.run(
      { ...createTestScope(), origin, secrets },
      z.object(call.params).parse({ name: secret }) as never,
    );
  };
  for (const origin of ["Mcp", "External", "Queue"] as const)
    it(`getSecret is denied to a run of origin ${origin}, with what to do instead`, async () => {
      const error = await fails(run("getSecret", origin, "TOK"), "AccessDenied", /no secret/);
      assert.match(error.hint ?? "", /"\{\{TOK\}\}" into the tool's "headers"/);
      await fails(run("getSecret", origin, "UNKNOWN"), "AccessDenied", /no secret/);
    });
  it("getSecret gives the value to a person's own run", async () =>
    assert.equal(await run("getSecret", "User", "TOK"), "tok-111111"));
  it("getSecret of one that is not set is SecretNotSet", () =>
    fails(run("getSecret", "User", "NO"), "SecretNotSet", /"NO"/));
  it("hasSecret tells every run", async () => {
    assert.equal(await run("hasSecret", "Mcp", "TOK"), true);
    assert.equal(await run("hasSecret", "External", "NO"), false);
  });
  it("only text is a name", () => assert.rejects(run("getSecret", "User", { toString: () => "TOK" })));
});
