/** Texts of a webview in the person's language; the extension puts its bundle into the page. */
const element = document.getElementById("texts");
const bundle: Record<string, string> = element?.textContent ? JSON.parse(element.textContent) : {};

/** The same shape as vscode.l10n.t: `{0}` stands for the first argument. */
export function t(text: string, ...args: (string | number)[]): string {
  return (bundle[text] ?? text).replaceAll(/\{(\d+)\}/g, (whole, index: string) =>
    String(args[Number(index)] ?? whole),
  );
}
