/** A secret from the keychain to the request it is for, through the built command and a real client; and nowhere else. */
import assert from "node:assert/strict";
import { globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { guidon, type Finished } from "../support/guidon.ts";
import { startServer, type TestServer } from "../support/httpServer.ts";
import { needKeyring, startKeyring, type Keyring } from "../support/keyring.ts";
import { connect } from "../support/mcpClients.ts";
import { guidonInTerminal } from "../support/terminal.ts";
import { createWorkspace, entry, type TestWorkspace } from "../support/workspace.ts";

const VALUE = "s3cret-value-0123456789";

describe("A secret in the system's keychain", () => {
  let keyring: Keyring;
  let server: TestServer;
  let workspace: TestWorkspace;
  before(async function () {
    this.timeout(30_000);
    needKeyring(this);
    keyring = await startKeyring();
    server = await startServer((request, response) => {
      response.setHeader("x-echo", request.headers.authorization ?? "none");
      response.end(JSON.stringify({ got: request.headers.authorization ?? "nothing" }));
    });
    workspace = createWorkspace({
      "tools.json": { tools: [entry("ticket", { headers: { Authorization: "Bearer {{TICKET_KEY}}" } })] },
      "scripts/ticket.js": `async function main() {\n  const r = await g.http.get("${server.origin}/t");\n  g.log(r.body, r.headers);\n  return { status: r.status, body: r.body, echo: r.headers["x-echo"] };\n}\n`,
    });
  });
  after(async () => {
    workspace?.dispose();
    await server?.close();
    await keyring?.stop();
  });

  const environment = (): Record<string, string> => {
    const { HOME, PATH, ...bus } = keyring.environment;
    return workspace.environment({ ...bus, GUIDON_LOG: "trace" });
  };
  const run = (args: string[], input?: string): Promise<Finished> =>
    guidon(args, { cwd: workspace.folder, env: environment(), ...(input === undefined ? {} : { input }) });

  it("is asked for by name before it is set, and no request is sent", async () => {
    const { code, stderr } = await run(["run", "ticket", "--trust"]);
    assert.equal(code, 4);
    assert.match(stderr, /Secret "TICKET_KEY" is not set[^]*guidon secrets set TICKET_KEY/);
    assert.equal(server.requests.length, 0);
    assert.match((await run(["secrets", "list"])).stdout, /TICKET_KEY {2}not set {2}used by ticket/);
  });

  it("is stored from stdin, without the line end of the file, and the command says so", async () => {
    const { code, stdout, stderr } = await run(["secrets", "set", "TICKET_KEY"], `${VALUE}\n`);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /TICKET_KEY is set for this workspace/);
    assert.match((await run(["secrets", "list"])).stdout, /TICKET_KEY {2}set \(this workspace\) {2}used by ticket/);
    assert.ok(!(stdout + stderr).includes(VALUE));
  });

  it("reaches the server, and neither script, agent, log nor any file", async () => {
    const client = await connect("v2 modern", workspace, { env: environment() });
    const { isError, text } = await client.call("ExecuteWorkspaceTool", { name: "ticket" });
    assert.ok(!isError, text);
    assert.equal(server.requests.at(-1)?.headers.authorization, `Bearer ${VALUE}`);
    assert.match(text, /«secret:TICKET_KEY»/);
    const log = client.stderr();
    await client.close();
    assert.match(log, /«secret:TICKET_KEY»/, "the script logged the answer");
    for (const [where, content] of [
      ["the answer", text],
      ["the log", log],
    ] as const)
      assert.ok(!content.includes(VALUE), where);
    const files = globSync("**/*", { cwd: join(workspace.folder, "..") }).map((name) =>
      join(workspace.folder, "..", name),
    );
    for (const file of files.filter((name) => statSync(name).isFile()))
      assert.ok(!readFileSync(file).includes(VALUE), file);
  });

  it("is not there for a copy of the workspace elsewhere", async () => {
    const copy = createWorkspace({
      "tools.json": readFileSync(join(workspace.folder, "tools.json"), "utf8"),
      "scripts/ticket.js": readFileSync(join(workspace.folder, "scripts/ticket.js"), "utf8"),
    });
    const { stderr, code } = await guidon(["run", "ticket", "--trust"], { cwd: copy.folder, env: environment() });
    copy.dispose();
    assert.equal(code, 4);
    assert.match(stderr, /is not set/);
  });

  it("is typed in a terminal without being shown", async () => {
    const screen = await guidonInTerminal(["secrets", "set", "TYPED"], {
      cwd: workspace.folder,
      env: environment(),
      answers: [["(not shown): ", "typed-value-12345"]],
    });
    assert.equal(screen.code, 0, screen.stdout);
    assert.match(screen.stdout, /TYPED is set/);
    assert.ok(!screen.stdout.includes("typed-value-12345"));
  });

  it("is gone after it was deleted", async () => {
    assert.equal((await run(["secrets", "delete", "TICKET_KEY"])).code, 0);
    assert.equal((await run(["run", "ticket", "--trust"])).code, 4);
    assert.equal((await run(["secrets", "delete", "TICKET_KEY"])).code, 4);
  });

  it("is reported by the doctor as usable", async () => {
    assert.match((await run(["doctor"])).stdout, /ok +Keychain: the system's keychain answers/);
  });
});
