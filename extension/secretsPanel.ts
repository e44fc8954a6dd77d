/** The Secrets panel: shows names and states, and passes clicks on to commands. No value passes here. */
import type * as vscode from "vscode";
import type { SecretsFolder, ToExtension, ToView } from "../webview-ui/secrets/protocol.ts";
import { addressOf, findRuntime } from "./folders.ts";
import { showFailure } from "./messages.ts";
import { openTool } from "./openTool.ts";
import type { Command, PartDeps } from "./part.ts";
import { importSecrets } from "./importSecrets.ts";
import { deleteSecret, setSecret, type SecretArgument } from "./setSecret.ts";
import { createSecretRelay } from "./secretStorage.ts";
import { type FolderTools, isUsed } from "./tools.ts";
import type { VsCode } from "./vscodeApi.ts";
import { webviewHtml, webviewOptions } from "./webview.ts";

const VIEW = "guidon.secrets";

export const secretCommands: Command[] = [
  { id: "guidon.setSecret", needsFolder: true, run: setSecret },
  { id: "guidon.deleteSecret", needsFolder: true, run: deleteSecret },
  { id: "guidon.importSecrets", needsFolder: true, run: importSecrets },
  { id: "guidon.showSecrets", needsFolder: true, run: ({ vscode }) => vscode.commands.executeCommand(`${VIEW}.focus`) },
];

export function createSecretsPanel(deps: PartDeps): vscode.Disposable {
  const { vscode, context, runtimes, tools } = deps;
  const shown = new Map<string, SecretsFolder>();
  let view: vscode.WebviewView | undefined;

  const send = (): void => {
    const folders = tools.folders.map((entry) =>
      isUsed(entry) ? (shown.get(addressOf(entry.runtime)) ?? basisOf(deps, entry)) : basisOf(deps, entry),
    );
    const message: ToView = { type: "state", folders };
    void view?.webview.postMessage(message);
  };
  /** The person wants another try with a store that did not work. */
  let fresh = false;
  const read = soon(async () => {
    if (!view?.visible) return;
    const again = fresh;
    fresh = false;
    send();
    await Promise.all(
      tools.folders.filter(isUsed).map(async (entry) => {
        shown.set(addressOf(entry.runtime), await folderState(deps, entry, again));
        send();
      }),
    );
  });
  /** A tools.json came or went; most changes of the tools are runs. */
  let files = "";
  const filesChanged = (): void => {
    const before = files;
    files = tools.folders.map(({ hasFile }) => String(hasFile)).join();
    if (files !== before) read();
  };

  const received = async (message: ToExtension): Promise<unknown> => {
    const run = (command: string, argument?: SecretArgument): Thenable<unknown> =>
      vscode.commands.executeCommand(command, argument);
    switch (message.type) {
      case "ready":
        return read();
      case "retry":
        fresh = true;
        return read();
      case "add":
        return run("guidon.setSecret", { folder: message.folder });
      case "import":
        return run("guidon.importSecrets", { folder: message.folder });
      case "showLog":
        return run("guidon.showLog");
      case "set":
        return run("guidon.setSecret", secretOf(message));
      case "delete":
        return run("guidon.deleteSecret", secretOf(message));
      case "openTool": {
        const runtime = findRuntime(deps, message.folder);
        return runtime && openTool(deps, runtime, message.tool);
      }
    }
  };

  const provider: vscode.WebviewViewProvider = {
    resolveWebviewView(resolved) {
      view = resolved;
      const { webview } = resolved;
      webview.options = webviewOptions(vscode, context.extensionUri);
      webview.onDidReceiveMessage((message: ToExtension) => {
        received(message).catch((error: unknown) => showFailure(deps, error));
      });
      resolved.onDidChangeVisibility(() => read());
      resolved.onDidDispose(() => (view = undefined));
      const { extensionUri } = context;
      webview.html = webviewHtml({ vscode, webview, extensionUri }, "secrets", vscode.l10n.t("Secrets"));
    },
  };

  const parts = [
    vscode.window.registerWebviewViewProvider(VIEW, provider),
    runtimes.onDidChange(read),
    tools.onDidChange(filesChanged),
    runtimes.on("secrets/changed", read),
    runtimes.on("tools/changed", read),
    createSecretRelay(deps),
  ];
  return { dispose: () => parts.forEach((part) => part.dispose()) };
}

async function folderState(deps: PartDeps, entry: FolderTools, fresh: boolean): Promise<SecretsFolder> {
  const { runtime } = entry;
  const basis = basisOf(deps, entry);
  if (runtime.state === "failed") return { ...basis, state: "failed", ...(runtime.problem ? { problem: runtime.problem } : {}) }; // prettier-ignore
  try {
    const { store, rows } = await runtime.request("secrets/list", fresh ? { fresh } : {});
    return { ...basis, state: "ready", store, rows };
  } catch (error) {
    return { ...basis, state: "failed", problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Before its runtime was asked. That of a folder in which nothing is used is not started to be asked. */
function basisOf({ vscode }: PartDeps, entry: FolderTools): SecretsFolder {
  const { runtime, hasFile } = entry;
  const remote = vscode.env.remoteName;
  return {
    folder: addressOf(runtime),
    name: runtime.folder.name,
    state: hasFile === false && !isUsed(entry) ? "unused" : "loading",
    rows: [],
    place: storePlace(vscode, remote),
    ...(remote === undefined ? {} : { remote }),
  };
}

/** The runtime runs where this code runs, so the platform is that of the store. */
function storePlace(vscode: VsCode, remote: string | undefined): string {
  if (remote !== undefined)
    return vscode.l10n.t("Values are kept in the keychain of the remote machine ({0}).", remote);
  if (process.platform === "darwin") return vscode.l10n.t("Values are kept in the macOS keychain.");
  if (process.platform === "win32") return vscode.l10n.t("Values are kept in the Windows Credential Manager.");
  return vscode.l10n.t("Values are kept in the keyring of this computer.");
}

function secretOf({ folder, name, from }: Extract<ToExtension, { type: "set" | "delete" }>): SecretArgument {
  return { folder, name, ...(from ? { from } : {}) };
}

/** One call for many, and never two at a time. */
function soon(work: () => Promise<void>): () => void {
  let state: "idle" | "working" | "again" = "idle";
  const start = async (): Promise<void> => {
    do {
      state = "working";
      await new Promise((resolve) => setTimeout(resolve, 20));
      await work();
    } while (again());
    state = "idle";
  };
  const again = (): boolean => state === "again";
  return () => {
    if (state === "idle") void start();
    else state = "again";
  };
}
