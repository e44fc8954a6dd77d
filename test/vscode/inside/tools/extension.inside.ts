import assert from "node:assert/strict";
import * as vscode from "vscode";
import manifest from "../../../../package.json" with { type: "json" };
import { fileUri, folder, guidon, guidonProcesses, until } from "../../support/inside.ts";

describe("The extension", () => {
  it("is the packaged one, and starts by itself in a folder with a tools.json", async () => {
    assert.equal(guidon().packageJSON.version, manifest.version);
    await until("it is active", () => guidon().isActive);
  });

  it("has every command that its manifest names", async () => {
    const there = new Set(await vscode.commands.getCommands(true));
    assert.deepEqual(
      manifest.contributes.commands.map(({ command }) => command).filter((command) => !there.has(command)),
      [],
    );
  });

  it("starts one runtime for the folder", async () => {
    const rows = await until("a runtime runs", () => guidonProcesses().filter((row) => row.includes(" control ")));
    assert.equal(rows.length, 1);
  });

  it("takes the names of programs from the machine's settings only", async () => {
    const settings = fileUri(".vscode/settings.json");
    const text = JSON.stringify({ "guidon.nodePath": "/bin/false", "guidon.codeLens": false });
    await vscode.workspace.fs.writeFile(settings, Buffer.from(text));
    try {
      const read = () => vscode.workspace.getConfiguration("guidon", folder().uri);
      await until("the workspace's settings are read", () => read().get("codeLens") === false);
      assert.equal(read().get("nodePath"), "");
    } finally {
      await vscode.workspace.fs.delete(fileUri(".vscode"), { recursive: true });
    }
    await until("they are gone", () => vscode.workspace.getConfiguration("guidon", folder().uri).get("codeLens"));
  });
});
