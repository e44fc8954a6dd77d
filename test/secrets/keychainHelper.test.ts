import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import { helperEnvironment } from "../../runtime/secrets/keychainHelper.ts";
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
    const error = await fails(secrets.get("API_TOKEN"), "KeychainUnavailable", /cannot be used/);
    assert.match(error.hint ?? "", /GUIDON_SECRET_<NAME>/);
    await fails(secrets.has("API_TOKEN"), "KeychainUnavailable", /cannot be used/);
    await fails(secrets.set("API_TOKEN", TOKEN), "KeychainUnavailable", /cannot be used/);
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
    it("finds the session bus of the runtime folder when its address is missing", function () {
      if (process.platform !== "linux") return this.skip();
      writeFileSync(join(data.dataDir, "bus"), "");
      assert.equal(
        helperEnvironment({ XDG_RUNTIME_DIR: data.dataDir })["DBUS_SESSION_BUS_ADDRESS"],
        `unix:path=${data.dataDir}/bus`,
      );
    });
  });
});
