import * as vscode from "vscode";
import { guidon, until } from "../support/inside.ts";

it("reads VS Code's table of start times", async function () {
  await until("it is active", () => guidon().isActive);
  await vscode.commands.executeCommand("perfview.show");
  // | guidon.guidon | true | load | activate | finish | event | by |
  const row = /^\| guidon\.guidon +\| \w+ +\| (\d+) +\| (\d+) /m;
  const [, load, call] = await until("the table", () =>
    row.exec(vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === "perf")?.getText() ?? ""),
  );
  if (this.test) this.test.title = `${load} ${call}`;
});
