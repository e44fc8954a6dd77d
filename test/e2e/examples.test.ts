/** The example workspace: its servers, each of its tools, and the demo as `npm start` runs it. */
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { join } from "node:path";
import { createStore } from "../../examples/servers/store.ts";
import { createTicketServer, type TicketServer } from "../../examples/servers/tickets.ts";
import type { ExampleServer } from "../../examples/servers/listen.ts";
import { guidon } from "../support/guidon.ts";
import { createWorkspace, type TestWorkspace } from "../support/workspace.ts";

const ROOT = join(import.meta.dirname, "../..");
const SECRET = "example-secret-of-a-test-7f3a";

const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });

describe("The example store", () => {
  let store: ExampleServer;
  before(async () => {
    store = await createStore({ port: 0 });
  });
  after(() => store.close());
  const get = async (path: string) => (await fetch(store.url + path)).text();

  it("finds products by words of name and category, whatever the case", async () => {
    const names = async (query: string) =>
      (JSON.parse(await get(`/api/products?q=${query}`)) as { name: string }[]).map(({ name }) => name);
    assert.deepEqual(await names("BIRCH%20lighting"), ["Birch Lamp", "Birch Lantern"]);
    assert.deepEqual(await names("nothing"), []);
    assert.equal((await names("")).length, 60);
  });

  it("shows what was searched for as text, never as markup", async () => {
    const html = await get("/search?q=" + encodeURIComponent('"><script>alert(1)</script>'));
    assert.ok(!html.includes("<script>alert(1)"));
  });

  it("has five catalog pages, and answers 404 for what it does not have", async () => {
    assert.match(await get("/catalog?page=1"), /rel="next" href="\/catalog\?page=2"/);
    assert.doesNotMatch(await get("/catalog?page=5"), /rel="next"/);
    assert.equal((await fetch(store.url + "/products/61")).status, 404);
    assert.equal((await fetch(store.url + "/nowhere")).status, 404);
  });

  it("names the port when another program has it", async () => {
    const port = Number(new URL(store.url).port);
    await assert.rejects(createStore({ port }), {
      message: `Port ${port} of 127.0.0.1 is taken, and the example store needs it. Stop the program that uses it.`,
    });
  });
});

describe("The example ticket API", () => {
  let server: TicketServer;
  before(async () => {
    server = await createTicketServer({ port: 0, secret: SECRET });
  });
  after(() => server.close());
  const post = (body: string, secret = SECRET) =>
    fetch(`${server.url}/tickets`, { method: "POST", headers: bearer(secret), body });

  it("answers 401 to a wrong or missing secret", async () => {
    assert.equal((await post("{}", "wrong")).status, 401);
    assert.equal((await fetch(`${server.url}/tickets`)).status, 401);
  });

  it("says what is wrong with a ticket, and makes none", async () => {
    for (const body of ["", "null", "[]", "{}", '{"title":"x"}', '{"title":"x","body":"y","priority":"now"}']) {
      assert.equal((await post(body)).status, 422, body);
    }
    assert.deepEqual(server.tickets, []);
  });

  it("makes tickets and lists them", async () => {
    const made = await post(JSON.stringify({ title: "Lamp", body: "Broken" }));
    assert.equal(made.status, 201);
    assert.deepEqual(await (await fetch(`${server.url}/tickets`, { headers: bearer(SECRET) })).json(), [
      await made.json(),
    ]);
  });
});

describe("The example tools", () => {
  let servers: AsyncDisposableStack;
  let tickets: TicketServer;
  let home: TestWorkspace;
  before(async () => {
    servers = new AsyncDisposableStack();
    servers.adopt(await createStore(), (store) => store.close());
    tickets = servers.adopt(await createTicketServer({ secret: SECRET }), (server) => server.close());
    home = servers.adopt(createWorkspace({}), (workspace) => workspace.dispose());
  });
  after(() => servers.disposeAsync());

  const command = (...args: string[]) =>
    guidon([...args, "--workspace", join(ROOT, "examples")], {
      cwd: home.folder,
      env: home.environment({ GUIDON_SECRET_TICKETING_API_KEY: SECRET }),
    });
  const runTool = (name: string, args: object) => command("run", name, "--trust", "--args", JSON.stringify(args));
  const result = async (name: string, args: object): Promise<unknown> => {
    const { code, stdout, stderr } = await runTool(name, args);
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout);
  };

  it("have no problems", async () => {
    const { code, stdout } = await command("check");
    assert.equal(stdout.trim(), "5 tools, 0 errors, 0 warnings");
    assert.equal(code, 0);
  });

  it("search-products gives what the store shows, no more than asked for", async () => {
    assert.deepEqual(await result("search-products", { keyword: "lamp", maxResults: 2 }), [
      { name: "Harbor Lamp", price: 34.37, stock: "7 in stock", url: "http://127.0.0.1:4173/products/1" },
      { name: "Birch Lamp", price: 39.17, stock: "5 in stock", url: "http://127.0.0.1:4173/products/11" },
    ]);
  });

  it("search-products fails with a reason and a next step when nothing matches", async () => {
    const { code, stderr } = await runTool("search-products", { keyword: "submarine" });
    assert.equal(code, 1);
    assert.match(stderr, /No product matches "submarine"/);
    assert.match(stderr, /Try one short word/);
  });

  it("create-ticket and ticket-summary use the secret and do not show it", async () => {
    const made = await runTool("create-ticket", { title: "Lamp flickers", body: "Since Monday", priority: "high" });
    assert.deepEqual(JSON.parse(made.stdout), { ticketId: "T-1001", url: "http://127.0.0.1:4174/tickets/T-1001" });
    assert.equal(tickets.tickets[0]?.title, "Lamp flickers");
    assert.deepEqual(await result("ticket-summary", {}), {
      total: 1,
      byPriority: { high: 1, medium: 0, low: 0 },
      urgent: [{ id: "T-1001", title: "Lamp flickers" }],
    });
    assert.ok(!(made.stdout + made.stderr).includes(SECRET));
  });

  it("price-table gives a row for each product, with the category of the cell that spans them", async () => {
    const rows = (await result("price-table", { category: "Kitchen" })) as object[];
    assert.equal(rows.length, 18);
    assert.deepEqual(rows[0], { category: "Kitchen", product: "Harbor Kettle", price: 39.96, stock: 2 });
  });

  it("stock-report reads all pages and reports each", async () => {
    const { stdout, stderr } = await runTool("stock-report", { threshold: 0 });
    const { checked, pages, low } = JSON.parse(stdout) as { checked: number; pages: number; low: { stock: number }[] };
    assert.deepEqual({ checked, pages }, { checked: 60, pages: 5 });
    assert.ok(low.length > 0 && low.every(({ stock }) => stock === 0));
    assert.match(stderr, /Page 1 of 5 read/);
    assert.match(stderr, /Page 5 of 5 read/);
  });
});

describe("The demo", () => {
  const demo = () =>
    new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
      execFile(process.execPath, [join(ROOT, "examples/demo.ts")], (error, stdout, stderr) => {
        resolve({ code: typeof error?.code === "number" ? error.code : error ? 1 : 0, stdout, stderr });
      });
    });

  it("calls the tools as an agent does, shows that the secret stays inside, and says how to connect an agent", async () => {
    const { code, stdout, stderr } = await demo();
    assert.equal(code, 0, stdout + stderr);
    assert.match(stdout, /MCP 2026-07-28/);
    assert.match(
      stdout,
      /→ ExecuteWorkspaceTool search-products[^]*"Harbor Lamp"[^]*→ ExecuteWorkspaceTool create-ticket/,
    );
    // A client may drop the last one, which comes just before the result.
    assert.match(stdout, /· +\d+ ms {2}4\/5 Page 4 of 5 read/);
    assert.match(stdout, /✓ is nowhere in the [\d,]+ characters/);
    assert.match(stdout, /claude mcp add guidon -- /);
    assert.ok(
      stdout.includes(
        `-- node ${join(ROOT, "bootstrap.mjs")} guidon mcp --workspace ${join(ROOT, "examples")} --trust`,
      ),
    );
    assert.doesNotMatch(stdout, /dist\/guidon\.js/);
    assert.match(stdout, /^ {2}ReloadWorkspaceTools +Reads tools\.json again .*( …|\.)$/m);
  });

  it("with --keep names the workspace for which the secret is to be stored, and what to do without a keychain", async () => {
    const child = spawn(process.execPath, [join(ROOT, "examples/demo.ts"), "--keep"], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let stdout = "";
    for await (const chunk of child.stdout) {
      stdout += String(chunk);
      if (stdout.includes("Ctrl-C stops them")) child.kill("SIGTERM");
    }
    const set = `node ${join(ROOT, "bootstrap.mjs")} guidon secrets set TICKETING_API_KEY --workspace ${join(ROOT, "examples")}`;
    assert.ok(stdout.includes(set), stdout);
    assert.match(stdout, /No keychain here\? Set GUIDON_SECRET_TICKETING_API_KEY/);
  });

  it("fails in one sentence when a port is taken", async () => {
    const store = await createStore();
    try {
      const { code, stderr } = await demo();
      assert.equal(code, 1);
      assert.match(stderr, /The demo failed: Port 4173 of 127\.0\.0\.1 is taken/);
    } finally {
      await store.close();
    }
  });
});
