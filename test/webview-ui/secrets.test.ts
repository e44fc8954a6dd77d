import assert from "node:assert/strict";
import type { SecretRow, SecretsView } from "../../runtime/contract/control.ts";
import type { SecretsFolder } from "../../webview-ui/secrets/protocol.ts";
import { panelBench, type PanelOptions, type PanelPage } from "./support.ts";
import type { ThemeName } from "./themes.ts";

const PLACE = "Values are kept in the keyring of this computer.";
const OK: SecretsView["store"] = { kind: "keychain", ok: true };
const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

const rows: SecretRow[] = [
  { name: "STORE_PASSWORD", usedBy: ["place_order", "list_orders"], hosts: ["shop.example.com"] },
  { name: "API_TOKEN", from: "workspace", get setAt() { return minutesAgo(3); }, usedBy: ["list_tickets", "close_ticket", "add_comment"], hosts: ["api.example.com", "*.example.org"] }, // prettier-ignore
  { name: "GITHUB_TOKEN", from: "all", setAt: minutesAgo(60 * 24 * 40), usedBy: [], hosts: [] },
  { name: "CI_TOKEN", from: "environment", usedBy: ["deploy"], hosts: ["ci.example.com"] },
  { name: "A_RATHER_LONG_NAME_OF_A_SECRET_THAT_DOES_NOT_FIT", from: "editor", usedBy: ["deploy"], hosts: ["ci.example.com:8443"] }, // prettier-ignore
];

function folder(more: Partial<SecretsFolder> = {}): SecretsFolder {
  return { folder: "file:///shop", name: "shop", state: "ready", store: OK, rows, place: PLACE, ...more };
}

describe("The Secrets panel", () => {
  const panels = panelBench("secrets");
  const open = (options: PanelOptions = {}): Promise<PanelPage> =>
    panels.open({ width: 280, height: 720, place: "sideBar", ...options });
  const show = (panel: PanelPage, ...folders: SecretsFolder[]): Promise<void> => panel.send({ type: "state", folders });

  it("asks for the secrets as soon as it is there", async () => {
    const panel = await open();
    await panel.posted("ready");
  });

  it("has missing secrets on top, with who needs them and a Set button", async () => {
    const panel = await open();
    await show(panel, folder());
    const names = await panel.page.$$eval(".row", (all) => all.map((row) => (row as HTMLElement).dataset["name"]));
    assert.deepEqual(names, rows.map(({ name }) => name)); // prettier-ignore
    assert.match(await panel.text(".missing .row"), /STORE_PASSWORD[^]*Set…[^]*Needed by\s*place_order, list_orders/);
    await panel.page.click(".missing .row .button.primary");
    assert.deepEqual(await panel.posted("set"), { type: "set", folder: "file:///shop", name: "STORE_PASSWORD" });
  });

  it("says of a secret that is set where it is kept, since when, who uses it, and where it may go", async () => {
    const panel = await open();
    await show(panel, folder());
    const text = await panel.text('[data-name="API_TOKEN"]');
    assert.match(text, /This workspace · set 3 minutes ago/);
    assert.match(text, /Used by\s*list_tickets, close_ticket, add_comment/);
    assert.match(text, /May go to\s*api\.example\.com, \*\.example\.org/);
    assert.match(await panel.page.$eval("time", (time) => time.title), /at \d+:\d\d:\d\d/);
    assert.match(await panel.text('[data-name="GITHUB_TOKEN"]'), /All my workspaces[^]*last month|nowhere yet/);
    assert.match(await panel.text('[data-name="GITHUB_TOKEN"]'), /nowhere yet/);
    assert.match(await panel.text('[data-name="CI_TOKEN"]'), /From the environment \(GUIDON_SECRET_CI_TOKEN\)/);
    assert.match(await panel.text('[data-name^="A_RATHER"]'), /Kept in VS Code on this computer/);
  });

  it("posts what is clicked at with the name alone", async () => {
    const panel = await open();
    await show(panel, folder());
    const row = '[data-name="API_TOKEN"]';
    await panel.page.click(`${row} [aria-label="Replace API_TOKEN…"]`);
    assert.deepEqual(await panel.posted("set"), { type: "set", folder: "file:///shop", name: "API_TOKEN", from: "workspace" }); // prettier-ignore
    await panel.page.click(`${row} [aria-label="Delete API_TOKEN…"]`);
    assert.deepEqual(await panel.posted("delete"), { type: "delete", folder: "file:///shop", name: "API_TOKEN", from: "workspace" }); // prettier-ignore
    await panel.page.click(`${row} .words button`);
    assert.deepEqual(await panel.posted("openTool"), {
      type: "openTool",
      folder: "file:///shop",
      tool: "list_tickets",
    });
    await panel.page.click('.actions [data-focus^="add"]');
    assert.deepEqual(await panel.posted("add"), { type: "add", folder: "file:///shop" });
    await panel.page.click('.actions [data-focus^="import"]');
    assert.deepEqual(await panel.posted("import"), { type: "import", folder: "file:///shop" });
  });

  it("offers neither Replace nor Delete for what comes from the environment", async () => {
    const panel = await open();
    await show(panel, folder());
    assert.equal(await panel.page.$('[data-name="CI_TOKEN"] .head button'), null);
  });

  it("says of a folder without a tools.json that it has none, and offers to add a secret all the same", async () => {
    const panel = await open();
    await show(panel, { folder: "file:///shop", name: "shop", state: "unused", rows: [], place: PLACE });
    assert.match(await panel.text("main"), /There is no tools\.json in this folder\.\s*Add Secret…/);
    await panel.page.click('.actions [data-focus^="add"]');
    assert.deepEqual(await panel.posted("add"), { type: "add", folder: "file:///shop" });
  });

  it("says what secrets are for where there are none", async () => {
    const panel = await open();
    await show(panel, folder({ rows: [] }));
    assert.match(await panel.text(".empty"), /know its name only[^]*\{\{API_TOKEN\}\}/);
    await panel.screenshot("secrets-empty");
  });

  it("says which store is in use", async () => {
    const panel = await open();
    await show(panel, folder());
    assert.equal(await panel.text(".store"), PLACE);
  });

  it("says that the keychain is locked, with the next step", async () => {
    const panel = await open();
    const store = { kind: "keychain", ok: false, code: "KeychainLocked", message: "The system's keychain is locked", hint: "Unlock it by logging in to the desktop." } as const; // prettier-ignore
    await show(panel, folder({ store }));
    assert.match(await panel.text(".notice"), /is locked[^]*Unlock it by logging in[^]*Try Again/);
    await panel.screenshot("secrets-locked");
    await panel.page.click(".notice button");
    assert.deepEqual(await panel.posted("retry"), { type: "retry", folder: "file:///shop" });
  });

  it("says of a remote machine without a keychain what can be done", async () => {
    const panel = await open();
    const store = { kind: "keychain", ok: false, code: "KeychainUnavailable", message: "This machine has no keychain that Guidon can reach (no D-Bus session)" } as const; // prettier-ignore
    await show(panel, folder({ store, remote: "ssh-remote", rows: rows.slice(0, 1) }));
    assert.match(await panel.text(".notice"), /remote machine \(ssh-remote\)[^]*VS Code keep it on your own computer/);
    await panel.screenshot("secrets-remote");
  });

  const NO_KEYCHAIN = { kind: "keychain", ok: false, code: "KeychainUnavailable", message: "This machine has no keychain that Guidon can reach (no D-Bus session)" } as const; // prettier-ignore
  const kept: SecretRow = { name: "API_TOKEN", from: "editor", usedBy: ["list_tickets"], hosts: ["api.example.com"] };
  const missing: SecretRow = { name: "CI_TOKEN", usedBy: ["deploy"], hosts: ["ci.example.com"] };

  for (const [when, list] of [
    ["VS Code keeps one already", [missing, kept]],
    ["none is missing", []],
  ] as const)
    it(`says in one line that there is no keychain where ${when}, and more when asked`, async () => {
      const panel = await open();
      await show(panel, folder({ store: NO_KEYCHAIN, rows: [...list] }));
      assert.equal(await panel.page.$(".notice"), null);
      assert.equal(await panel.text(".store"), "There is no keychain to keep secrets in.");
      await panel.screenshot(`secrets-kept-in-editor-${list.length}`);
      await panel.page.click(".store summary");
      assert.match(await panel.text(".store"), /no D-Bus session[^]*have VS Code keep it[^]*Try Again/);
      await panel.screenshot(`secrets-kept-in-editor-${list.length}-open`);
      await panel.page.focus(".store summary");
      await show(panel, folder({ store: NO_KEYCHAIN, rows: [kept] }));
      assert.match(await panel.text(".store"), /Try Again/, "stays open when something changes");
      assert.equal(await panel.page.evaluate(() => document.activeElement?.tagName), "SUMMARY");
      await panel.page.click(".store button");
      assert.deepEqual(await panel.posted("retry"), { type: "retry", folder: "file:///shop" });
    });

  it("warns that there is no keychain while a secret is missing and VS Code keeps none", async () => {
    const panel = await open();
    await show(panel, folder({ store: NO_KEYCHAIN, rows: [missing] }));
    assert.match(await panel.text(".notice"), /no keychain[^]*have VS Code keep it[^]*Try Again[^]*Details$/);
    await panel.page.click(".notice summary");
    assert.match(await panel.text(".notice"), /no D-Bus session/);
    await panel.screenshot("secrets-no-keychain");
  });

  it("leaves the focus where it is in the window when the list changes", async () => {
    const panel = await open();
    await show(panel, folder());
    await panel.page.focus('[aria-label="Delete API_TOKEN…"]');
    await panel.page.evaluate(() => void (document.hasFocus = () => false));
    await show(panel, folder({ rows: [missing, ...rows] }));
    const label = () => panel.page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    assert.equal(await label(), null);
    await panel.page.evaluate(() => void window.dispatchEvent(new Event("focus")));
    assert.equal(await label(), "Delete API_TOKEN…");
  });

  it("shows why the secrets of a folder cannot be read, and offers another try", async () => {
    const panel = await open();
    await show(panel, folder({ state: "failed", problem: "No Node was found.", rows: [] }));
    assert.match(await panel.text("[role=alert]"), /No Node was found\./);
    await panel.page.click("[role=alert] button");
    await panel.posted("retry");
  });

  it("names folders only where there are several", async () => {
    const panel = await open();
    await show(panel, folder());
    assert.equal(await panel.page.$("h2"), null);
    await show(panel, folder(), folder({ folder: "file:///office", name: "office", rows: [] }));
    assert.deepEqual(await panel.page.$$eval("h2", (all) => all.map((each) => each.textContent)), ["shop", "office"]);
    await panel.screenshot("secrets-two-folders");
  });

  it("keeps the focus when the list changes under it", async () => {
    const panel = await open();
    await show(panel, folder());
    await panel.page.focus('[aria-label="Delete API_TOKEN…"]');
    await show(panel, folder({ rows: [{ name: "AAA", usedBy: [], hosts: [] }, ...rows] }));
    const label = await panel.page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    assert.equal(label, "Delete API_TOKEN…");
  });

  it("shows what it knew when the window is loaded again, before anything arrives", async () => {
    const panel = await open();
    await show(panel, folder());
    await panel.reload();
    assert.match(await panel.text('[data-name="API_TOKEN"]'), /list_tickets/);
  });

  it("shows hostile names as text", async () => {
    const panel = await open();
    const evil = '<img src=x onerror="document.title=1">';
    await show(panel, folder({ rows: [{ name: "X", usedBy: [evil], hosts: [evil] }], place: evil }));
    assert.match(await panel.text(".row"), /<img src=x/);
    assert.equal(await panel.page.$("main img"), null);
  });

  it("can be used by keyboard alone", async () => {
    const panel = await open();
    await show(panel, folder());
    await panel.page.keyboard.press("Tab");
    await panel.page.keyboard.press("Enter");
    assert.equal((await panel.posted<{ type: "set"; name: string }>("set")).name, "STORE_PASSWORD");
  });

  it("speaks the person's language", async () => {
    const panel = await open({ language: "es", texts: { "This workspace": "Este espacio", "set {0}": "puesto {0}" } });
    await show(panel, folder());
    assert.match(await panel.text('[data-name="API_TOKEN"]'), /Este espacio · puesto hace 3 minutos/);
  });

  for (const theme of ["dark", "light", "highContrast", "highContrastLight"] satisfies ThemeName[])
    it(`fits into 280 pixels in the ${theme} theme`, async () => {
      const panel = await open({ theme });
      await show(panel, folder());
      await panel.screenshot(`secrets-${theme}`);
      const { scrollWidth, clientWidth } = await panel.page.evaluate(() => document.documentElement);
      assert.ok((scrollWidth ?? 0) <= (clientWidth ?? 0));
    });
});
