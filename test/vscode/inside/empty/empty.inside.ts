import assert from "node:assert/strict";
import * as vscode from "vscode";
import { fileUri, until } from "../../support/inside.ts";

describe("An empty folder", () => {
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
