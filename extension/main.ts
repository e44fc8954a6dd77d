/** The entry of the extension: the only file that knows `vscode` as a value. */
import * as vscode from "vscode";
import { createExtension } from "./extension.ts";

export function activate(context: vscode.ExtensionContext): void {
  context.subscriptions.push(createExtension(vscode, context));
}
