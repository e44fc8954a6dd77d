import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import { silentLog } from "../../runtime/log.ts";
import { createKeychainHelper, helperEnvironment } from "../../runtime/secrets/keychainHelper.ts";
import type { Secrets, SecretsOptions } from "../../runtime/secrets/secrets.ts";
import { createDataDir, fails, HELPER, TOKEN, type OpenedSecrets } from "./support.ts";

const FIXTURES = join(import.meta.dirname, "fixtures");

describe("secrets/keychainHelper, without a keyring", function () {
  let data: OpenedSecrets;
  const open = (options: Partial<SecretsOptions>): Secrets => data.open(options);
  beforeEach(() => void (data = createDataDir()));
  afterEach(() => data[Symbol.dispose]());

  this.timeout(20_000);
  const bare = { PATH: process.env["PATH"], HOME: tmpdir(), XDG_RUNTIME_DIR: join(tmpdir(), "no-such-folder") };
  it("no session bus is KeychainUnavailable, with the way that works without", async function () {
    if (process.platform !== "linux") return this.skip();
    const secrets = open({ environment: { ...bare, DBUS_SESSION_BUS_ADDRESS: "unix:path=/no/such/bus" } });
    const error = await fails(
      secrets.get("API_TOKEN"),
      "KeychainUnavailable",
      /no keychain that Guidon can reach \(no D-Bus session\)$/,
    );
    assert.match(error.hint ?? "", /^Set GUIDON_SECRET_API_TOKEN .*gnome-keyring/);
    assert.equal(await secrets.has("API_TOKEN"), false);
    await fails(secrets.set("API_TOKEN", TOKEN), "KeychainUnavailable", /no keychain/);
    const asked = await fails(secrets.checkSettable("API_TOKEN"), "KeychainUnavailable", /no keychain/);
    assert.match(asked.hint ?? "", /GUIDON_SECRET_API_TOKEN/);
    const status = await secrets.status();
    assert.match(status.ok ? "" : (status.error.hint ?? ""), /GUIDON_SECRET_<NAME>/);
  });
  it("the environment's secrets work all the same", async () => {
    const secrets = open({ environment: bare, environmentSecrets: new Map([["E", "from-environment"]]) });
    assert.equal(await secrets.get("E"), "from-environment");
  });
  it("a keyring library that does not load is KeychainUnavailable, with the reason", () =>
    fails(
      open({ keychainFile: join(FIXTURES, "noLibrary.ts"), environment: bare }).get("A"),
      "KeychainUnavailable",
      /cannot find.*keyring/i,
    ));
  it("a helper that does not start is KeychainUnavailable", () =>
    fails(
      open({ keychainFile: join(FIXTURES, "missing.ts"), environment: bare }).get("A"),
      "KeychainUnavailable",
      /helper process ended/,
    ));
  it("a helper that is killed in the middle of a call is KeychainUnavailable at once, and the next call gets a new one", async () => {
    const secrets = open({ keychainFile: join(FIXTURES, "diesOnce.ts"), environment: { ...bare, HOME: data.dataDir } });
    const started = performance.now();
    await fails(secrets.get("A"), "KeychainUnavailable", /SIGKILL/);
    assert.ok(performance.now() - started < 4000);
    assert.equal(await secrets.get("A"), "after-the-crash");
  });
  it("a helper that hangs is ended at the deadline; where there is a display, a person was asked to unlock", async () => {
    const environment = { ...bare, DISPLAY: ":99" };
    await fails(
      open({ keychainFile: join(FIXTURES, "hangs.ts"), environment, deadlineMs: 500 }).get("A"),
      "KeychainLocked",
      /not unlocked within 0.5 s/,
    );
  });
  it("whether a secret is set is known by its name, without the keychain", async () => {
    mkdirSync(join(data.dataDir, "secrets"));
    writeFileSync(join(data.dataDir, "secrets", "w1.json"), '{ "MINE": "2026-01-01T00:00:00.000Z" }');
    writeFileSync(join(data.dataDir, "secrets", "all-workspaces.json"), '{ "OURS": "2026-01-01T00:00:00.000Z" }');
    const secrets = open({
      keychainFile: join(FIXTURES, "hangs.ts"),
      environment: bare,
      environmentSecrets: new Map([["E", "from-environment"]]),
    });
    const has = await Promise.all(["MINE", "OURS", "E", "OTHER", "constructor"].map((name) => secrets.has(name)));
    assert.deepEqual(has, [true, true, true, false, false]);
    await fails(secrets.has("A B"), "InvalidArgument", /name of a secret/);
  });
  it("the deadline of a request is its own, however many others came before it", async () => {
    const helper = createKeychainHelper({
      file: join(FIXTURES, "slow.ts"),
      log: silentLog,
      environment: bare,
      deadlineMs: 1500,
    });
    const started = performance.now();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => helper.ask({ do: "get", service: "guidon", account: `N${index}` })),
    );
    assert.ok(performance.now() - started > 1500);
    assert.deepEqual(
      answers.map(({ value }) => value),
      Array.from({ length: 30 }, (_, index) => `N${index} alone`),
    );
    helper.dispose();
  });
  it("one request that hangs fails alone; those that came later are asked for in a new helper", async () => {
    const helper = createKeychainHelper({
      file: join(FIXTURES, "slow.ts"),
      log: silentLog,
      environment: bare,
      deadlineMs: 1500,
    });
    const hanging = helper.ask({ do: "get", service: "guidon", account: "HANGS" });
    const failed = fails(hanging, "KeychainUnavailable", /did not answer within 1.5 s/);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const later = helper.ask({ do: "get", service: "guidon", account: "LATER" });
    await failed;
    assert.equal((await later).value, "LATER alone");
    helper.dispose();
  });
  it("after dispose every call is Canceled", async () => {
    const secrets = open({ environment: bare });
    secrets.dispose();
    await fails(secrets.get("A"), "Canceled", /shutting down/);
  });
  it("a process that asked for a secret ends by itself", () => {
    const { status, stdout } = spawnSync(process.execPath, [join(FIXTURES, "askAndEnd.ts"), HELPER, data.dataDir], {
      timeout: 15_000,
      encoding: "utf8",
    });
    assert.deepEqual([status, stdout.trim()], [0, "KeychainUnavailable"]);
  }).timeout(20_000);

  describe("the helper's environment", () => {
    it("has what a keychain needs and nothing else", () => {
      const given = {
        PATH: "/bin",
        HOME: "/home/x",
        NODE_OPTIONS: "--inspect",
        API_KEY: "k",
        DBUS_SESSION_BUS_ADDRESS: "unix:path=/b",
        GUIDON_SECRET_A: "s",
      };
      assert.deepEqual(helperEnvironment(given), {
        PATH: "/bin",
        HOME: "/home/x",
        DBUS_SESSION_BUS_ADDRESS: "unix:path=/b",
      });
    });
  });
});
