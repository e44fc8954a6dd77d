/** "Check This Machine": what is there, what is missing, and the next step, as a page. */
import type * as vscode from "vscode";
import type { Finding } from "../runtime/contract/control.ts";
import { findRuntime } from "./folders.ts";
import type { Command, PartDeps } from "./part.ts";
import type { FolderRuntime } from "./runtimes.ts";
import { plainText } from "./texts.ts";

export const doctorCommands: Command[] = [{ id: "guidon.doctor", run: doctor }];

const MARKS: Record<Finding["state"], string> = { ok: "✅", warning: "⚠️", missing: "❌" };

/** @param argument { folder }: that one only */
async function doctor(deps: PartDeps, argument?: unknown): Promise<void> {
  const { vscode, runtimes } = deps;
  const { l10n } = vscode;
  const named = findRuntime(deps, argument);
  const asked = named ? [named] : runtimes.all;
  const options = { location: vscode.ProgressLocation.Window, title: l10n.t("Guidon checks this machine…") };
  const parts = await vscode.window.withProgress(options, () =>
    Promise.all(asked.map((runtime) => reportOf(deps, runtime))),
  );
  const where = vscode.env.remoteName
    ? l10n.t(
        "This window works on another machine ({0}): tools, their browser and the keychain are there, not on the computer in front of you.",
        vscode.env.remoteName,
      )
    : undefined;
  const none = vscode.workspace.isTrusted
    ? l10n.t("No folder is open, so nothing runs.")
    : l10n.t("This workspace is not trusted, so Guidon does not run in it.");
  const text = [`# ${l10n.t("Guidon on this machine")}`, where, ...(parts.length > 0 ? parts : [none])]
    .filter((part) => part !== undefined)
    .join("\n\n");
  await vscode.commands.executeCommand("markdown.showPreview", pageOf(deps).write(`${text}\n`));
}

interface Page {
  /** @returns the address of the page */
  write(text: string): vscode.Uri;
}

const pages = new WeakMap<vscode.ExtensionContext, Page>();

/** A document that nobody is asked to save. */
function pageOf({ vscode, context }: PartDeps): Page {
  const known = pages.get(context);
  if (known) return known;
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const uri = vscode.Uri.from({ scheme: "guidon", path: "/Guidon.md" });
  let content = "";
  const provider = { onDidChange: changed.event, provideTextDocumentContent: () => content };
  context.subscriptions.push(changed, vscode.workspace.registerTextDocumentContentProvider("guidon", provider));
  const page: Page = {
    write(text) {
      content = text;
      changed.fire(uri);
      return uri;
    },
  };
  pages.set(context, page);
  return page;
}

async function reportOf({ vscode: { l10n } }: PartDeps, runtime: FolderRuntime): Promise<string> {
  const title = `## ${escape(runtime.folder.name)}`;
  try {
    const { version, findings } = await runtime.request("doctor", {});
    const lines = findings.map(({ what, state, text, next }) => {
      const step = next === undefined ? "" : `\n  - ${escape(l10n.t("Next: {0}", next))}`;
      return `- ${MARKS[state]} **${escape(what)}**: ${escape(text)}${step}`;
    });
    return [title, `Guidon ${version}`, lines.join("\n")].join("\n\n");
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return `${title}\n\n- ${MARKS.missing} ${escape(text)}`;
  }
}

function escape(text: string): string {
  return plainText(text, 2000).replace(/[\\`*_{}[\]()#+!<>|]/g, String.raw`\$&`);
}
