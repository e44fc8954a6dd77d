/** Puts the command `guidon` on the PATH of the editor's terminals, so that agents started there can use it, too. */
import { chmod, mkdir, rename, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import type * as vscode from "vscode";
import type { PartDeps } from "./part.ts";
import type { Program } from "./program.ts";

/** Written once it is known which Node runs Guidon: when the first runtime runs. */
export function createTerminalCommand(
  { vscode, context, runtimes, log }: PartDeps,
  program: Program,
): vscode.Disposable {
  let state: "waiting" | "written" = "waiting";
  const write = async (): Promise<void> => {
    const node = await program.node();
    if ("problem" in node) return;
    const folder = join(context.globalStorageUri.fsPath, "bin");
    await writeCommand(folder, node.path, program.script);
    const variables = context.environmentVariableCollection;
    variables.description = vscode.l10n.t("Adds the command guidon.");
    variables.prepend("PATH", folder + delimiter);
  };
  return runtimes.onDidChange(() => {
    if (state === "written" || !runtimes.all.some((runtime) => runtime.state === "running")) return;
    state = "written";
    write().catch((error: unknown) => log.warn(`The command guidon is not on the terminals' PATH: ${String(error)}`));
  });
}

/** A program `guidon` in the folder that runs `script` with that Node. */
export async function writeCommand(
  folder: string,
  node: string,
  script: string,
  platform = process.platform,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const [name, text] =
    platform === "win32"
      ? ["guidon.cmd", `@"${node}" "${script}" %*\r\n`]
      : ["guidon", `#!/bin/sh\nexec ${quoted(node)} ${quoted(script)} "$@"\n`];
  const file = join(folder, name);
  // Another window can be about to run it.
  const fresh = `${file}.${process.pid}`;
  await writeFile(fresh, text);
  await chmod(fresh, 0o755);
  await rename(fresh, file);
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
