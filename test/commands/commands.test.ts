/** The command `guidon` in a shell and in a terminal. */
import assert from "node:assert/strict";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { guidon, type Finished } from "../support/guidon.ts";
import { connect } from "../support/mcpClients.ts";
import { guidonInTerminal } from "../support/terminal.ts";
import { createWorkspace, entry, type TestWorkspace } from "../support/workspace.ts";

const greet = entry("greet", {
  parameters: {
    type: "object",
    properties: { who: { type: "string" }, times: { type: "integer", default: 1 } },
    required: ["who"],
  },
});
const GREET =
  'async function main() {\n  await g.tool.reportProgress("greeting", { current: 1, total: 2 });\n  g.log("a log line");\n  return { text: "hello ".repeat(g.tool.args.times) + g.tool.args.who, origin: g.tool.origin };\n}\n';
const ticket = entry("ticket", {
  headers: { Authorization: "Bearer {{TICKET_KEY}}" },
  allowedHosts: ["tickets.example.com"],
});

describe("The command guidon", () => {
  let workspace: TestWorkspace;
  beforeEach(() => {
    workspace = createWorkspace({
      "tools.json": { tools: [greet, ticket] },
      "scripts/greet.js": GREET,
      "scripts/ticket.js": "async function main() { return 1; }\n",
    });
  });
  afterEach(() => workspace.dispose());
  const run = (args: string[], env: Record<string, string> = {}, input?: string): Promise<Finished> =>
    guidon(args, { cwd: workspace.folder, env: workspace.environment(env), ...(input === undefined ? {} : { input }) });

  it("shows its commands with --help, and examples with each", async () => {
    const all = await run(["--help"]);
    for (const name of ["mcp", "list", "run", "check", "approve", "secrets", "init", "doctor"])
      assert.match(all.stdout, new RegExp(`^  ${name} `, "m"));
    assert.match(
      (await run(["run", "--help"])).stdout,
      /Examples:\n {2}\$ guidon run search-products --arg keyword=lamp/,
    );
  });

  it("ends a wrong use with what is wrong and a non-zero code", async () => {
    const { code, stderr } = await run(["rum"]);
    assert.equal(code, 2);
    assert.match(stderr, /unknown command 'rum'/);
    assert.equal((await run(["list", "--nope"])).code, 2);
    assert.equal((await run(["--version"])).code, 0);
  });

  it("lists tools with their parameters", async () => {
    const { code, stdout } = await run(["list"]);
    assert.equal(code, 0);
    assert.match(stdout, /greet {2}Test tool greet\n {4}who \[times\]/);
    assert.equal(JSON.parse((await run(["list", "--json"])).stdout).tools.length, 2);
  });

  it("runs a tool: result on stdout, progress and log on stderr", async () => {
    const { code, stdout, stderr } = await run(["run", "greet", "--arg", "who=Ana", "--arg", "times=2", "--trust"]);
    assert.equal(code, 0);
    assert.deepEqual(JSON.parse(stdout), { text: "hello hello Ana", origin: "External" });
    assert.match(stderr, /greeting \(1\/2\)\ninfo: a log line/);
  });

  it("runs a tool with all arguments as JSON, and prints JSON about the run when asked to", async () => {
    const { stdout } = await run(["run", "greet", "--args", '{"who":"Ana"}', "--trust", "--json"]);
    const result = JSON.parse(stdout);
    assert.equal(result.ok, true);
    assert.equal(result.value.text, "hello Ana");
    assert.ok(Number.isInteger(result.durationMs));
  });

  for (const [what, args, code, text] of [
    ["wrong arguments", ["run", "greet", "--trust"], 3, /who/],
    [
      "an unknown tool",
      ["run", "gret", "--trust"],
      3,
      /^There is no tool "gret"\nNext: Closest: greet\. guidon list shows all/,
    ],
    ["--args that is no JSON", ["run", "greet", "--args", "{", "--trust"], 3, /not JSON/],
    ["--args that is a list", ["run", "greet", "--args", "[1,2]", "--trust"], 3, /must be a JSON object/],
    ["--args that is null", ["run", "greet", "--args", "null", "--trust"], 3, /must be a JSON object/],
    ["--arg without a value", ["run", "greet", "--arg", "who", "--trust"], 3, /--arg name=value/],
    [
      "a tool that nobody approved",
      ["run", "greet", "--arg", "who=Ana"],
      4,
      /Next: Run "guidon approve" in .*, or add --trust for this run\./,
    ],
    ["a folder that is not there", ["list", "--workspace", "nope"], 3, /There is no folder .*nope\nNext: /],
  ] as const)
    it(`ends ${what} with exit code ${code} and the next step`, async () => {
      const finished = await run([...args]);
      assert.equal(finished.code, code);
      assert.equal(finished.stdout, "");
      assert.match(finished.stderr, text);
    });

  it("stops before the script when a secret is not set", async () => {
    const { code, stderr } = await run(["run", "ticket", "--trust"], {
      DBUS_SESSION_BUS_ADDRESS: "unix:path=/nonexistent",
    });
    assert.notEqual(code, 0);
    assert.match(stderr, /TICKET_KEY|[Kk]eychain/);
  });

  it("runs a tool whose secret is in the environment", async () => {
    const { code, stdout } = await run(["run", "ticket", "--trust"], { GUIDON_SECRET_TICKET_KEY: "ticket-key-123456" });
    assert.equal(code, 0, "exit code");
    assert.equal(stdout, "1\n");
  });

  it("checks tools.json and scripts, with line and column, and says so by its exit code", async () => {
    assert.equal((await run(["check"])).code, 0);
    writeFileSync(
      join(workspace.folder, "tools.json"),
      '{\n  "tools": [\n    { "name": "x", "descripton": "d", "script": "scripts/greet.js" }\n  ]\n}\n',
    );
    const { code, stdout } = await run(["check"]);
    assert.equal(code, 1);
    assert.match(stdout, /tools\.json:3:\d+.*descripton.*description/);
  });

  it("shows each place once, and the next step on a line of its own", async () => {
    writeFileSync(join(workspace.folder, "tools.json"), '{ "tools": [\n  { "name": "x" "description": "d" }\n] }\n');
    const { code, stdout, stderr } = await run(["check"]);
    assert.equal(code, 1);
    assert.match(stdout, /^tools\.json:2:\d+ error: [^\n]*\.\n {4}Next: [^\n]+\.\n0 tools, 1 error, 0 warnings\n$/);
    assert.doesNotMatch(stdout, /line 2, column/);
    assert.equal(stderr, "");
  });

  it("says once that there is no tools.json", async () => {
    const fresh = createWorkspace({});
    for (const command of ["list", "check", "doctor"]) {
      const { stdout, stderr } = await guidon([command], { cwd: fresh.folder, env: fresh.environment() });
      assert.equal(stdout.split("there is no tools.json in this folder.\n").length, 2, command);
      assert.match(stdout, /^ *Next: Run `guidon init`/m);
      assert.equal(stderr, "");
    }
    fresh.dispose();
  });

  it("finds a script without main, and a secret that no host may get", async () => {
    const { allowedHosts: _none, ...hostless } = ticket;
    workspace.write("tools.json", { tools: [greet, hostless] });
    workspace.write("scripts/greet.js", "// main is missing\nasync function mian() {}\n");
    const { code, stdout } = await run(["check"]);
    assert.equal(code, 1);
    assert.match(stdout, /scripts\/greet\.js:1:1 error: scripts\/greet\.js has no function main\.\n/);
    assert.match(
      stdout,
      /warning: "ticket" has a secret in its headers \(TICKET_KEY\) and no host .*\n {4}Next: Add "allowedHosts"/,
    );
    workspace.write("scripts/greet.js", "const main = async () => 1;\n");
    assert.equal((await run(["check"])).code, 0);
  });

  it("lists what keeps a tool from running, and only counts problems", async () => {
    workspace.write("tools.json", { tools: [greet, ticket, entry("gone"), { name: "left-out" }] });
    const { stdout } = await run(["list"]);
    assert.match(stdout, /ticket {2}.*\n {4}not ready: .*approval.*"TICKET_KEY" not set/);
    assert.match(stdout, /gone {2}.*\n {4}not ready: script scripts\/gone\.js does not exist/);
    assert.match(stdout, /^\d+ problems: guidon check$/m);
    assert.doesNotMatch(stdout, /tools\.json:\d/);
  });

  it("makes a list of an argument that is given again", async () => {
    const tags = { type: "object", properties: { tags: { type: "array", items: { type: "string" } } } };
    workspace.write("tools.json", { tools: [entry("greet", { parameters: tags })] });
    workspace.write("scripts/greet.js", "async function main() { return g.tool.args.tags; }\n");
    const { stdout } = await run(["run", "greet", "--arg", "tags=a", "--arg", "tags=b", "--arg", "tags=c", "--trust"]);
    assert.deepEqual(JSON.parse(stdout), ["a", "b", "c"]);
  });

  it("says before it asks for a value that it cannot be stored", async () => {
    const set = (name: string): Promise<Finished> =>
      guidonInTerminal(["secrets", "set", name], {
        cwd: workspace.folder,
        env: workspace.environment({ DBUS_SESSION_BUS_ADDRESS: "unix:path=/nonexistent" }),
        answers: [],
      });
    for (const [name, text] of [
      ["a b", /cannot be the name/],
      ["SHOP_KEY", /no keychain.*\r?\nNext: Set GUIDON_SECRET_SHOP_KEY/],
    ] as const) {
      const { stdout } = await set(name);
      assert.match(stdout, text);
      assert.doesNotMatch(stdout, /Value of/);
    }
  });

  it("finds syntax errors in scripts", async () => {
    workspace.write("scripts/greet.js", "async function main() {\n  return 1 +;\n}\n");
    const { code, stdout } = await run(["check", "--json"]);
    assert.equal(code, 1);
    const found = JSON.parse(stdout).problems.find((problem: { tool?: string }) => problem.tool === "greet");
    assert.equal(found.at.line, 2);
  });

  it("refuses to approve through a pipe", async () => {
    const { code, stderr } = await run(["approve"], {}, "yes\n");
    assert.equal(code, 4);
    assert.match(stderr, /only a person at a terminal/);
  });

  it("shows what the tools may do, lets a person approve them, and asks again after a change", async () => {
    const approve = (...answers: string[]): Promise<Finished> =>
      guidonInTerminal(["approve"], {
        cwd: workspace.folder,
        env: workspace.environment(),
        answers: answers.map((answer) => ["(yes/no)", answer]),
      });
    assert.match((await approve("no")).stdout, /Nothing was approved/);
    workspace.write("tools.json", { tools: [greet, ticket, entry("gone")] });
    const { stdout } = await approve("perhaps", "y");
    const screen = stripVTControlCharacters(stdout);
    assert.match(screen, /gone {2}left out\s+script scripts\/gone\.js does not exist/);
    assert.match(screen, /2 tools: 2 new\.\s+(?:May agents run these 2 tools.*\s+){2}Approved/);
    assert.match(stdout, /sends the secret TICKET_KEY \(header Authorization\) to tickets\.example\.com/);
    assert.match(stdout, /Approved/);
    assert.equal(statSync(join(workspace.home, "guidon", "approvals.json")).mode & 0o777, 0o600);

    const client = await connect("v2 modern", workspace, { args: [] });
    const call = (): ReturnType<typeof client.call> =>
      client.call("ExecuteWorkspaceTool", { name: "greet", parameters: { who: "Ana" } });
    assert.match((await call()).text, /hello Ana/);
    workspace.write("scripts/greet.js", GREET + "// changed\n");
    assert.match((await call()).text, /changed since it was approved/);
    await client.close();
    const again = (await run(["approve"])).stdout;
    assert.match(again, /greet {2}changed/);
    assert.match(again, /2 tools: 1 changed, 1 approved already\./);
  });

  it("asks a person before a tool that wants a yes, and refuses where nobody can be asked", async () => {
    workspace.write("tools.json", { tools: [{ ...greet, confirm: "always" }] });
    const args = ["run", "greet", "--arg", "who=Ana", "--trust"];
    const piped = await run(args, {}, "yes\n");
    assert.equal(piped.code, 4);
    assert.match(piped.stderr, /"greet" needs a person's yes to each run.*\nNext: Run it in a terminal/);
    const typed = (...answers: string[]): Promise<Finished> =>
      guidonInTerminal(args, {
        cwd: workspace.folder,
        env: workspace.environment(),
        answers: answers.map((answer) => ["(yes/no)", answer]),
      });
    assert.match((await typed("perhaps", "yes")).stdout, /Run greet with \{"who":"Ana"\}\? [^]*hello Ana/);
    const declined = await typed("no");
    assert.equal(declined.code, 4);
    assert.match(declined.stdout, /It was not run/);
    assert.doesNotMatch(declined.stdout, /hello/);

    const client = await connect("v2 modern", workspace, { args: ["--trust"] });
    const { text } = await client.call("ExecuteWorkspaceTool", { name: "greet", parameters: { who: "Ana" } });
    await client.close();
    assert.match(text, /needs a person's yes to each run, and nobody can be asked here/);
    assert.match(text, /the user can run it in a terminal, where Guidon asks: guidon run greet/);
  });

  it("passes on an argument whatever its name", async () => {
    const parameters = { ...(greet["parameters"] as object), additionalProperties: false };
    workspace.write("tools.json", { tools: [{ ...greet, parameters }] });
    const { code, stderr } = await run(["run", "greet", "--arg", "who=Ana", "--arg", "__proto__=5", "--trust"]);
    assert.equal(code, 3);
    assert.match(stderr, /- __proto__: is not a parameter/);
  });

  it("says on an old Node which one it needs, and does nothing", async () => {
    const old =
      "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.1.0', modules: '115' } })";
    const { code, stdout, stderr } = await run(["mcp"], {
      NODE_OPTIONS: `--import="data:text/javascript,${encodeURIComponent(old)}"`,
    });
    assert.equal(code, 5);
    assert.equal(stdout, "");
    assert.match(stderr, /^Guidon runs on Node 26 or 24, and this is Node 20\.1\.0 .*\n$/);
  });

  it("shows what a workspace writes without obeying it", async () => {
    const forged = "Reads\nticket  approved\n    runs nothing";
    const greeting = { ...greet, description: forged };
    workspace.write("tools.json", { tools: [greeting] });
    workspace.write("scripts/greet.js", GREET.replace('"a log line"', '"a\\nerror: forged\\u001b[2K"'));
    for (const command of [["approve"], ["list"]])
      assert.ok((await run(command)).stdout.includes("Reads\\nticket  approved\\n    runs nothing"), command.join(" "));
    const { stderr } = await run(["run", "greet", "--arg", "who=Ana", "--trust"]);
    assert.match(stderr, /^info: a\\nerror: forged\\x1b\[2K$/m);
  });

  it("does not let a result write to a terminal, and gives a pipe every character", async () => {
    workspace.write("scripts/greet.js", 'async function main() { return "\\u001b[2K\\u009b2J done"; }');
    const args = ["run", "greet", "--arg", "who=Ana", "--trust"];
    const shown = await guidonInTerminal(args, { cwd: workspace.folder, env: workspace.environment(), answers: [] });
    assert.ok(shown.stdout.includes("\\x1b[2K\\x9b2J done"), JSON.stringify(shown.stdout));
    assert.equal((await run(args)).stdout, "\u001B[2K\u009B2J done\n");
    const { stdout } = await run([...args, "--json"]);
    assert.ok(stdout.includes("\\u009b2J"));
    assert.equal(JSON.parse(stdout).value, "\u001B[2K\u009B2J done");
  });

  it("gives a workspace an id only when it stores something", async () => {
    assert.equal((await run(["secrets", "list"])).code, 0);
    await run(["secrets", "delete", "NONE"]);
    assert.equal(existsSync(join(workspace.home, "guidon", "workspaces.json")), false);
  });

  it("says which folder cannot be written to", async () => {
    writeFileSync(join(workspace.home, "file"), "");
    const home = { GUIDON_HOME: join(workspace.home, "file", "guidon") };
    const stored = await run(["secrets", "set", "API_TOKEN"], home, "value-123456");
    assert.equal(stored.code, 5);
    assert.match(stored.stderr, /file[/\\]guidon cannot be written to \(ENOTDIR\)\nNext: .*GUIDON_HOME/);
    const made = await run(["init", "--workspace", join(workspace.home, "file", "new")]);
    assert.equal(made.code, 5);
    assert.match(made.stderr, /file[/\\]new.* cannot be read or written \(ENOTDIR\)/);
    assert.doesNotMatch(stored.stderr + made.stderr, /fault of Guidon/);
  });

  it("ends with the code of an error whatever its name", async () => {
    workspace.write("scripts/greet.js", 'async function main() { g.tool.fail("constructor", "no"); }');
    const { code, stderr } = await run(["run", "greet", "--arg", "who=Ana", "--trust"]);
    assert.equal(code, 1);
    assert.match(stderr, /^no$/m);
  });

  it("writes a first workspace that works, and keeps what is there", async () => {
    const fresh = createWorkspace({});
    const here = (...args: string[]): Promise<Finished> =>
      guidon(args, { cwd: fresh.folder, env: fresh.environment() });
    const { code, stdout } = await here("init");
    assert.equal(code, 0);
    assert.match(stdout, /^wrote tools\.json\nwrote scripts\/word-count\.js\nwrote scripts\/page-summary\.js\n/);
    assert.match((await here("check")).stdout, /^2 tools, 0 errors, 0 warnings$/m);
    const counted = await here("run", "word-count", "--arg", "text=to be or not to be", "--trust");
    assert.deepEqual(JSON.parse(counted.stdout).frequent[0], { word: "to", count: 2 });
    const text = readFileSync(join(fresh.folder, "tools.json"), "utf8");
    assert.match((await here("init")).stdout, /stays as it is/);
    assert.equal(readFileSync(join(fresh.folder, "tools.json"), "utf8"), text);
    fresh.dispose();
  });

  it("writes no script beside a tools.json of somebody else", async () => {
    const { code, stdout } = await run(["init"]);
    assert.equal(code, 0);
    assert.match(stdout, /^tools\.json is there already; it stays as it is\n\nNext:\n {2}guidon list/);
    assert.equal(existsSync(join(workspace.folder, "scripts", "word-count.js")), false);
  });

  it("says in a doctor's report what is there, and what is missing with the next step", async () => {
    const { stdout } = await run(["doctor", "--json"], { GUIDON_BROWSER: "/nonexistent/chrome" });
    const { findings } = JSON.parse(stdout);
    const of = (what: string): { state: string; next?: string } =>
      findings.find((finding: { what: string }) => finding.what === what);
    assert.equal(of("Node").state, "ok");
    if (process.platform === "linux") assert.equal(of("Session bus").state, "warning");
    assert.equal(of("Sandbox").state, "ok");
    assert.equal(of("Workspace").state, "ok");
    assert.equal(of("Browser").state, "warning");
    assert.match(of("Browser").next ?? "", /GUIDON_BROWSER/);
  });
});
