/** The lines that connect one's own agent to this checkout's example workspace. */
import { code, heading, say } from "./demoPrint.ts";

/** Command and arguments that start Guidon's MCP server on the example workspace. */
export interface ServerCommand {
  command: string;
  args: string[];
}

export function sayHowToConnect({ command, args }: ServerCommand): void {
  const vscode = JSON.stringify({ servers: { guidon: { type: "stdio", command, args } } });
  heading("Connect your own agent to this workspace");
  say(`  Claude Code   ${code(`claude mcp add guidon -- ${[command, ...args].map(quoted).join(" ")}`)}`);
  say(`  VS Code       in .vscode/mcp.json: ${code(vscode)}`);
  say(`  Codex         in ~/.codex/config.toml:`);
  say(code(`                [mcp_servers.guidon]`));
  say(code(`                command = ${JSON.stringify(command)}`));
  say(code(`                args = ${JSON.stringify(args)}`));
  say(
    code(
      `                env_vars = ["DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "DISPLAY", "GUIDON_SECRET_TICKETING_API_KEY"]`,
    ),
  );
  say(code(`                required = true`));
  say(code(`                default_tools_approval_mode = "approve"`));
  say(
    "  --trust stands here because the example is this checkout's own; leave it out for your workspaces, and approve their tools.",
  );
  say("  The README has the lines for other agents, and how to give them tools of your own.");
}

export const quoted = (text: string): string => (/[^\w@%+=:,./\\-]/.test(text) ? JSON.stringify(text) : text);
