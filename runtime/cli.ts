#!/usr/bin/env node
/** The command `guidon`: a table of its commands. Each is loaded when it is run. */
import { Command, Option } from "commander";
import { VERSION } from "./version.ts";

/** process.versions.modules of Node 24: older ones lack parts of Node that Guidon uses. */
const OLDEST_ABI = 137;
if (Number(process.versions.modules) < OLDEST_ABI) {
  process.stderr.write(
    `Guidon runs on Node 26 or 24, and this is Node ${process.versions.node} (${process.execPath}). Get one from https://nodejs.org, or start Guidon by bootstrap.mjs, which fetches one.\n`,
  );
  process.exit(5);
}

const program = new Command("guidon")
  .description("Turns the scripts of a workspace into tools that AI agents call over MCP.")
  .version(VERSION)
  .showHelpAfterError("(guidon --help shows all commands)")
  .configureHelp({ showGlobalOptions: true })
  // Help and version end with 0; all else that ends here is wrong use.
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));

const collect = (value: string, before: string[]): string[] => [...before, value];
const workspace = () => new Option("-w, --workspace <dir>", "workspace folder (default: the current one)");
const json = () => new Option("--json", "print JSON");
const examples = (...lines: string[]): string => `\nExamples:\n${lines.map((line) => `  $ ${line}`).join("\n")}\n`;

program
  .command("mcp")
  .summary("serve the workspace's tools to an agent, MCP over stdio")
  .description("Serves the workspace's tools to an agent: MCP over stdin and stdout. Agents start this by themselves.")
  .option("-w, --workspace <dir>", "workspace folder; may be repeated (default: the agent's project)", collect, [])
  .option("--trust", "run the tools without a stored approval", false)
  .addHelpText("after", examples("guidon mcp", "guidon mcp --workspace ~/shop --workspace ~/support"))
  .action(async (options) => (await import("./commands/mcp.ts")).mcp(options));

program
  .command("list")
  .description("Lists the workspace's tools.")
  .addOption(workspace())
  .addOption(json())
  .addHelpText("after", examples("guidon list", "guidon list --json"))
  .action(async (options) => (await import("./commands/list.ts")).list(options));

program
  .command("run <tool>")
  .description("Runs one tool: progress goes to stderr, what main() returned to stdout.")
  .addOption(workspace())
  .option("-a, --arg <name=value>", "one argument; may be repeated, the same name again makes a list", collect, [])
  .option("--args <json>", "all arguments as a JSON object")
  .option("--trust", "run it without a stored approval", false)
  .addOption(json())
  .addHelpText(
    "after",
    `${examples("guidon run search-products --arg keyword=lamp", `guidon run create-ticket --args '{"title":"Broken lamp","body":"…"}'`)}
Exit codes: 0 ok, 1 the tool failed, 2 wrong use, 3 wrong arguments or unknown tool, 4 a person has to act (approval, secret), 5 something is missing on this machine.\n`,
  )
  .action(async (tool, options) => (await import("./commands/run.ts")).run(tool, options));

program
  .command("check")
  .description("Checks tools.json and the scripts it names; each problem comes with line and column.")
  .addOption(workspace())
  .addOption(json())
  .addHelpText("after", examples("guidon check", "guidon check --workspace examples --json"))
  .action(async (options) => (await import("./commands/check.ts")).check(options));

program
  .command("approve")
  .description("Shows what the workspace's tools may do, and lets agents run them when you agree.")
  .addOption(workspace())
  .addHelpText("after", examples("guidon approve"))
  .action(async (options) => (await import("./commands/approve.ts")).approve(options));

const secrets = program
  .command("secrets")
  .description("Keeps secrets in the system's keychain. Values are never shown.");
const everywhere = () => new Option("--everywhere", "for all workspaces of this user, not only this one");
secrets
  .command("set <name>")
  .description("Stores a secret; its value is read from the terminal without echo, or from stdin.")
  .addOption(workspace())
  .addOption(everywhere())
  .addHelpText("after", examples("guidon secrets set API_TOKEN", "guidon secrets set API_TOKEN < token.txt"))
  .action(async (name, options) => (await import("./commands/secrets.ts")).setSecret(name, options));
secrets
  .command("list")
  .description("Lists names: which are set, which tools.json asks for.")
  .addOption(workspace())
  .addOption(json())
  .action(async (options) => (await import("./commands/secrets.ts")).listSecrets(options));
secrets
  .command("delete <name>")
  .description("Deletes a secret.")
  .addOption(workspace())
  .addOption(everywhere())
  .action(async (name, options) => (await import("./commands/secrets.ts")).deleteSecret(name, options));

program
  .command("init")
  .description("Writes a small working tools.json and script. Existing files are kept.")
  .addOption(workspace())
  .addHelpText("after", examples("guidon init", "guidon init --workspace ~/shop"))
  .action(async (options) => (await import("./commands/init.ts")).init(options));

program
  .command("doctor")
  .description("Says what is there and what is missing: Node, sandbox, browser, keychain, workspace.")
  .addOption(workspace())
  .addOption(json())
  .action(async (options) => (await import("./commands/doctor.ts")).doctor(options));

program
  .command("control", { hidden: true })
  .description("Serves an editor that started it: its questions and a person's runs, over stdin and stdout.")
  .requiredOption("-w, --workspace <dir>", "workspace folder")
  .action(async (options) => (await import("./commands/control.ts")).control(options.workspace));

try {
  await program.parseAsync();
} catch (error) {
  const { reportFailure } = await import("./commands/failure.ts");
  reportFailure(error);
}
