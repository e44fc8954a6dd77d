/** The page of a webview: strict CSP, one script, one style, texts and first data as JSON. */
import { randomBytes } from "node:crypto";
import type * as vscode from "vscode";
import type { VsCode } from "./vscodeApi.ts";

/** Folders of webview-ui/; each has main.ts and style.css. */
export type PanelName = "secrets" | "runs" | "runForm" | "result";

export function webviewOptions(vscode: VsCode, extensionUri: vscode.Uri): vscode.WebviewOptions {
  return { enableScripts: true, localResourceRoots: [vscode.Uri.joinPath(extensionUri, "dist", "webview")] };
}

export function webviewHtml(
  { vscode, webview, extensionUri }: { vscode: VsCode; webview: vscode.Webview; extensionUri: vscode.Uri },
  panel: PanelName,
  title: string,
): string {
  const nonce = randomBytes(18).toString("base64");
  const file = (name: string): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, "dist", "webview", name)).toString();
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${webview.cspSource}`,
    `font-src ${webview.cspSource}`,
    "img-src data:",
  ].join("; ");
  const texts = JSON.stringify(vscode.l10n.bundle ?? {}).replaceAll("<", "\\u003c");
  return `<!DOCTYPE html>
<html lang="${escapeHtml(vscode.env.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="${file("codicon.css")}">
<link rel="stylesheet" href="${file(`${panel}.css`)}">
</head>
<body>
<script type="application/json" id="texts">${texts}</script>
<main id="main"></main>
<script nonce="${nonce}" src="${file(`${panel}.js`)}"></script>
</body>
</html>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
