/** From an empty folder to a tool that runs. */
import { ChannelError } from "../runtime/channel.ts";
import { toolsFile } from "./files.ts";
import { addressOf, chooseRuntime } from "./folders.ts";
import { showInformation } from "./messages.ts";
import type { Command, PartDeps } from "./part.ts";

export const exampleCommands: Command[] = [{ id: "guidon.createExample", needsFolder: true, run: createExample }];

async function createExample(deps: PartDeps, argument?: unknown): Promise<void> {
  const { vscode } = deps;
  const { l10n } = vscode;
  const runtime = await chooseRuntime(deps, argument, l10n.t("Create an example tool"));
  if (!runtime) return;
  const root = runtime.folder.uri;
  const created = await runtime.request("tools/createExample", {}).catch((error: unknown) => {
    if (error instanceof ChannelError && error.data.code === "AlreadyExists") return undefined;
    throw error;
  });
  if (!created) {
    await vscode.window.showTextDocument(toolsFile(vscode, runtime.folder), { preview: false });
    return await showInformation(deps, l10n.t("tools.json is there already and stays as it is. Add a tool to it."));
  }
  const { written, tool } = created;
  const { tools } = await runtime.request("tools/list", {});
  const script = tools.find(({ name }) => name === tool)?.file;
  // The script comes last, so that it is what the person looks at.
  for (const file of ["tools.json", ...(script === undefined ? [] : [script])]) {
    await vscode.window.showTextDocument(vscode.Uri.joinPath(root, file), { preview: false });
  }
  const text =
    written.length === 0
      ? l10n.t("tools.json is there already. You can run its tool “{0}” now.", tool)
      : l10n.t("This is a tool: an entry in tools.json and a script. You can run “{0}” now.", tool);
  const runIt = {
    title: l10n.t("Run It"),
    command: "guidon.runTool",
    arguments: [{ folder: addressOf(runtime), tool }],
  };
  await showInformation(deps, text, [runIt]);
}
