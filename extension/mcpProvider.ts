/** Tells VS Code's own agents of the MCP server "guidon"; VS Code starts it when one of them needs it. */
import { createHash } from "node:crypto";
import type * as vscode from "vscode";
import type { PartDeps } from "./part.ts";
import type { Program } from "./program.ts";
import { readSettings } from "./settings.ts";
import { runningTools, type Tools } from "./tools.ts";

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
  const now = (): string => fingerprint(tools, [readSettings(vscode).nodePath, readSettings(vscode).browserPath]);
  /** VS Code restarts a server whose version is another one, and with it goes every call that is under way. */
  const mayRestart = (): boolean => runningTools(tools).length === 0;
  let told: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  /** The end of a run is a change of the tools as well, so that nothing is left untold. */
  const tellSoon = (): void => {
    clearTimeout(timer);
    if (told === undefined || told === now()) return;
    timer = setTimeout(() => mayRestart() && changed.fire(), pauseMs);
  };

  const definitions = async (): Promise<vscode.McpStdioServerDefinition[]> => {
    await Promise.race([tools.known(), new Promise((resolve) => setTimeout(resolve, KNOWN_WITHIN_MS).unref())]);
    if (told === undefined || mayRestart()) told = now();
    const [first] = tools.folders;
    if (!first || !tools.folders.some(hasTools)) return [];
    const node = await program.node();
    const server = new vscode.McpStdioServerDefinition(
      "guidon",
      // Where there is none, resolving says so.
      "problem" in node ? "node" : node.path,
      [program.script, "mcp", ...tools.folders.flatMap(({ runtime }) => ["--workspace", runtime.folder.uri.fsPath])],
      { ...program.settings(), ELECTRON_RUN_AS_NODE: null, NODE_OPTIONS: null },
      `${String(context.extension.packageJSON.version)}-${told}`,
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

/** Of everything that a definition depends on: another one makes VS Code ask the server for its tools again. */
function fingerprint({ folders }: Tools, settings: string[]): string {
  const facts = folders.map((entry) => [entry.runtime.folder.uri.toString(), hasTools(entry), entry.view?.revision]);
  return createHash("sha256")
    .update(JSON.stringify([facts, settings]))
    .digest("hex")
    .slice(0, 12);
}
