import assert from "node:assert/strict";
import { doctorHandlers } from "../../runtime/control/doctorHandlers.ts";
import { nodeFinding, sessionFindings } from "../../runtime/doctor/machine.ts";
import { entry } from "../support/workspace.ts";
import { createControlled, NEVER } from "./support.ts";

describe("The check of a machine, for the editor", function () {
  this.timeout(30_000);
  it("says what is there, and what is missing with the next step", async () => {
    const files = { "tools.json": { tools: [entry("a")] }, "scripts/a.js": "async function main() {}" };
    await using controlled = createControlled(files, {
      env: { GUIDON_BROWSER: "/nonexistent/chrome", DBUS_SESSION_BUS_ADDRESS: "unix:path=/no/such/bus" },
    });
    const { version, findings } = await doctorHandlers(controlled.deps).doctor({}, NEVER);
    assert.match(version, /^\d+\.\d+\.\d+/);
    const states = Object.fromEntries(findings.map(({ what, state }) => [what, state]));
    const linux = process.platform === "linux" ? { "Session bus": "ok" } : {};
    assert.deepEqual(
      { ...states, Keychain: undefined },
      { Node: "ok", Sandbox: "ok", Browser: "warning", ...linux, Keychain: undefined, Workspace: "ok" },
    );
    for (const { what, state, next } of findings) assert.equal(next === undefined, state === "ok", what);
  });

  it("says who chose the Node, and that a keychain of Linux needs a session bus", () => {
    assert.match(nodeFinding({ GUIDON_NODE_SOURCE: "bundled" }).text, /, the one that comes with the extension$/);
    assert.ok(nodeFinding({ GUIDON_NODE_SOURCE: "constructor" }).text.endsWith(process.execPath));
    assert.deepEqual(sessionFindings({}, "darwin"), []);
    const [finding] = sessionFindings({}, "linux");
    assert.equal(finding?.state, "warning");
    assert.match(finding?.next ?? "", /gnome-keyring/);
  });
});
