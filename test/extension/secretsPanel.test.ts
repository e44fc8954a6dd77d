import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSecretsPanel, secretCommands } from "../../extension/secretsPanel.ts";
import type { SecretRow, SecretsView } from "../../runtime/contract/control.ts";
import type { SecretsFolder } from "../../webview-ui/secrets/protocol.ts";
import { createFakeRuntimes, refusal, type FakeRuntimes } from "../support/fakeRuntimes.ts";
import { createFakeVscode, type FakeOptions, type FakeVscode } from "../support/fakeVscode.ts";
import type { FakeWebviewHolder } from "../support/fakeVscode/window.ts";

const VALUE = "hunter2-hunter2-hunter2";
const OK: SecretsView["store"] = { kind: "keychain", ok: true };
const NONE: SecretsView["store"] = {
  kind: "keychain",
  ok: false,
  code: "KeychainUnavailable",
  message: "This machine has no keychain",
  hint: "Set GUIDON_SECRET_API_TOKEN.",
};
const missing: SecretRow = { name: "API_TOKEN", usedBy: ["list"], hosts: [] };
const set: SecretRow = { name: "API_TOKEN", from: "workspace", setAt: "2026-01-01T00:00:00Z", usedBy: ["list"], hosts: [] }; // prettier-ignore

interface Bench {
  fake: FakeVscode;
  runtimes: FakeRuntimes;
  view: SecretsView;
  run(id: string, argument?: unknown): Promise<unknown>;
  asked(method: string, at?: number): any[];
}

function bench(options: FakeOptions = {}, rows: SecretRow[] = [missing], store: SecretsView["store"] = OK): Bench {
  const fake = createFakeVscode({ folders: ["/home/me/shop"], ...options });
  const view: SecretsView = { store, rows };
  const runtimes = createFakeRuntimes(fake, {
    "secrets/list": () => view,
    "secrets/set": () => ({ notes: [] }),
    "secrets/delete": () => ({ deleted: true }),
    "secrets/relay": () => ({}),
  });
  const deps = fake.deps(runtimes);
  const disposable = createSecretsPanel(deps);
  disposables.push(disposable);
  for (const { id, run } of secretCommands) fake.vscode.commands.registerCommand(id, (...args) => run(deps, ...args));
  return {
    fake,
    runtimes,
    view,
    run: async (id, argument) => await fake.run(id, argument),
    asked: (method, at = 0) =>
      runtimes.all[at]?.asked.filter((one) => one.method === method).map(({ params }) => params) ?? [],
  };
}

const disposables: { dispose(): unknown }[] = [];

/** Waits until the panel was sent something that fits. */
async function sent(panel: FakeWebviewHolder, fits: (folders: SecretsFolder[]) => boolean): Promise<SecretsFolder[]> {
  for (let tries = 0; tries < 200; tries++) {
    const last = panel.webview.posted.at(-1) as { folders: SecretsFolder[] } | undefined;
    if (last && fits(last.folders)) return last.folders;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`The panel was sent ${JSON.stringify(panel.webview.posted)}`);
}

const isReady = ([first]: SecretsFolder[]): boolean => first?.state === "ready";

describe("Secrets in the extension", () => {
  afterEach(() => disposables.splice(0).forEach((each) => each.dispose()));

  describe("panel", () => {
    it("shows the names of each folder, as its runtime lists them", async () => {
      const { fake, runtimes } = bench({ folders: ["/home/me/shop", "/home/me/office"] });
      const panel = await fake.resolveWebviewView("guidon.secrets");
      panel.webview.receive({ type: "ready" });
      const folders = await sent(panel, (all) => all.length === 2 && all.every(({ state }) => state === "ready"));
      assert.deepEqual(folders.map(({ name, rows }) => [name, rows]), [["shop", [missing]], ["office", [missing]]]); // prettier-ignore
      assert.equal(folders[0]?.folder, runtimes.all[0]?.folder.uri.toString());
    });

    it("is a page that runs no script and takes no style but its own files", async () => {
      const { fake } = bench();
      const { html } = (await fake.resolveWebviewView("guidon.secrets")).webview;
      assert.match(html, /default-src 'none'; script-src 'nonce-[^']+'; style-src https:\/\/webview\.test; /);
      assert.ok(!html.includes("unsafe-"));
    });

    it("asks nothing of a folder without a tools.json, before a person wants something there", async () => {
      const folders = ["/home/me/shop", "/home/me/empty"];
      const { fake, runtimes, asked } = bench({ folders, unused: ["/home/me/empty"] });
      const panel = await fake.resolveWebviewView("guidon.secrets");
      panel.webview.receive({ type: "ready" });
      const all = await sent(panel, isReady);
      assert.deepEqual(all.map(({ name, state }) => [name, state]), [["shop", "ready"], ["empty", "unused"]]); // prettier-ignore
      assert.deepEqual(asked("secrets/list", 1), []);
      const [, second] = runtimes.all;
      if (second) runtimes.start(second);
      await sent(panel, (now) => now[1]?.state === "ready");
    });

    it("asks nothing before it is seen", () => {
      const { runtimes, asked } = bench();
      for (const runtime of runtimes.all) runtimes.fire(runtime, "secrets/changed", {});
      assert.deepEqual(asked("secrets/list"), []);
    });

    it("follows changes of secrets and tools", async () => {
      const { fake, runtimes, view } = bench();
      const [runtime] = runtimes.all;
      const panel = await fake.resolveWebviewView("guidon.secrets");
      panel.webview.receive({ type: "ready" });
      await sent(panel, isReady);
      view.rows = [set];
      if (runtime) runtimes.fire(runtime, "secrets/changed", {});
      await sent(panel, ([first]) => first?.rows[0]?.from === "workspace");
      view.rows = [];
      if (runtime) runtimes.fire(runtime, "tools/changed", { revision: "2" });
      await sent(panel, ([first]) => first?.rows.length === 0);
    });

    it("says why secrets cannot be read, and on which machine the keychain would be", async () => {
      const { fake, runtimes } = bench({ remoteName: "ssh-remote" });
      const [runtime] = runtimes.all;
      if (runtime) Object.assign(runtime, { state: "failed", problem: "No Node was found." });
      const panel = await fake.resolveWebviewView("guidon.secrets");
      panel.webview.receive({ type: "ready" });
      const [first] = await sent(panel, ([each]) => each?.state === "failed");
      assert.equal(first?.problem, "No Node was found.");
      assert.equal(first?.remote, "ssh-remote");
      assert.match(first?.place ?? "", /remote machine \(ssh-remote\)/);
    });

    it("has the store asked anew when the person tries again", async () => {
      const { fake, asked } = bench();
      const panel = await fake.resolveWebviewView("guidon.secrets");
      panel.webview.receive({ type: "ready" });
      await sent(panel, isReady);
      panel.webview.receive({ type: "retry", folder: "file:///home/me/shop" });
      await eventually(() => asked("secrets/list").length === 2);
      assert.deepEqual(asked("secrets/list"), [{}, { fresh: true }]);
    });

    it("opens the entry of a tool that is clicked at", async () => {
      const folder = mkdtempSync(join(tmpdir(), "guidon-secrets-"));
      disposables.push({ dispose: () => rmSync(folder, { recursive: true }) });
      writeFileSync(join(folder, "tools.json"), "{}\n".repeat(20));
      const { fake, runtimes } = bench({ folders: [folder] });
      const [runtime] = runtimes.all;
      if (!runtime) throw new Error("A folder was opened");
      const range = { start: { line: 7, character: 4 }, end: { line: 12, character: 5 } };
      runtime.answers["tools/list"] = () => ({ tools: [{ name: "list", range }] }) as never;
      const panel = await fake.resolveWebviewView("guidon.secrets");
      panel.webview.receive({ type: "openTool", folder: runtime.folder.uri.toString(), tool: "list" });
      await eventually(() => fake.shown.editors.length === 1);
      const [editor] = fake.shown.editors;
      assert.equal(editor?.document.uri.fsPath, join(folder, "tools.json"));
      assert.deepEqual([editor?.options.selection.start.line, editor?.options.selection.end.line], [7, 7]);
    });

    it("passes clicks on to the commands", async () => {
      const { fake, runtimes } = bench();
      const [runtime] = runtimes.all;
      const folder = runtime?.folder.uri.toString();
      const panel = await fake.resolveWebviewView("guidon.secrets");
      for (const message of [
        { type: "set", folder, name: "A", from: "all" },
        { type: "delete", folder, name: "A", from: "all" },
        { type: "add", folder },
        { type: "import", folder },
      ])
        panel.webview.receive(message);
      assert.deepEqual(
        fake.executed.map(({ id, args }) => [id, ...args]),
        [
          ["guidon.setSecret", { folder, name: "A", from: "all" }],
          ["guidon.deleteSecret", { folder, name: "A", from: "all" }],
          ["guidon.setSecret", { folder }],
          ["guidon.importSecrets", { folder }],
        ],
      );
    });
  });

  describe("Set Secret", () => {
    it("sends the value in one message, and nowhere else", async () => {
      const { fake, run, asked, runtimes } = bench();
      const panel = await fake.resolveWebviewView("guidon.secrets");
      panel.webview.receive({ type: "ready" });
      await sent(panel, isReady);
      fake.answers.quickPick = ([first]) => first;
      fake.answers.inputBox = () => VALUE;
      await run("guidon.setSecret", { name: "API_TOKEN" });
      const [runtime] = runtimes.all;
      if (runtime) runtimes.fire(runtime, "secrets/changed", {});
      assert.deepEqual(asked("secrets/set"), [{ name: "API_TOKEN", value: VALUE, reach: "workspace" }]);
      assert.equal(fake.shown.inputBoxes[0].password, true);
      assert.equal(fake.shown.inputBoxes[0].ignoreFocusOut, true);
      const elsewhere = JSON.stringify([panel.webview.posted, fake.shown, fake.logLines, fake.executed, [...fake.secrets]]); // prettier-ignore
      assert.equal(elsewhere.includes(VALUE), false);
      assert.match(fake.shown.messages.at(-1)?.text ?? "", /API_TOKEN is set for this workspace\./);
    });

    it("refuses values that are empty, have line breaks, or are too long, as they are typed", async () => {
      const { fake, run } = bench();
      fake.answers.quickPick = ([first]) => first;
      await run("guidon.setSecret", { name: "API_TOKEN" });
      const { validateInput } = fake.shown.inputBoxes[0];
      assert.match(validateInput("  "), /empty/);
      assert.match(validateInput("a\nb"), /line break/);
      assert.match(validateInput("x".repeat(1281)), /longer than 1280/);
      assert.equal(validateInput("x".repeat(1280)), undefined);
    });

    it("checks a name that is typed", async () => {
      const { fake, run } = bench({}, []);
      await run("guidon.setSecret");
      const { validateInput } = fake.shown.inputBoxes[0];
      for (const name of ["", "1A", "A-B", "A B", "ключ", "x".repeat(65)]) assert.match(validateInput(name), /letters/);
      assert.equal(validateInput("API_TOKEN_2"), undefined);
    });

    it("offers the names that are missing first, of one tool where it was asked for one", async () => {
      const rows = [missing, { name: "OTHER", usedBy: ["send"], hosts: [] }];
      const { fake, run } = bench({}, rows);
      await run("guidon.setSecret");
      assert.deepEqual(fake.shown.quickPicks[0]?.items.map(({ label }) => label), ["API_TOKEN", "OTHER", "Another Name…"]); // prettier-ignore
      await run("guidon.setSecret", { tool: "send" });
      assert.deepEqual(
        fake.shown.quickPicks[1]?.items.map(({ label }) => label),
        ["OTHER", "Another Name…"],
      );
    });

    it("remembers for whom the last one was set", async () => {
      const { fake, run, asked } = bench();
      fake.answers.quickPick = (items) => items.find(({ reach }: { reach: string }) => reach === "all");
      fake.answers.inputBox = () => VALUE;
      await run("guidon.setSecret", { name: "API_TOKEN" });
      fake.answers.quickPick = ([first]) => first;
      await run("guidon.setSecret", { name: "API_TOKEN" });
      assert.deepEqual(asked("secrets/set").map(({ reach }) => reach), ["all", "all"]); // prettier-ignore
    });

    it("replaces a value where it is, without asking", async () => {
      const { fake, run, asked } = bench({}, [{ ...set, from: "all" }]);
      fake.answers.inputBox = () => VALUE;
      await run("guidon.setSecret", { name: "API_TOKEN", from: "all" });
      assert.deepEqual(fake.shown.quickPicks, []);
      assert.equal(asked("secrets/set")[0].reach, "all");
      assert.equal(fake.shown.inputBoxes[0].title, "New value of API_TOKEN");
    });

    it("asks which folder where there are several", async () => {
      const { fake, run, asked } = bench({ folders: ["/home/me/shop", "/home/me/office"] });
      fake.answers.quickPick = (items) => items.find(({ label }: { label: string }) => label === "office") ?? items[0];
      fake.answers.inputBox = () => VALUE;
      await run("guidon.setSecret", { name: "API_TOKEN" });
      assert.equal(asked("secrets/set", 0).length, 0);
      assert.equal(asked("secrets/set", 1).length, 1);
    });

    it("shows what the runtime says about the value", async () => {
      const { fake, run, runtimes } = bench();
      const [runtime] = runtimes.all;
      if (runtime) runtime.answers["secrets/set"] = () => ({ notes: ["Spaces around it were left out."] });
      fake.answers.quickPick = ([first]) => first;
      fake.answers.inputBox = () => VALUE;
      await run("guidon.setSecret", { name: "API_TOKEN" });
      const message = fake.shown.messages.at(-1);
      assert.equal(message?.level, "warning");
      assert.match(message?.text ?? "", /Spaces around it/);
    });

    it("tries again with the same value when the keychain was locked", async () => {
      const { fake, run, runtimes, asked } = bench();
      const [runtime] = runtimes.all;
      let locked = true;
      if (runtime)
        runtime.answers["secrets/set"] = () => {
          if (locked) throw refusal("KeychainLocked", "The keychain is locked", "Unlock it.");
          return { notes: [] };
        };
      fake.answers.quickPick = ([first]) => first;
      fake.answers.inputBox = () => VALUE;
      fake.answers.message = ({ buttons }) => {
        locked = false;
        return buttons[0];
      };
      await run("guidon.setSecret", { name: "API_TOKEN" });
      assert.equal(asked("secrets/set").length, 2);
      assert.equal(fake.shown.inputBoxes.length, 1);
      assert.equal(fake.shown.messages[0]?.text, "The keychain is locked. Unlock it.");
    });

    it("does nothing when the person leaves a question", async () => {
      const { run, asked } = bench();
      await run("guidon.setSecret", { name: "API_TOKEN" });
      assert.deepEqual(asked("secrets/set"), []);
    });
  });

  describe("without a keychain", () => {
    const keep = (fake: FakeVscode): void => {
      fake.answers.quickPick = (items) => items.find(({ place }: { place?: string }) => place === "editor");
      fake.answers.inputBox = () => VALUE;
    };

    it("keeps a value in VS Code only when the person chooses that, and hands it to the runtime", async () => {
      const { fake, run, asked } = bench({}, [missing], NONE);
      keep(fake);
      await run("guidon.setSecret", { name: "API_TOKEN" });
      assert.deepEqual([...fake.secrets], [["guidon/file:///home/me/shop/API_TOKEN", VALUE]]);
      assert.deepEqual(asked("secrets/relay"), [{ secrets: { API_TOKEN: VALUE } }]);
      assert.deepEqual(asked("secrets/set"), []);
      assert.equal(fake.shown.quickPicks[0]?.options.title, NONE.ok ? "" : NONE.message);
    });

    it("keeps nothing, and asks for no value, when the person does not choose it", async () => {
      const { fake, run, asked } = bench({}, [missing], NONE);
      fake.answers.quickPick = (items) => items.find(({ place }: { place?: string }) => place === undefined);
      await run("guidon.setSecret", { name: "API_TOKEN" });
      assert.deepEqual([fake.secrets.size, asked("secrets/relay").length, fake.shown.inputBoxes.length], [0, 0, 0]);
    });

    it("asks each time anew", async () => {
      const { fake, run } = bench({}, [missing], NONE);
      keep(fake);
      await run("guidon.setSecret", { name: "API_TOKEN" });
      await run("guidon.setSecret", { name: "API_TOKEN" });
      assert.equal(fake.shown.quickPicks.length, 2);
    });

    it("offers it, too, when the keychain turns out to be missing only at the end", async () => {
      const { fake, run, runtimes } = bench();
      const [runtime] = runtimes.all;
      if (runtime)
        runtime.answers["secrets/set"] = () => {
          throw refusal("KeychainUnavailable", "There is none");
        };
      fake.answers.quickPick = ([first]) => first;
      fake.answers.inputBox = () => VALUE;
      await run("guidon.setSecret", { name: "API_TOKEN" });
      assert.equal(fake.shown.quickPicks.at(-1)?.options.title, "There is none");
      assert.equal(fake.secrets.size, 1);
    });

    it("hands over what is kept for the folder at each start of its runtime", async () => {
      const { fake, run, asked, runtimes } = bench({ folders: ["/home/me/shop", "/home/me/office"] }, [missing], NONE);
      const [shop, office] = runtimes.all;
      keep(fake);
      await run("guidon.setSecret", { name: "API_TOKEN", folder: shop?.folder.uri.toString() });
      if (!shop || !office) throw new Error("Two folders were opened");
      runtimes.start(shop);
      runtimes.start(office);
      runtimes.change();
      await eventually(() => asked("secrets/relay").length === 2);
      runtimes.start(shop);
      await eventually(() => asked("secrets/relay").length === 3);
      assert.deepEqual(asked("secrets/relay").at(-1), { secrets: { API_TOKEN: VALUE } });
      assert.deepEqual(asked("secrets/relay", 1), []);
    });

    it("hands over anew when another window changed what is kept", async () => {
      const { fake, run, asked, runtimes } = bench({}, [missing], NONE);
      const [shop] = runtimes.all;
      keep(fake);
      await run("guidon.setSecret", { name: "API_TOKEN" });
      if (shop) runtimes.start(shop);
      await eventually(() => asked("secrets/relay").length === 2);
      fake.secrets.set("guidon/file:///home/me/shop/API_TOKEN", "another-value-of-it");
      fake.events.secrets.fire({ key: "guidon/file:///home/me/shop/API_TOKEN" });
      await eventually(() => asked("secrets/relay").length === 3);
      assert.deepEqual(asked("secrets/relay").at(-1), { secrets: { API_TOKEN: "another-value-of-it" } });
    });

    it("deletes it in VS Code and takes it from the runtime", async () => {
      const { fake, run, asked, view } = bench({}, [missing], NONE);
      keep(fake);
      await run("guidon.setSecret", { name: "API_TOKEN" });
      view.rows = [{ ...missing, from: "editor" }];
      fake.answers.message = ({ buttons }) => buttons[0];
      await run("guidon.deleteSecret", { name: "API_TOKEN", from: "editor" });
      assert.equal(fake.secrets.size, 0);
      assert.deepEqual(asked("secrets/relay").at(-1), { secrets: {} });
      assert.deepEqual(asked("secrets/delete"), []);
    });

    it("logs no value when handing over fails", async () => {
      const { fake, run, runtimes } = bench({}, [missing], NONE);
      const [shop] = runtimes.all;
      keep(fake);
      await run("guidon.setSecret", { name: "API_TOKEN" });
      if (!shop) throw new Error("A folder was opened");
      shop.answers["secrets/relay"] = () => {
        throw refusal("SecretInvalid", "The value of API_TOKEN is too short");
      };
      runtimes.start(shop);
      await eventually(() => fake.logLines.length > 0);
      assert.match(fake.logLines.join("\n"), /did not reach the runtime/);
      assert.equal(fake.logLines.join("\n").includes(VALUE), false);
    });
  });

  describe("Delete Secret", () => {
    it("asks, names the tools that stop working, and deletes where the value is", async () => {
      const { fake, run, asked } = bench({}, [{ ...set, from: "all" }]);
      fake.answers.message = ({ buttons }) => buttons[0];
      await run("guidon.deleteSecret", { name: "API_TOKEN" });
      const [question] = fake.shown.messages;
      assert.equal(question?.modal, true);
      assert.match(question?.detail ?? "", /all your workspaces[^]*list\./);
      assert.deepEqual(asked("secrets/delete"), [{ name: "API_TOKEN", reach: "all" }]);
    });

    it("deletes nothing when the person says no", async () => {
      const { run, asked } = bench({}, [set]);
      await run("guidon.deleteSecret", { name: "API_TOKEN" });
      assert.deepEqual(asked("secrets/delete"), []);
    });

    it("says where a secret of the environment has to be taken away", async () => {
      const { fake, run } = bench({}, [{ ...set, from: "environment" }]);
      await run("guidon.deleteSecret", { name: "API_TOKEN" });
      assert.match(fake.shown.messages[0]?.text ?? "", /GUIDON_SECRET_API_TOKEN/);
    });

    it("lets the person pick among those that are set", async () => {
      const { fake, run, asked } = bench({}, [missing, { ...set, name: "B_TOKEN" }]);
      fake.answers.quickPick = (items) => {
        assert.deepEqual(items.map(({ label }) => label), ["B_TOKEN"]); // prettier-ignore
        return items[0];
      };
      fake.answers.message = ({ buttons }) => buttons[0];
      await run("guidon.deleteSecret");
      assert.deepEqual(asked("secrets/delete"), [{ name: "B_TOKEN", reach: "workspace" }]);
    });
  });

  describe("Import from .env", () => {
    const importing = (rows: SecretRow[], store: SecretsView["store"] = OK): Bench => {
      const made = bench({}, rows, store);
      const { fake, runtimes } = made;
      const uri = fake.vscode.Uri.file("/home/me/shop/.env");
      fake.vscode.workspace.findFiles = () => Promise.resolve([uri]);
      const [runtime] = runtimes.all;
      if (runtime)
        Object.assign(runtime.answers, {
          "secrets/readEnvFile": () => ({ names: ["DEBUG", "API_TOKEN"], unusable: ["MULTI-LINE"] }),
          "secrets/importEnvFile": () => ({ imported: ["API_TOKEN"], notes: [] }),
        });
      return made;
    };

    it("says where there is no keychain what can be done instead, since no value may come here", async () => {
      const { fake, run, runtimes } = importing([missing], NONE);
      fake.answers.message = ({ buttons }) => buttons[0];
      await run("guidon.importSecrets");
      assert.match(fake.shown.messages[0]?.text ?? "", /^This machine has no keychain\. An import needs .* VS Code can keep those\.$/); // prettier-ignore
      assert.deepEqual(
        fake.executed.filter(({ id }) => id === "guidon.setSecret").map(({ args }) => args),
        [[{ folder: runtimes.all[0]?.folder.uri.toString() }]],
      );
    });

    it("has the runtime read the file, and imports the names that are picked", async () => {
      const { fake, run, asked } = importing([missing]);
      fake.answers.quickPick = (items, { canPickMany }) =>
        canPickMany ? items.filter(({ picked }: { picked: boolean }) => picked) : items[0];
      await run("guidon.importSecrets");
      const [, names] = fake.shown.quickPicks;
      assert.deepEqual(names?.items.map(({ label, picked }) => [label, picked]), [["API_TOKEN", true], ["DEBUG", false]]); // prettier-ignore
      assert.match(names?.options.placeHolder, /MULTI-LINE/);
      assert.deepEqual(asked("secrets/importEnvFile"), [
        { file: "/home/me/shop/.env", names: ["API_TOKEN"], reach: "workspace" },
      ]);
      assert.match(fake.shown.messages.at(-1)?.text ?? "", /Imported: API_TOKEN\. The values still stand in \.env/);
    });

    it("marks the names that would be replaced", async () => {
      const { fake, run } = importing([set]);
      fake.answers.quickPick = (items, { canPickMany }) => (canPickMany ? undefined : items[0]);
      await run("guidon.importSecrets");
      const row = fake.shown.quickPicks[1]?.items.find(({ label }) => label === "API_TOKEN");
      assert.match(row.description, /would be replaced/);
      assert.equal(row.picked, false);
    });

    it("says that there is no file", async () => {
      const { fake, run } = importing([missing]);
      fake.vscode.workspace.findFiles = () => Promise.resolve([]);
      await run("guidon.importSecrets");
      assert.match(fake.shown.messages[0]?.text ?? "", /no \.env file in shop/);
    });

    it("says that it needs a keychain", async () => {
      const { fake, run } = importing([missing], NONE);
      await run("guidon.importSecrets");
      assert.match(fake.shown.messages[0]?.text ?? "", /needs a keychain/);
    });
  });
});

async function eventually(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 200 && !holds(); tries++) await new Promise((resolve) => setTimeout(resolve, 10));
  assert.ok(holds());
}
