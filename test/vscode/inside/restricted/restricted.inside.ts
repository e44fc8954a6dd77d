import assert from "node:assert/strict";
import * as vscode from "vscode";
import { diagnosticsOf, edited, guidon, guidonProcesses, openFile, until } from "../../support/inside.ts";

describe("Restricted Mode", () => {
  let document: vscode.TextDocument;

  before(async () => {
    assert.equal(vscode.workspace.isTrusted, false);
    await until("the extension is active", () => guidon().isActive);
    document = await openFile("tools.json");
  });

  it("checks tools.json by its schema", async () => {
    await edited(
      document,
      (text) => text.replace('"Greets somebody by name."', "5"),
      async () => {
        const [found] = await until("the schema's word", () => diagnosticsOf(document.uri));
        assert.match(found?.message ?? "", /type/);
        assert.equal(document.getText(found?.range), "5");
      },
    );
  });

  it("offers agents no server", async () => {
    await vscode.commands.executeCommand("workbench.mcp.startServer", "*", { waitForLiveTools: true });
    assert.deepEqual(
      vscode.lm.tools.map(({ name }) => name).filter((name) => name.startsWith("mcp_")),
      [],
    );
  });

  it("has started nothing, also after a person tried", async () => {
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      "vscode.executeCodeLensProvider",
      document.uri,
      10,
    );
    assert.deepEqual(lenses, []);
    void vscode.commands.executeCommand("guidon.reloadTools");
    void vscode.commands.executeCommand("guidon.restartRuntime");
    // A runtime of a trusted window is there within half a second.
    await new Promise((resolve) => setTimeout(resolve, 2000));
    assert.deepEqual(guidonProcesses(), []);
  });
});
