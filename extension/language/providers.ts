/** Completion, hover, links, definition and references: each hands one question to the runtime. */
import type * as vscode from "vscode";
import type { PartDeps } from "../part.ts";
import { toCompletionItem, toHover, toLink, toRange, toUri } from "./convert.ts";
import { ask, atPosition, atPositionOfAll, type DocumentPlace, placeOf, TOOLS_FILE } from "./documents.ts";
import type { Scripts } from "./scripts.ts";

/** tools.json or one of its scripts. */
export function ownPlace(deps: PartDeps, scripts: Scripts, uri: vscode.Uri): DocumentPlace | undefined {
  const place = placeOf(deps, uri);
  return place?.file === TOOLS_FILE || scripts.has(uri) ? place : undefined;
}

export function createProviders(deps: PartDeps, scripts: Scripts) {
  const { vscode } = deps;
  const place = (document: vscode.TextDocument): DocumentPlace | undefined => ownPlace(deps, scripts, document.uri);

  return {
    completion: {
      async provideCompletionItems(document, position, token) {
        const at = place(document);
        const found =
          at && (await ask(deps, at.runtime, "document/completions", atPosition(at, document, position), token));
        return found?.map((completion) => toCompletionItem(vscode, completion));
      },
    },
    hover: {
      async provideHover(document, position, token) {
        const at = place(document);
        const found = at && (await ask(deps, at.runtime, "document/hover", atPosition(at, document, position), token));
        return found ? toHover(vscode, found) : undefined;
      },
    },
    links: {
      async provideDocumentLinks(document, token) {
        const at = place(document);
        if (at?.file !== TOOLS_FILE) return undefined;
        const found = await ask(deps, at.runtime, "document/links", { text: document.getText() }, token);
        return found?.map((link) => toLink(vscode, at.runtime.folder.uri, link));
      },
    },
    definition: {
      async provideDefinition(document, position, token) {
        const at = place(document);
        const found =
          at && (await ask(deps, at.runtime, "document/definition", atPosition(at, document, position), token));
        if (!at || !found) return undefined;
        return new vscode.Location(toUri(vscode, at.runtime.folder.uri, found.file), new vscode.Position(0, 0));
      },
    },
    references: {
      async provideReferences(document, position, _context, token) {
        const at = place(document);
        const found =
          at &&
          (await ask(deps, at.runtime, "document/references", atPositionOfAll(deps, at, document, position), token));
        if (!at || !found) return undefined;
        const { uri } = at.runtime.folder;
        return found.map(({ file, range }) => new vscode.Location(toUri(vscode, uri, file), toRange(vscode, range)));
      },
    },
  } satisfies {
    completion: vscode.CompletionItemProvider;
    hover: vscode.HoverProvider;
    links: vscode.DocumentLinkProvider;
    definition: vscode.DefinitionProvider;
    references: vscode.ReferenceProvider;
  };
}
