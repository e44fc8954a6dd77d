import assert from "node:assert/strict";
import * as vscode from "vscode";
import { fileUri, until } from "../../support/inside.ts";
import { approve, execute, listTools, startServer } from "../../support/insideMcp.ts";

describe("VS Code's own MCP client", function () {
  this.timeout(60_000);
  before(startServer);

  it("lists the tools of the folder, without an account", async () => {
    const text = await listTools();
    assert.match(text, /"greet"/);
    assert.match(text, /"orders"/);
  });

  it("is told that a person has to approve a tool, and calls it once one has", async () => {
    const call = (): Promise<string> => execute("greet", { name: "Ada", times: 2 });
    assert.match(await call(), /approve/i);
    await approve("greet");
    assert.match(await call(), /Hello, Ada! Hello, Ada!/);
  });

  it("sees what is wrong with arguments", async () => {
    assert.match(await execute("greet", { times: 2 }), /name/);
  });

  it("sees a tool that is added on disk, without a restart", async () => {
    const file = fileUri("tools.json");
    const before = await vscode.workspace.fs.readFile(file);
    const parsed = JSON.parse(Buffer.from(before).toString()) as { tools: object[] };
    parsed.tools.push({ name: "added", description: "Was added while VS Code ran.", script: "scripts/added.js" });
    await vscode.workspace.fs.writeFile(fileUri("scripts/added.js"), Buffer.from("const main = () => 'here';"));
    await vscode.workspace.fs.writeFile(file, Buffer.from(JSON.stringify(parsed, null, 2)));
    try {
      await until("the tool is listed", async () => (await listTools()).includes('"added"'));
      await approve("added");
      assert.match(await execute("added"), /here/);
    } finally {
      await vscode.workspace.fs.writeFile(file, before);
      await vscode.workspace.fs.delete(fileUri("scripts/added.js"));
    }
  });

  it("gets the answer of a call that goes on while tools.json is saved", async () => {
    await approve("slow");
    const file = fileUri("tools.json");
    const before = await vscode.workspace.fs.readFile(file);
    const text = Buffer.from(before).toString();
    const call = execute("slow", { steps: 50 });
    try {
      await vscode.workspace.fs.writeFile(file, Buffer.from(text.replace("by name", "by their name")));
      await until("the server has heard of it", async () => (await listTools()).includes("by their name"));
      assert.match(await call, /50/);
    } finally {
      await vscode.workspace.fs.writeFile(file, before);
    }
  });
});
