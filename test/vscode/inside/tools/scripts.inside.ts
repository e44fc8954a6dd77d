import assert from "node:assert/strict";
import * as vscode from "vscode";
import { openFile, positionOf, textOf, until } from "../../support/inside.ts";

describe("A script in the editor", () => {
  let document: vscode.TextDocument;

  before(async () => {
    document = await openFile("scripts/greet.js");
  });

  it("knows g, and its tool's arguments, without any set-up", async () => {
    const hover = async (): Promise<string> => {
      const at = positionOf(document, "name, times");
      const found = await vscode.commands.executeCommand<vscode.Hover[]>(
        "vscode.executeHoverProvider",
        document.uri,
        at,
      );
      return found.flatMap(({ contents }) => contents.map(textOf)).join("\n");
    };
    const text = await until("the type of an argument", async () => {
      const shown = await hover();
      return shown.includes("string") && shown;
    });
    assert.match(text, /name: string/);
  });

  it("completes the calls of g", async () => {
    const at = positionOf(document, "g.tool", "before").translate(0, 2);
    const labels = await until("the calls", async () => {
      const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
        "vscode.executeCompletionItemProvider",
        document.uri,
        at,
      );
      const found = items.map(({ label }) => (typeof label === "string" ? label : label.label));
      return found.includes("http") && found;
    });
    for (const name of ["nav", "dom", "page", "http", "tool"]) assert.ok(labels.includes(name), name);
  });

  it("has a lens over main", async () => {
    const lenses = await until("the lens", () =>
      vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", document.uri, 10),
    );
    const found = lenses.find(({ command }) => /\bRun$/.test(command?.title ?? ""));
    assert.ok(found);
    assert.match(document.lineAt(found.range.start.line).text, /main/);
  });
});
