/** Tells VS Code's own agents of the MCP server "guidon"; VS Code starts it when one of them needs it. */
import { createHash } from "node:crypto";
import type * as vscode from "vscode";
import type { PartDeps } from "./part.ts";
import type { Program } from "./program.ts";
import { readSettings } from "./settings.ts";
import type { Tools } from "./tools.ts";

/** VS Code waits for the answer; a runtime that is slow is told of by a change later. */
const KNOWN_WITHIN_MS = 3000;

export function createMcpProvider(
  { vscode, context, log }: PartDeps,
  { tools, program }: { tools: Tools; program: Program },
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
  let told: string | undefined;

  const definitions = async (): Promise<vscode.McpStdioServerDefinition[]> => {
    await Promise.race([tools.known(), new Promise((resolve) => setTimeout(resolve, KNOWN_WITHIN_MS).unref())]);
    told = fingerprint(tools);
    const [first] = tools.folders;
    if (!first || !tools.folders.some(hasTools)) return [];
    const node = await program.node();
    const { browserPath } = readSettings(vscode);
    const server = new vscode.McpStdioServerDefinition(
      "guidon",
      // Where there is none, resolving says so.
      "problem" in node ? "node" : node.path,
      [program.script, "mcp", ...tools.folders.flatMap(({ runtime }) => ["--workspace", runtime.folder.uri.fsPath])],
      { ...(browserPath ? { GUIDON_BROWSER: browserPath } : {}), ELECTRON_RUN_AS_NODE: null, NODE_OPTIONS: null },
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
    tools.onDidChange(() => {
      if (told !== undefined && told !== fingerprint(tools)) changed.fire();
    }),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (["guidon.nodePath", "guidon.browserPath"].some((name) => event.affectsConfiguration(name))) changed.fire();
    }),
  );
}

const hasTools = ({ hasFile, view }: Tools["folders"][number]): boolean =>
  view ? view.state !== "missing" : hasFile === true;

/** Of everything that a definition depends on: another one makes VS Code ask the server for its tools again. */
function fingerprint({ folders }: Tools): string {
  const facts = folders.map((entry) => [entry.runtime.folder.uri.toString(), hasTools(entry), entry.view?.revision]);
  return createHash("sha256").update(JSON.stringify(facts)).digest("hex").slice(0, 12);
}
