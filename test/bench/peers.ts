/** The servers to measure against: dev dependencies of this folder alone, installed when the bench first needs them. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { load } from "./report.ts";

const HERE = import.meta.dirname;

export interface Peer {
  name: string;
  argv: string[];
  env: Record<string, string>;
}

/** Both without a window, with a browser and profile of their own, and sending nothing anywhere. @param folder for what they write */
export function peers(browser: string, folder: string): Peer[] {
  installPeers();
  const modules = path.join(HERE, "node_modules");
  const root = process.getuid?.() === 0;
  const env = { CI: "1", CHROME_DEVTOOLS_MCP_NO_UPDATE_CHECKS: "1", CHROME_DEVTOOLS_MCP_NO_USAGE_STATISTICS: "1" };
  const playwright = [
    "--headless",
    "--isolated",
    "--browser",
    "chrome",
    "--executable-path",
    browser,
    "--output-dir",
    folder,
  ];
  const devtools = [
    "--headless",
    "--isolated",
    "--no-usage-statistics",
    "--no-performance-crux",
    "--executablePath",
    browser,
  ];
  return [
    {
      name: "@playwright/mcp",
      argv: [path.join(modules, "@playwright/mcp/cli.js"), ...playwright, ...(root ? ["--no-sandbox"] : [])],
      env,
    },
    {
      name: "chrome-devtools-mcp",
      argv: [
        path.join(modules, "chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js"),
        ...devtools,
        ...(root ? ["--chromeArg=--no-sandbox"] : []),
      ],
      env,
    },
  ];
}

function installPeers() {
  if (existsSync(path.join(HERE, "node_modules/@playwright/mcp"))) return;
  console.error(`installing the servers to measure against, once (${load()})`);
  const PATH = path.dirname(process.execPath) + path.delimiter + (process.env["PATH"] ?? "");
  const { status } = spawnSync("npm", ["ci", "--ignore-scripts"], {
    cwd: HERE,
    stdio: "inherit",
    env: { ...process.env, PATH },
  });
  if (status !== 0) throw new Error("npm could not install the servers to measure against; see above");
}
