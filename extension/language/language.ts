/** What VS Code knows of tools.json and of scripts beyond their languages: all of it is asked of the runtime. */
import type * as vscode from "vscode";
import type { PartDeps } from "../part.ts";
import { createDiagnostics } from "./diagnostics.ts";
import { SCRIPT_SELECTOR, TOOLS_SELECTOR } from "./documents.ts";
import { createFixProvider } from "./fixes.ts";
import { createLenses } from "./lenses.ts";
import { createProviders } from "./providers.ts";
import { createRename } from "./rename.ts";
import { createScripts } from "./scripts.ts";
import { createTypings } from "./typings.ts";

/** Characters behind which there may be something to complete: `{{`, `<<`, a folder of a path, the beginning of a text, a host. */
const TRIGGERS = ["{", "<", "/", '"', "."];

export function createLanguage(deps: PartDeps): vscode.Disposable {
  const { languages, CodeActionKind, Disposable } = deps.vscode;
  const scripts = createScripts(deps);
  const diagnostics = createDiagnostics(deps, scripts);
  const lenses = createLenses(deps, scripts);
  const rename = createRename(deps, scripts);
  const { completion, hover, links, definition, references } = createProviders(deps, scripts);
  const both = [...TOOLS_SELECTOR, ...SCRIPT_SELECTOR];

  return Disposable.from(
    languages.registerCompletionItemProvider(TOOLS_SELECTOR, completion, ...TRIGGERS),
    languages.registerHoverProvider(both, hover),
    languages.registerDocumentLinkProvider(TOOLS_SELECTOR, links),
    languages.registerDefinitionProvider(TOOLS_SELECTOR, definition),
    languages.registerReferenceProvider(both, references),
    languages.registerRenameProvider(both, rename),
    languages.registerCodeLensProvider(both, lenses),
    languages.registerCodeActionsProvider(both, createFixProvider(deps, diagnostics), {
      providedCodeActionKinds: [CodeActionKind.QuickFix],
    }),
    createTypings(deps, scripts),
    rename,
    lenses,
    diagnostics,
    scripts,
  );
}
