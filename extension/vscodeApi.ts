/** The API of VS Code as a parameter: nothing here imports it as a value, so that all of the extension runs in plain Node as well. */
import type * as vscode from "vscode";

export type VsCode = typeof vscode;
