/** What the runtime keeps of its environment, and what it finds where a client passed on too little. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { takeEnvironment, withSession } from "../runtime/environment.ts";

describe("The environment", () => {
  it("is copied, and what no process of ours needs is taken out of it", () => {
    const environment = {
      PATH: "/bin",
      HOME: "/home/x",
      OPENAI_API_KEY: "k",
      DBUS_SESSION_BUS_ADDRESS: "unix:path=/b",
    };
    const copy = takeEnvironment(environment, "/no/such/folder");
    assert.deepEqual(environment, { PATH: "/bin", HOME: "/home/x" });
    assert.deepEqual(copy, {
      PATH: "/bin",
      HOME: "/home/x",
      OPENAI_API_KEY: "k",
      DBUS_SESSION_BUS_ADDRESS: "unix:path=/b",
    });
  });

  describe("of a client that passes on nothing of the session", () => {
    let base: string;
    let own: string;
    let bus: Server | undefined;
    beforeEach(function () {
      if (process.platform !== "linux") return this.skip();
      base = mkdtempSync(join(tmpdir(), "guidon-run-"));
      own = join(base, String(process.getuid?.()));
      mkdirSync(own, { mode: 0o700 });
    });
    afterEach(async () => {
      if (bus) await new Promise((resolve) => bus?.close(resolve));
      bus = undefined;
      if (base) rmSync(base, { recursive: true, force: true });
    });
    const startBus = async (folder: string): Promise<void> => {
      bus = createServer().listen(join(folder, "bus"));
      await once(bus, "listening");
    };

    it("gets the user's runtime folder and the session bus in it", async () => {
      await startBus(own);
      assert.deepEqual(takeEnvironment({ PATH: "/bin" }, base), {
        PATH: "/bin",
        XDG_RUNTIME_DIR: own,
        DBUS_SESSION_BUS_ADDRESS: `unix:path=${own}/bus`,
      });
    });
    it("gets the folder alone where no bus is in it", () => {
      writeFileSync(join(own, "bus"), "no socket");
      assert.deepEqual(withSession({}, base), { XDG_RUNTIME_DIR: own });
    });
    it("gets nothing where there is no such folder, or where it is another user's", () => {
      assert.deepEqual(withSession({ PATH: "/bin" }, join(base, "none")), { PATH: "/bin" });
      const foreign = process.getuid?.() === 0 ? undefined : "/";
      if (foreign) assert.deepEqual(withSession({ XDG_RUNTIME_DIR: foreign }, base), { XDG_RUNTIME_DIR: foreign });
    });
    it("gets the bus of the folder that was passed on, and none of another", async () => {
      const given = join(base, "given");
      mkdirSync(given);
      await startBus(own);
      assert.deepEqual(withSession({ XDG_RUNTIME_DIR: given }, base), { XDG_RUNTIME_DIR: given });
      await new Promise((resolve) => bus?.close(resolve));
      await startBus(given);
      const found = withSession({ XDG_RUNTIME_DIR: given }, base);
      assert.equal(found["DBUS_SESSION_BUS_ADDRESS"], `unix:path=${given}/bus`);
    });
    it("keeps an address that was passed on, even one that leads nowhere", async () => {
      await startBus(own);
      const given = { DBUS_SESSION_BUS_ADDRESS: "unix:path=/nonexistent" };
      assert.deepEqual(withSession(given, base), given);
    });
  });
});
