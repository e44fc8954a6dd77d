/**
 * The main job, from start to end: two example servers, Guidon as a child process, and an MCP client that calls its tools.
 * `npm start` runs it. With --keep the servers stay up until Ctrl-C, so that an agent of your own can use the tools.
 */
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { quoted, type ServerCommand, sayHowToConnect } from "./demoAgents.ts";
import { connectDemoClient, type DemoClient } from "./demoClient.ts";
import { bad, block, code, dim, elapsed, good, heading, resultText, say } from "./demoPrint.ts";
import { createStore } from "./servers/store.ts";
import { createTicketServer, type TicketServer } from "./servers/tickets.ts";

const CALL_TIMEOUT_MS = 120_000;
const workspace = fileURLToPath(new URL(".", import.meta.url)).replace(/[/\\]$/, "");
const guidon = fileURLToPath(new URL("../dist/guidon.js", import.meta.url));
const bootstrap = fileURLToPath(new URL("../bootstrap.mjs", import.meta.url));
const serverArguments = ["mcp", "--workspace", workspace, "--trust"];
/** What an agent starts: it sets up again what should be missing by then, as after an update. */
const server: ServerCommand = { command: "node", args: [bootstrap, "guidon", ...serverArguments] };

async function main(): Promise<void> {
  if (!existsSync(guidon)) throw new Error("dist/guidon.js is not built. Run npm start, or npm run build first.");
  const secret = randomBytes(24).toString("base64url");
  await using servers = new AsyncDisposableStack();

  heading("Guidon: scripts of a workspace as tools of an agent");
  const store = servers.adopt(await createStore(), (one) => one.close());
  say(`  store        ${store.url}`);
  const tickets = servers.adopt(await createTicketServer({ secret }), (one) => one.close());
  say(`  ticket API   ${tickets.url}   ${dim("answers only to a secret made for this run")}`);

  const started = performance.now();
  const client = servers.adopt(
    await connectDemoClient({
      args: [guidon, ...serverArguments],
      env: { ...ownEnvironment(), GUIDON_SECRET_TICKETING_API_KEY: secret },
      timeoutMs: CALL_TIMEOUT_MS,
    }),
    (one) => one.close(),
  );
  const { name, version, protocol } = client.server;
  say(`  guidon mcp   ${name} ${version}, MCP ${protocol}   ${dim(`connected after ${elapsed(started)}`)}`);

  await listTools(client);
  await callTool(client, "search-products", { keyword: "lamp", maxResults: 3 });
  const ticket = { title: "Night Lamp flickers", body: "Since the last delivery.", priority: "high" };
  await callTool(client, "create-ticket", ticket);
  await callTool(client, "stock-report", { threshold: 0 });
  checkSecret(client, tickets, secret);

  sayHowToConnect(server);
  if (process.argv.includes("--keep")) await keepServers(secret);
  else say(`  The example servers stop now. To keep them while your agent works: ${code("npm start -- --keep")}`);
}

/** What an MCP client lists, then what the workspace offers. */
async function listTools(client: DemoClient): Promise<void> {
  const tools = await client.listTools();
  heading("The agent sees these MCP tools");
  for (const tool of tools) say(`  ${code(tool.name.padEnd(22))} ${firstSentence(tool.description ?? "")}`);

  const started = performance.now();
  const listed = resultText(await client.call("GetWorkspaceTools", {}));
  heading(`→ GetWorkspaceTools ${dim(elapsed(started))}`);
  const { tools: workspaceTools } = JSON.parse(listed) as { tools: { name: string; title?: string; ready: boolean }[] };
  for (const tool of workspaceTools) {
    say(
      `    ${tool.name.padEnd(18)} ${(tool.title ?? "").padEnd(16)} ${tool.ready ? good("ready") : bad("not ready")}`,
    );
  }
}

async function callTool(client: DemoClient, name: string, parameters: Record<string, unknown>): Promise<void> {
  heading(`→ ExecuteWorkspaceTool ${code(name)} ${JSON.stringify(parameters)}`);
  const started = performance.now();
  const result = await client.call("ExecuteWorkspaceTool", { name, parameters }, ({ message, progress, total }) => {
    const share = total === undefined ? "" : `${progress}/${total} `;
    say(dim(`  · ${elapsed(started).padStart(6)}  ${share}${message ?? ""}`));
  });
  const text = resultText(result);
  say(result.isError ? bad(`  ✗ failed after ${elapsed(started)}`) : good(`  ✓ ${elapsed(started)}`));
  say(block(text));
  if (result.isError) throw new Error(`${name} failed; its answer stands above.`);
}

/** The ticket API got the right secret, or there would be no ticket; the client must not have got it in any spelling. */
function checkSecret(client: DemoClient, tickets: TicketServer, secret: string): void {
  heading("The secret");
  if (tickets.tickets.length !== 1)
    throw new Error(`The ticket API holds ${tickets.tickets.length} tickets instead of one.`);
  const bytes = Buffer.from(secret);
  const spellings = [secret, bytes.toString("base64"), bytes.toString("hex"), bytes.toString("base64url")];
  const received = client.received();
  if (spellings.some((spelling) => received.includes(spelling))) throw new Error("The secret reached the MCP client.");
  say(good("  ✓ reached the ticket API in the Authorization header"));
  say(good(`  ✓ is nowhere in the ${received.length.toLocaleString("en-US")} characters that the agent's side got`));
}

async function keepServers(secret: string): Promise<void> {
  const set = ["node", bootstrap, "guidon", "secrets", "set", "TICKETING_API_KEY", "--workspace", workspace];
  say(`  create-ticket needs the secret of this run: ${code(secret)}`);
  say(`  Store it for this workspace: ${code(set.map(quoted).join(" "))}`);
  say(
    `  No keychain here? Set GUIDON_SECRET_TICKETING_API_KEY to it in the environment in which your agent starts Guidon.`,
  );
  say("  The example servers are up. Ctrl-C stops them.");
  await new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
    setInterval(() => {}, 60_000);
  });
  process.exit(0);
}

/** What an MCP client would not hand on by itself: Guidon's settings that the person has in the environment, and where caches are. */
function ownEnvironment(): Record<string, string> {
  const names = ["GUIDON_BROWSER", "GUIDON_HOME", "GUIDON_LOG", "XDG_CACHE_HOME"];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

/** At most 110 characters of it; what is cut off shows as "…". */
function firstSentence(text: string): string {
  const sentence = /^.*?\.(?=\s|$)/.exec(text)?.[0] ?? text;
  return sentence.length <= 110
    ? sentence
    : `${sentence
        .slice(0, 110)
        .replace(/\s\S*$/, "")
        .replace(/,?( and)?$/, "")} …`;
}

try {
  await main();
} catch (error) {
  console.error(bad(`\nThe demo failed: ${error instanceof Error ? error.message : String(error)}`));
  process.exitCode = 1;
}
