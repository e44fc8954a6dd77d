import assert from "node:assert/strict";
import * as vscode from "vscode";
import { diagnosticsOf, folder, guidonProcesses, openFile, until } from "../../support/inside.ts";
import { listTools, startServer } from "../../support/insideMcp.ts";

describe("A window with two folders", function () {
  this.timeout(60_000);

  it("has a runtime for each", async () => {
    const script = (index: number) => folder(index).uri.fsPath;
    await openFile("tools.json", 0);
    await openFile("tools.json", 1);
    await until("both run", () => {
      const rows = guidonProcesses([script(0), script(1)]).filter((row) => row.includes(" control "));
      return rows.length === 2;
    });
  });

  it("checks the tools.json of each", async () => {
    const [first, second] = [await openFile("tools.json", 0), await openFile("tools.json", 1)];
    await until("the first is checked", () =>
      diagnosticsOf(first.uri, "Guidon").some(({ message }) => message.includes("SHOP_TOKEN")),
    );
    for (const document of [first, second])
      await until("it has lenses", () =>
        vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", document.uri, 10),
      );
  });

  it("gives agents the tools of both by one server", async () => {
    await startServer();
    assert.equal(vscode.lm.tools.filter(({ name }) => name.endsWith("GetWorkspaceTools")).length, 1);
    const text = await listTools();
    assert.match(text, /greet/);
    assert.match(text, /second-tool/);
  });
});
