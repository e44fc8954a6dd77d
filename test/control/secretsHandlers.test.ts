/** What the editor asks about secrets, with a real keyring and without any. No answer and no error ever has a value. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SecretRow } from "../../runtime/contract/control.ts";
import { secretsHandlers } from "../../runtime/control/secretsHandlers.ts";
import { toolsHandlers } from "../../runtime/control/toolsHandlers.ts";
import { errorData } from "../../runtime/errors.ts";
import type { ErrorData } from "../../runtime/contract/guest.ts";
import { needKeyring, startKeyring, type Keyring } from "../support/keyring.ts";
import { startServer } from "../support/httpServer.ts";
import { eventually } from "../support/processes.ts";
import { entry } from "../support/workspace.ts";
import { approveShown, createControlled, NEVER, type ControlledWorkspace } from "./support.ts";

const VALUE = "tok-1234567890abcdef";
const NO_BUS = { DBUS_SESSION_BUS_ADDRESS: "unix:path=/no/such/bus" };
const CALL =
  'async function main() { return (await g.http.makeHttpRequest({ url: "https://api.example.com/x" })).status; }';
const TOOLS = {
  tools: [
    entry("tickets", { headers: { Authorization: "Bearer {{TICKET_KEY}}" }, allowedHosts: ["tickets.example.com"] }),
    entry("shop", { headers: { "X-Key": "<<SHOP_KEY>>", "X-Both": "{{TICKET_KEY}}" } }),
  ],
};
const FILES = { "tools.json": TOOLS, "scripts/tickets.js": CALL, "scripts/shop.js": CALL };

describe("The secrets of a folder, for its editor", function () {
  this.timeout(30_000);
  let controlled: ControlledWorkspace;
  let handlers: ReturnType<typeof secretsHandlers>;
  const open = (...options: Parameters<typeof createControlled>): void => {
    controlled = createControlled(...options);
    handlers = secretsHandlers(controlled.deps);
  };
  afterEach(() => controlled[Symbol.asyncDispose]());
  const rows = async (): Promise<SecretRow[]> => (await handlers["secrets/list"]({}, NEVER)).rows;
  const failure = async (work: () => unknown): Promise<ErrorData> => {
    try {
      await work();
    } catch (error) {
      const data = errorData(error, "Internal");
      assert.ok(!JSON.stringify(data).includes(VALUE), "no value in an error");
      return data;
    }
    return assert.fail("did not fail");
  };

  describe("with a keychain", () => {
    let keyring: Keyring;
    before(async function () {
      needKeyring(this);
      keyring = await startKeyring();
    });
    after(() => keyring?.stop());
    beforeEach(() => open(FILES, { env: keyring.environment }));

    it("list those that are missing first, with the tools and hosts of each", async () => {
      await handlers["secrets/set"]({ name: "SHOP_KEY", value: VALUE, reach: "workspace" }, NEVER);
      await handlers["secrets/set"]({ name: "A_SPARE", value: VALUE, reach: "all" }, NEVER);
      const { store, rows: list } = await handlers["secrets/list"]({}, NEVER);
      assert.deepEqual(store, { kind: "keychain", ok: true });
      assert.deepEqual(
        list.map(({ setAt, ...row }) => row),
        [
          { name: "TICKET_KEY", usedBy: ["tickets", "shop"], hosts: ["api.example.com", "tickets.example.com"] },
          { name: "A_SPARE", from: "all", usedBy: [], hosts: [] },
          { name: "SHOP_KEY", from: "workspace", usedBy: ["shop"], hosts: ["api.example.com"] },
        ],
      );
      assert.match(list[2]?.setAt ?? "", /^20\d\d-/);
      assert.ok(!JSON.stringify(list).includes(VALUE));
      await handlers["secrets/delete"]({ name: "A_SPARE", reach: "all" }, NEVER);
    });

    it("are set, renamed and deleted, and the editor is told each time", async () => {
      const { notes } = await handlers["secrets/set"](
        { name: "TICKET_KEY", value: ` ${VALUE} `, reach: "workspace" },
        NEVER,
      );
      assert.match(notes.join(), /Blanks .* were taken off/);
      assert.deepEqual(controlled.told(), ["secrets/changed", "tools/changed"]);
      assert.deepEqual(await handlers["secrets/rename"]({ from: "TICKET_KEY", to: "OTHER_KEY" }, NEVER), {
        renamed: true,
      });
      assert.deepEqual(controlled.told(), ["secrets/changed", "tools/changed"]);
      assert.equal((await rows()).find(({ name }) => name === "OTHER_KEY")?.from, "workspace");
      assert.equal((await rows())[0]?.name, "SHOP_KEY");
      const remove = { name: "OTHER_KEY", reach: "workspace" } as const;
      assert.deepEqual(await handlers["secrets/delete"](remove, NEVER), { deleted: true });
      assert.deepEqual(await handlers["secrets/delete"](remove, NEVER), { deleted: false });
      assert.deepEqual(controlled.told(), ["secrets/changed", "tools/changed"]);
    });

    it("make a tool ready when they are set", async () => {
      const tools = toolsHandlers(controlled.deps, () => undefined);
      await approveShown(tools, "tickets");
      const state = async (): Promise<string | undefined> => (await tools["tools/list"]({}, NEVER)).tools[0]?.state;
      assert.equal(await state(), "secret");
      await handlers["secrets/set"]({ name: "TICKET_KEY", value: VALUE, reach: "workspace" }, NEVER);
      assert.equal(await state(), "ready");
    });

    it("refuse a value that cannot be one, without repeating it", async () => {
      const set = (name: string, value: string): Promise<ErrorData> =>
        failure(() => handlers["secrets/set"]({ name, value, reach: "workspace" }, NEVER));
      assert.equal((await set("TICKET_KEY", `${VALUE}\n${VALUE}`)).code, "SecretInvalid");
      assert.equal((await set("TICKET_KEY", VALUE.repeat(100))).code, "SecretTooLong");
      assert.equal((await set("A B", VALUE)).code, "InvalidArgument");
    });

    it("come from a .env file, those that the person chose", async () => {
      const file = join(controlled.workspace.folder, ".env");
      writeFileSync(file, `TICKET_KEY=${VALUE}\nSHOP_KEY="${VALUE}"\nLOG=1\nmy.name=${VALUE}\n`);
      assert.deepEqual(await handlers["secrets/readEnvFile"]({ file }, NEVER), {
        names: ["SHOP_KEY", "TICKET_KEY"],
        unusable: ["LOG", "my.name"],
      });
      const chosen = { file, names: ["TICKET_KEY", "LOG", "NONE"], reach: "workspace" as const };
      const { imported, notes } = await handlers["secrets/importEnvFile"](chosen, NEVER);
      assert.deepEqual(imported, ["TICKET_KEY"]);
      assert.equal(notes.length, 2);
      assert.ok(!notes.join().includes(VALUE));
      assert.deepEqual(
        (await rows()).map(({ name, from }) => `${name} ${from}`),
        ["SHOP_KEY undefined", "TICKET_KEY workspace"],
      );
    });

    it("do not wait for a keychain that does not answer, and tell when it does", async () => {
      keyring.freeze();
      try {
        const started = performance.now();
        const { store, rows: list } = await handlers["secrets/list"]({}, NEVER);
        assert.ok(performance.now() - started < 4000);
        assert.deepEqual([store.ok, list.length], [false, 2]);
        assert.match(store.ok ? "" : store.message, /has not answered yet/);
        assert.deepEqual(controlled.told(), []);
      } finally {
        keyring.thaw();
      }
      await eventually("the state of the store is told", () => controlled.told().includes("secrets/changed"));
      assert.deepEqual((await handlers["secrets/list"]({}, NEVER)).store, { kind: "keychain", ok: true });
    });
  });

  describe("without a keychain", () => {
    it("say what is wrong and what to do, in the list and when one is set", async () => {
      open(FILES, { env: NO_BUS });
      const { store } = await handlers["secrets/list"]({}, NEVER);
      assert.equal(store.ok, false);
      assert.equal(store.ok ? "" : store.code, "KeychainUnavailable");
      assert.match(store.ok ? "" : (store.hint ?? ""), /GUIDON_SECRET_/);
      const data = await failure(() =>
        handlers["secrets/set"]({ name: "SHOP_KEY", value: VALUE, reach: "workspace" }, NEVER),
      );
      assert.equal(data.code, "KeychainUnavailable");
    });

    it("come from the editor, and a tool sends them and cannot show them", async () => {
      await using server = await startServer((request, response) =>
        response.end(`you sent ${request.headers["x-key"]}`),
      );
      const shop = entry("shop", { headers: { "X-Key": "{{SHOP_KEY}}" }, allowedHosts: [server.host] });
      const script = `async function main() { return (await g.http.makeHttpRequest({ url: "${server.origin}/" })).body; }`;
      open({ "tools.json": { tools: [shop] }, "scripts/shop.js": script }, { env: NO_BUS });
      assert.equal((await rows())[0]?.from, undefined);
      await handlers["secrets/relay"]({ secrets: { SHOP_KEY: VALUE } }, NEVER);
      assert.deepEqual(controlled.told(), ["secrets/changed", "tools/changed"]);
      assert.deepEqual(await rows(), [{ name: "SHOP_KEY", from: "editor", usedBy: ["shop"], hosts: [server.host] }]);
      const tools = toolsHandlers(controlled.deps, () => undefined);
      await approveShown(tools, "shop");
      const result = await controlled.deps.runtime.run({ tool: "shop", args: {}, origin: "Mcp", signal: NEVER });
      assert.equal(server.requests[0]?.headers["x-key"], VALUE, result.ok ? "" : result.error.message);
      assert.match(result.ok ? result.json : "", /you sent «secret:SHOP_KEY»/);
      await handlers["secrets/relay"]({ secrets: {} }, NEVER);
      assert.equal((await rows())[0]?.from, undefined);
    });

    it("that the editor gives and that cannot be one are refused by name, and the others are there", async () => {
      open(FILES, { env: NO_BUS });
      const data = await failure(() =>
        handlers["secrets/relay"]({ secrets: { SHOP_KEY: VALUE, "A B": VALUE } }, NEVER),
      );
      assert.match(data.message, /"A B" cannot be the name/);
      assert.equal((await rows()).find(({ name }) => name === "SHOP_KEY")?.from, "editor");
    });

    it("come from the environment, which nothing here changes", async () => {
      open(FILES, { env: NO_BUS, environmentSecrets: new Map([["SHOP_KEY", VALUE]]) });
      assert.equal((await rows()).find(({ name }) => name === "SHOP_KEY")?.from, "environment");
      assert.deepEqual(await handlers["secrets/rename"]({ from: "SHOP_KEY", to: "OTHER" }, NEVER), { renamed: false });
    });

    it("are not read from what is no .env file", async () => {
      open(FILES, { env: NO_BUS });
      const read = async (file: string): Promise<string> =>
        (await failure(() => handlers["secrets/readEnvFile"]({ file }, NEVER))).code;
      assert.equal(await read(join(controlled.workspace.folder, "none")), "NotFound");
      assert.equal(await read(controlled.workspace.folder), "InvalidArgument");
      assert.equal(await read(".env"), "InvalidArgument");
      const large = join(controlled.workspace.folder, "large.env");
      writeFileSync(large, `KEY=${VALUE}\n`.repeat(60_000));
      assert.equal(await read(large), "InvalidArgument");
    });
  });
});
