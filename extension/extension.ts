/** What the extension is made of. */
import type * as vscode from "vscode";
import { createAttention } from "./attention.ts";
import { registerCommands } from "./commands.ts";
import { createRuntimes } from "./createRuntimes.ts";
import { createFailureMessages } from "./failures.ts";
import { createSettingsFollower } from "./followSettings.ts";
import { createLanguage } from "./language/language.ts";
import { createLog } from "./log.ts";
import { createMcpProvider } from "./mcpProvider.ts";
import type { PartDeps } from "./part.ts";
import { createProgram } from "./program.ts";
import { createRunPanels } from "./runPanels.ts";
import { createRunsPanel } from "./runsPanel.ts";
import { createSecretsPanel } from "./secretsPanel.ts";
import { createStatusItem } from "./statusItem.ts";
import { createTerminalCommand } from "./terminalCommand.ts";
import { createTools } from "./tools.ts";
import { createToolsTree } from "./toolsTree.ts";
import { createWalkthrough } from "./walkthrough.ts";
import type { VsCode } from "./vscodeApi.ts";

/** Registers everything and starts nothing: runtimes start when something asks for them. */
export function createExtension(vscode: VsCode, context: vscode.ExtensionContext): vscode.Disposable {
  const log = createLog(vscode);
  const program = createProgram({ vscode, context, log });
  const runtimes = createRuntimes({ vscode, log, program });
  const tools = createTools({ vscode, context, runtimes, log });
  const deps: PartDeps = { vscode, context, runtimes, tools, log };
  return vscode.Disposable.from(
    registerCommands(deps),
    createToolsTree(deps),
    createStatusItem(deps),
    createMcpProvider(deps, program),
    createTerminalCommand(deps, program),
    createLanguage(deps),
    createSecretsPanel(deps),
    createRunPanels(deps),
    createRunsPanel(deps),
    createAttention(deps),
    createFailureMessages(deps),
    createSettingsFollower(deps),
    createWalkthrough(deps),
    // The parts first, then what they stand on.
    tools,
    runtimes,
    program,
    log,
  );
}
