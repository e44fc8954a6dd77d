/** An agent's call was refused because a person has to act: says so, with the button that does it. */
import type * as vscode from "vscode";
import type { Attention } from "../runtime/contract/control.ts";
import { type Button, sentences, showWarning } from "./messages.ts";
import type { PartDeps } from "./part.ts";
import type { FolderRuntime } from "./runtimes.ts";

/** Agents try again; the person has read it. */
const QUIET_MS = 300_000;

export function createAttention(deps: PartDeps, quietMs = QUIET_MS): vscode.Disposable {
  const { runtimes, log } = deps;
  /** What was said → when it may be said again. */
  const said = new Map<string, number>();
  return runtimes.on("attention", (runtime, attention) => {
    const { text, button } = messageOf(deps, runtime, attention);
    if ((said.get(text) ?? 0) > Date.now()) return;
    // While the message is there, it is not said again either.
    said.set(text, Number.POSITIVE_INFINITY);
    showWarning(deps, text, [button])
      .catch((error: unknown) => log.error(String(error)))
      .finally(() => said.set(text, Date.now() + quietMs));
  });
}

function messageOf(
  { vscode: { l10n } }: PartDeps,
  runtime: FolderRuntime,
  attention: Attention,
): { text: string; button: Button } {
  const { tool, client } = attention;
  const folder = runtime.folder.uri.toString();
  switch (attention.kind) {
    case "approval":
      return {
        text: l10n.t("{0} wants to run “{1}”, which you have not approved yet.", client, tool),
        button: { title: l10n.t("Review…"), command: "guidon.approveTools", arguments: [{ folder, tool }] },
      };
    case "secret": {
      const [name, ...others] = attention.secrets;
      const text =
        others.length === 0
          ? l10n.t("{0} wants to run “{1}”, but the secret {2} is not set.", client, tool, name ?? "")
          : l10n.t(
              "{0} wants to run “{1}”, but these secrets are not set: {2}.",
              client,
              tool,
              attention.secrets.join(", "),
            );
      return {
        text,
        button: { title: l10n.t("Set Secret…"), command: "guidon.setSecret", arguments: [{ folder, name }] },
      };
    }
    case "keychain":
      return {
        text: sentences(attention.message, attention.hint),
        button: { title: l10n.t("Check This Machine"), command: "guidon.doctor", arguments: [{ folder }] },
      };
  }
}
