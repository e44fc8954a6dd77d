/** Secrets that an editor keeps, those of a caller's own environment, and what a .env file has. */
import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import { readEnvText } from "../../runtime/secrets/envFile.ts";
import { withEnvironmentSecrets } from "../../runtime/secrets/moreSecrets.ts";
import { createRelayedSecrets, relayProblem } from "../../runtime/secrets/relayedSecrets.ts";
import { createDataDir, fails, TOKEN, type OpenedSecrets } from "./support.ts";

describe("Secrets that the editor keeps", function () {
  this.timeout(20_000);
  let data: OpenedSecrets;
  beforeEach(() => void (data = createDataDir()));
  afterEach(() => data[Symbol.dispose]());
  const noBus = { DBUS_SESSION_BUS_ADDRESS: "unix:path=/no/such/bus", PATH: process.env["PATH"] };

  it("are there on a machine without a keychain, and only they are", async () => {
    const relayed = createRelayedSecrets();
    relayed.replace({ API_TOKEN: ` ${TOKEN}\n` });
    const secrets = data.open({ relayed, environment: noBus });
    assert.equal(await secrets.get("API_TOKEN"), TOKEN);
    assert.equal(await secrets.has("API_TOKEN"), true);
    assert.deepEqual(await secrets.list(), [{ name: "API_TOKEN", from: "editor" }]);
    await fails(secrets.get("OTHER"), "KeychainUnavailable", /no keychain/);
  });
  it("come after the environment's", async () => {
    const relayed = createRelayedSecrets();
    relayed.replace({ API_TOKEN: TOKEN });
    const environmentSecrets = new Map([["API_TOKEN", "from-environment"]]);
    assert.equal(
      await data.open({ relayed, environment: noBus, environmentSecrets }).get("API_TOKEN"),
      "from-environment",
    );
  });
  it("are replaced as a whole; what cannot be one is left out, and why is said without the value", async () => {
    const relayed = createRelayedSecrets();
    relayed.replace({ OLD: TOKEN });
    relayed.replace({ NEW: TOKEN, "A B": TOKEN, LINES: `${TOKEN}\n${TOKEN}` });
    assert.deepEqual(relayed.list(), ["NEW"]);
    assert.equal(relayed.get("OLD"), undefined);
    assert.equal(relayProblem("NEW", TOKEN), undefined);
    for (const [name, value] of [
      ["A B", TOKEN],
      ["LINES", `${TOKEN}\n${TOKEN}`],
    ] as const)
      assert.ok(!`${relayProblem(name, value)?.message}${relayProblem(name, value)?.hint}`.includes(TOKEN), name);
  });
});

describe("Secrets of a caller's own environment", function () {
  this.timeout(20_000);
  it("come first, for that caller alone", async () => {
    using data = createDataDir();
    const shared = data.open({
      environmentSecrets: new Map([
        ["BOTH", "of-the-owner"],
        ["OWNERS", "of-the-owner"],
      ]),
    });
    const secrets = withEnvironmentSecrets(
      shared,
      new Map([
        ["BOTH", "of-the-caller"],
        ["CALLERS", "of-the-caller"],
      ]),
    );
    assert.equal(await secrets.get("BOTH"), "of-the-caller");
    assert.equal(await secrets.get("CALLERS"), "of-the-caller");
    assert.equal(await secrets.get("OWNERS"), "of-the-owner");
    assert.equal(await shared.get("BOTH"), "of-the-owner");
    assert.equal(await shared.has("CALLERS"), false);
    assert.equal(await secrets.has("CALLERS"), true);
    assert.deepEqual(
      (await secrets.list()).map(({ name }) => name),
      ["BOTH", "CALLERS", "BOTH", "OWNERS"],
    );
    await fails(secrets.get("A B"), "InvalidArgument", /name of a secret/);
  });
  it("that cannot be secrets are refused when they are used", async () => {
    using data = createDataDir();
    const secrets = withEnvironmentSecrets(data.open({}), new Map([["SHORT", "abc"]]));
    await fails(secrets.get("SHORT"), "SecretInvalid", /"SHORT" is shorter/);
  });
});

describe("A .env file", () => {
  it("gives what can be a secret, by name", () => {
    const text = `# a comment\nexport API_TOKEN="${TOKEN}"\nQUOTED='a b # c'\nPLAIN = plain-value # comment\n`;
    assert.deepEqual(Object.fromEntries(readEnvText(text).usable), {
      API_TOKEN: TOKEN,
      QUOTED: "a b # c",
      PLAIN: "plain-value",
    });
  });
  it("names what cannot be one", () => {
    const { usable, unusable } = readEnvText(
      `EMPTY=\nSHORT=abc\nmy.name=value-123\nKEY="line-1\nline-2"\nLONG=${"x".repeat(2000)}\n`,
    );
    assert.deepEqual([...usable], []);
    assert.deepEqual(unusable.toSorted(), ["EMPTY", "KEY", "LONG", "SHORT", "my.name"]);
  });
});
