import assert from "node:assert/strict";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { after, afterEach, before, beforeEach, describe, it } from "mocha";
import { silentLog } from "../../runtime/log.ts";
import { createKeychainHelper } from "../../runtime/secrets/keychainHelper.ts";
import { createRelayedSecrets } from "../../runtime/secrets/relayedSecrets.ts";
import type { Secrets, SecretsOptions } from "../../runtime/secrets/secrets.ts";
import { needKeyring, startKeyring, type Keyring } from "../support/keyring.ts";
import { createDataDir, fails, HELPER, TOKEN, type OpenedSecrets } from "./support.ts";

describe("secrets/keychain, with a real keyring", function () {
  let data: OpenedSecrets;
  const open = (options: Partial<SecretsOptions>): Secrets => data.open(options);
  beforeEach(() => void (data = createDataDir()));
  afterEach(() => data[Symbol.dispose]());

  this.timeout(30_000);
  let keyring: Keyring;
  before(async function () {
    needKeyring(this);
    keyring = await startKeyring();
  });
  after(() => keyring?.stop());
  const unlocked = (options: Partial<SecretsOptions> = {}): Secrets =>
    open({ environment: keyring.environment, ...options });

  it("gives back what was set, in this process and the next", async () => {
    await unlocked().set("API_TOKEN", TOKEN);
    assert.equal(await unlocked().get("API_TOKEN"), TOKEN);
    assert.deepEqual(await unlocked().status(), { ok: true });
  });
  it("keeps any text exactly", async () => {
    const secrets = unlocked();
    for (const value of ["«ключ» 🎉 \"'\\ {{X}} $HOME %41", "x".repeat(1280)]) {
      await secrets.set("ANY", value);
      assert.equal(await secrets.get("ANY"), value);
    }
  });
  it("trims what is set, says so, and refuses a line break inside", async () => {
    const secrets = unlocked();
    assert.equal((await secrets.set("TRIMMED", ` ${TOKEN}\r\n`)).length, 1);
    assert.equal(await secrets.get("TRIMMED"), TOKEN);
    await fails(secrets.set("TRIMMED", `${TOKEN}\n${TOKEN}`), "SecretInvalid", /"TRIMMED" has a line break/);
    await fails(secrets.set("TRIMMED", TOKEN.repeat(100)), "SecretTooLong", /1280/);
    await fails(secrets.set("A B", TOKEN), "InvalidArgument", /name of a secret/);
  });
  it("one that is not set is SecretNotSet, with the step that sets it", async () => {
    const error = await fails(unlocked().get("NEVER_SET"), "SecretNotSet", /Secret "NEVER_SET" is not set/);
    assert.match(error.hint ?? "", /guidon secrets set NEVER_SET/);
    assert.equal(await unlocked().has("NEVER_SET"), false);
  });
  it("one workspace's secret is not there for another, unless it was set for all", async () => {
    await unlocked().set("MINE", TOKEN);
    await unlocked().set("OURS", TOKEN, "all");
    const other = unlocked({ workspaceId: "w2" });
    await fails(other.get("MINE"), "SecretNotSet", /"MINE"/);
    assert.equal(await other.get("OURS"), TOKEN);
    await other.set("OURS", "its-own-value-17");
    assert.equal(await other.get("OURS"), "its-own-value-17");
    assert.equal(await unlocked().get("OURS"), TOKEN);
  });
  it("the environment comes first", async () => {
    await unlocked().set("BOTH", TOKEN);
    const secrets = unlocked({ environmentSecrets: new Map([["BOTH", "from-environment"]]) });
    assert.equal(await secrets.get("BOTH"), "from-environment");
    assert.match((await secrets.set("BOTH", TOKEN)).join(), /environment stays in force/);
  });
  it("delete says whether there was one", async () => {
    const secrets = unlocked();
    await secrets.set("GONE", TOKEN);
    assert.equal(await secrets.delete("GONE"), true);
    assert.equal(await secrets.delete("GONE"), false);
    await fails(secrets.get("GONE"), "SecretNotSet", /"GONE"/);
    assert.deepEqual(
      (await secrets.list()).map(({ name }) => name),
      [],
    );
  });
  it("another name takes over the value, in each place that has it, and never another one's", async () => {
    const secrets = unlocked({ workspaceId: "renames" });
    await secrets.set("BEFORE", TOKEN);
    await secrets.set("BEFORE", "for-all-workspaces", "all");
    await secrets.set("TAKEN", "its-own-value-17");
    await fails(secrets.rename("BEFORE", "TAKEN"), "AlreadyExists", /"TAKEN" already/);
    assert.equal(await secrets.get("BEFORE"), TOKEN);
    assert.equal(await secrets.rename("BEFORE", "AFTER"), true);
    assert.equal(await secrets.get("AFTER"), TOKEN);
    assert.equal(await unlocked({ workspaceId: "another" }).get("AFTER"), "for-all-workspaces");
    // Other workspaces may ask for it.
    assert.equal(await secrets.get("BEFORE"), "for-all-workspaces");
    assert.equal(await secrets.rename("NEVER_SET", "AFTER_THAT"), false);
    await fails(secrets.rename("AFTER", "A B"), "InvalidArgument", /name of a secret/);
    for (const name of ["BEFORE", "AFTER"]) assert.equal(await secrets.delete(name, "all"), true);
    assert.equal(await secrets.has("BEFORE"), false);
  });
  it("one that the editor keeps, too, is the keychain's where it has one", async () => {
    const relayed = createRelayedSecrets();
    relayed.replace({ KEPT: "kept-by-the-editor", STORED: "kept-by-the-editor" });
    const secrets = unlocked({ relayed });
    await secrets.set("STORED", TOKEN);
    assert.equal(await secrets.get("STORED"), TOKEN);
    assert.equal(await secrets.get("KEPT"), "kept-by-the-editor");
    await secrets.delete("STORED");
  });
  it("lists names and when they were set, from a private file without values", async () => {
    const secrets = unlocked({ environmentSecrets: new Map([["E", "from-environment"]]) });
    await secrets.set("B", TOKEN);
    await secrets.set("A", TOKEN, "all");
    const list = await secrets.list();
    assert.deepEqual(
      list.map(({ name, from }) => [name, from]),
      [
        ["E", "environment"],
        ["B", "workspace"],
        ["A", "all"],
      ],
    );
    assert.ok(Math.abs(Date.parse(list[1]?.setAt ?? "") - Date.now()) < 60_000);
    for (const file of readdirSync(join(data.dataDir, "secrets"))) {
      const path = join(data.dataDir, "secrets", file);
      assert.equal(statSync(path).mode & 0o777, 0o600);
      assert.equal(readFileSync(path, "utf8").includes(TOKEN), false);
    }
  });
  it("many at once from two workspaces are all kept apart", async () => {
    const [one, two] = [unlocked(), unlocked({ workspaceId: "w2" })];
    const names = Array.from({ length: 20 }, (_, index) => `N${index}`);
    await Promise.all(
      names.flatMap((name) => [one.set(name, `one-${name}-12345678`), two.set(name, `two-${name}-12345678`)]),
    );
    const values = await Promise.all(names.flatMap((name) => [one.get(name), two.get(name)]));
    assert.deepEqual(
      values,
      names.flatMap((name) => [`one-${name}-12345678`, `two-${name}-12345678`]),
    );
    assert.equal((await one.list()).length, 20);
  });
  it("a helper that idles is ended, and started again when needed", async () => {
    const helper = createKeychainHelper({
      file: HELPER,
      log: silentLog,
      environment: keyring.environment,
      idleMs: 0,
    });
    for (let count = 0; count < 2; count++) await helper.ask({ do: "get", service: "guidon/w1", account: "NEVER_SET" });
    helper.dispose();
  });

  describe("that is frozen", () => {
    before(() => keyring.freeze());
    after(() => keyring.thaw());
    it("is KeychainUnavailable at the deadline, never SecretNotSet, and this process goes on meanwhile", async () => {
      let longestMs = 0;
      let last = performance.now();
      const ticker = setInterval(() => {
        longestMs = Math.max(longestMs, performance.now() - last);
        last = performance.now();
      }, 5);
      const started = performance.now();
      await fails(unlocked({ deadlineMs: 1000 }).get("API_TOKEN"), "KeychainUnavailable", /did not answer within 1 s/);
      clearInterval(ticker);
      assert.ok(performance.now() - started < 3000);
      assert.ok(longestMs < 500, `blocked for ${longestMs} ms`);
    });
    it("several calls at once fail together, not one after the other", async () => {
      const secrets = unlocked({ deadlineMs: 1000 });
      const started = performance.now();
      await Promise.all(
        ["A", "B", "C"].map((name) => fails(secrets.get(name), "KeychainUnavailable", /did not answer/)),
      );
      assert.ok(performance.now() - started < 3000);
    });
    it("status says so", async () => {
      const status = await unlocked({ deadlineMs: 500 }).status();
      assert.equal(status.ok ? "ok" : status.error.code, "KeychainUnavailable");
    });
  });
  describe("that was frozen", () => {
    it("works again", async () => {
      await unlocked().set("AGAIN", TOKEN);
      assert.equal(await unlocked().get("AGAIN"), TOKEN);
    });
  });

  describe("that is locked", () => {
    before(() => keyring.restartLocked());
    it("is KeychainLocked, never SecretNotSet, for reading, setting and deleting", async () => {
      const secrets = unlocked();
      const error = await fails(secrets.get("API_TOKEN"), "KeychainLocked", /is locked/);
      assert.match(error.hint ?? "", /Unlock it/);
      await fails(secrets.set("API_TOKEN", TOKEN), "KeychainLocked", /is locked/);
      await fails(secrets.delete("API_TOKEN"), "KeychainLocked", /is locked/);
      const status = await secrets.status();
      assert.equal(status.ok ? "ok" : status.error.code, "KeychainLocked");
    });
    it("still lists names, and still gives the environment's", async () => {
      const secrets = unlocked({ environmentSecrets: new Map([["E", "from-environment"]]) });
      assert.equal(await secrets.get("E"), "from-environment");
      assert.deepEqual(
        (await secrets.list()).map(({ name }) => name),
        ["E"],
      );
    });
  });
});
