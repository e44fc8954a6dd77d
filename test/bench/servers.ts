/** Server processes under measurement, with a real MCP client. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { Client } from "@modelcontextprotocol/client";
import type { CallToolResult } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { build } from "esbuild";

export const ROOT = path.resolve(import.meta.dirname, "../..");

export interface Connected {
  pid: number;
  /** Text of the result; throws when it is an error. */
  call(name: string, args?: Record<string, unknown>): Promise<string>;
  close(): Promise<void>;
}

/** @param argv words after `node` */
export async function connect(argv: string[], env: Record<string, string> = {}): Promise<Connected> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: argv,
    env: environment(env),
    cwd: os.tmpdir(),
    stderr: "ignore",
  });
  const client = new Client({ name: "bench", version: "1.0.0" });
  await client.connect(transport);
  return {
    pid: transport.pid ?? 0,
    async call(name, args = {}) {
      const result = await client.callTool({ name, arguments: args }, { timeout: 120_000 });
      const text = textOf(result);
      if (result.isError) throw new Error(`${name}: ${text}`);
      return text;
    },
    close: () => client.close(),
  };
}

const textOf = ({ content }: CallToolResult): string =>
  content.map((block) => (block.type === "text" ? block.text : "")).join("\n");

export function environment(more: Record<string, string> = {}): Record<string, string> {
  const kept = Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return { ...(Object.fromEntries(kept) as Record<string, string>), ...more };
}

export const guidon = (workspace: string): string[] => [
  path.join(ROOT, "dist/guidon.js"),
  "mcp",
  "--workspace",
  workspace,
  "--trust",
];

/** The bare server as one file, bundled as guidon.js is. */
export async function bundleBareServer(folder: string): Promise<string[]> {
  const outfile = path.join(folder, "bare.mjs");
  await build({
    entryPoints: [path.join(import.meta.dirname, "bareServer.ts")],
    outfile,
    bundle: true,
    minify: true,
    platform: "node",
    format: "esm",
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    logLevel: "error",
  });
  return [outfile];
}

export interface ToolFile {
  script: string;
  [field: string]: unknown;
}

/** A workspace of tools: name → text of its script, and more fields of its entry. */
export function writeWorkspace(folder: string, tools: Record<string, ToolFile>): string {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(path.join(folder, "scripts"), { recursive: true });
  const entries = Object.entries(tools).map(([name, { script, ...more }]) => {
    writeFileSync(path.join(folder, "scripts", `${name}.js`), script);
    return Object.assign({ name, description: `The tool ${name}`, script: `scripts/${name}.js` }, more);
  });
  writeFileSync(path.join(folder, "tools.json"), JSON.stringify({ tools: entries }, null, 2));
  return folder;
}
