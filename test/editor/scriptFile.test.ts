import assert from "node:assert/strict";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { isSameScript, scriptFile } from "../../runtime/editor/scriptFile.ts";
import { createWorkspace, type TestWorkspace } from "../support/workspace.ts";

describe("the file of a script", () => {
  let workspace: TestWorkspace;
  before(() => {
    workspace = createWorkspace({ "scripts/Ticket.js": "" });
    // As on a system that ignores case: another name leads to the same file.
    symlinkSync("scripts", join(workspace.folder, "SCRIPTS"));
    symlinkSync("Ticket.js", join(workspace.folder, "scripts", "ticket.js"));
    symlinkSync("Ticket.js", join(workspace.folder, "scripts", "other.js"));
  });
  after(() => workspace.dispose());

  const FILES: [string, string, string][] = [
    ["has forward slashes alone", ".\\scripts\\\\Ticket.js", "scripts/Ticket.js"],
    ["has the letters of the disk", "SCRIPTS/ticket.js", "scripts/Ticket.js"],
    ["keeps the name of a link", "scripts/other.js", "scripts/other.js"],
    ["is as it is written where there is none", "Scripts\\new.js", "Scripts/new.js"],
  ];
  for (const [title, script, file] of FILES) it(title, () => assert.equal(scriptFile(workspace.folder, script), file));

  it("is one, however its path is written", () => {
    const { folder } = workspace;
    assert.equal(isSameScript(folder, "SCRIPTS\\ticket.js", "./scripts/Ticket.js"), true);
    assert.equal(isSameScript(folder, "scripts/other.js", "scripts/Ticket.js"), false);
    assert.equal(isSameScript(folder, "scripts/new.js", "scripts/NEW.js"), false);
  });
});
