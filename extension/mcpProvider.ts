/** Tells VS Code's own agents of the MCP server "guidon"; VS Code starts it when one of them needs it. */
import { createHash } from "node:crypto";
import type * as vscode from "vscode";
import type { PartDeps } from "./part.ts";
import type { Program } from "./program.ts";
import { readSettings } from "./settings.ts";
import type { Tools } from "./tools.ts";

/** VS Code waits for the answer; a runtime that is slow is told of by a change later. */
const KNOWN_WITHIN_MS = 3000;
/** After the last change. */
const PAUSE_MS = 1000;

export function createMcpProvider(
  { vscode, context, tools, log }: PartDeps,
  program: Program,
  pauseMs = PAUSE_MS,
): vscode.Disposable {
  // Absent in older editors and in forks.
  const lm = vscode.lm as typeof vscode.lm | undefined;
  if (
    typeof lm?.registerMcpServerDefinitionProvider !== "function" ||
    typeof vscode.McpStdioServerDefinition !== "function"
  ) {
    log.info("This editor takes no MCP servers from extensions: agents in it need a configuration of their own.");
    return new vscode.Disposable(() => {});
  }
  const changed = new vscode.EventEmitter<void>();
  const place = (): string => hashOf(placeOf(tools), [readSettings(vscode).nodePath, readSettings(vscode).browserPath]);
  /**
   * VS Code restarts a server whose version is another one, and every call that is under way ends with it. A server that was started hears of
   * other tools by itself, so from then on only another place is another version.
   */
  let state: "listed" | "started" = "listed";
  let told: { place: string; version: string } | undefined;
  let timer: NodeJS.Timeout | undefined;
  const isOld = ({ place: before, version }: NonNullable<typeof told>): boolean =>
    before !== place() || (state === "listed" && version !== hashOf(place(), revisionsOf(tools)));
  const tellSoon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => told && isOld(told) && changed.fire(), pauseMs);
  };

  const definitions = async (): Promise<vscode.McpStdioServerDefinition[]> => {
    await Promise.race([tools.known(), new Promise((resolve) => setTimeout(resolve, KNOWN_WITHIN_MS).unref())]);
    if (!told || isOld(told)) told = { place: place(), version: hashOf(place(), revisionsOf(tools)) };
    const [first] = tools.folders;
    if (!first || !tools.folders.some(hasTools)) return [];
    const node = await program.node();
    const server = new vscode.McpStdioServerDefinition(
      "guidon",
      // Where there is none, resolving says so.
      "problem" in node ? "node" : node.path,
      [program.script, "mcp", ...tools.folders.flatMap(({ runtime }) => ["--workspace", runtime.folder.uri.fsPath])],
      { ...program.settings(), ELECTRON_RUN_AS_NODE: null, NODE_OPTIONS: null },
      `${String(context.extension.packageJSON.version)}-${told.version}`,
    );
    server.cwd = first.runtime.folder.uri;
    return [server];
  };

  const provider = lm.registerMcpServerDefinitionProvider("guidon", {
    onDidChangeMcpServerDefinitions: changed.event,
    provideMcpServerDefinitions: definitions,
    async resolveMcpServerDefinition(server: vscode.McpStdioServerDefinition) {
      const node = await program.node();
      if ("problem" in node) throw new Error(node.problem);
      server.command = node.path;
      state = "started";
      return server;
    },
  });
  return vscode.Disposable.from(
    provider,
    changed,
    tools.onDidChange(tellSoon),
    vscode.workspace.onDidChangeConfiguration(tellSoon),
    new vscode.Disposable(() => clearTimeout(timer)),
  );
}

const hasTools = ({ hasFile, view }: Tools["folders"][number]): boolean =>
  view ? view.state !== "missing" : hasFile === true;

/** Where the server works. */
const placeOf = ({ folders }: Tools): unknown[] =>
  folders.map((entry) => [entry.runtime.folder.uri.toString(), hasTools(entry)]);

const revisionsOf = ({ folders }: Tools): unknown[] => folders.map(({ view }) => view?.revision);

function hashOf(...facts: unknown[]): string {
  return createHash("sha256").update(JSON.stringify(facts)).digest("hex").slice(0, 12);
}
