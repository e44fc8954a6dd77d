import assert from "node:assert/strict";
import * as vscode from "vscode";
import { diagnosticsOf, fileUri, guidon, openFile, until } from "../../support/inside.ts";

describe("An empty folder", () => {
  it("is looked after as soon as somebody makes a tools.json in it by hand", async () => {
    assert.equal(guidon().isActive, false);
    const file = fileUri("tools.json");
    await vscode.workspace.fs.writeFile(file, Buffer.from('{ "tools": [{ "name": "a", "script": "a.js" }] }'));
    await openFile("tools.json");
    try {
      await until("its problems are told", () => diagnosticsOf(file, "Guidon"));
      await until("its tools have lenses", () =>
        vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", file, 10),
      );
    } finally {
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
      await vscode.workspace.fs.delete(file);
    }
  });

  it("gets a tool that is ready to run by one command", async () => {
    // It ends when the person answers its last message.
    void vscode.commands.executeCommand("guidon.createExample");
    const text = await until("tools.json is there", async () =>
      vscode.workspace.fs.readFile(fileUri("tools.json")).then(
        (bytes) => Buffer.from(bytes).toString(),
        () => "",
      ),
    );
    const { tools } = JSON.parse(text.replaceAll(/^\s*\/\/.*$/gm, "")) as { tools: { script: string }[] };
    for (const { script } of tools) await vscode.workspace.fs.stat(fileUri(script));
    assert.ok(tools.length > 0);
  });
});
