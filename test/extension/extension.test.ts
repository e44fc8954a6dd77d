import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createExtension } from "../../extension/extension.ts";
import manifest from "../../package.json" with { type: "json" };
import { createFakeVscode } from "../support/fakeVscode.ts";

describe("The extension", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "guidon-activation-"));
    writeFileSync(join(folder, "tools.json"), '{ "tools": [] }');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("registers every command, view and provider that the manifest names", () => {
    const fake = createFakeVscode({ folders: [folder] });
    const extension = createExtension(fake.vscode, fake.context);
    try {
      for (const { command } of manifest.contributes.commands) assert.ok(fake.commands.has(command), command);
      const { guidon, guidonRuns } = manifest.contributes.views;
      for (const { id, ...view } of [...guidon, ...guidonRuns]) {
        const shown = "type" in view ? fake.shown.webviewViews : fake.shown.treeViews;
        assert.ok(shown.has(id), id);
      }
      for (const { id } of manifest.contributes.mcpServerDefinitionProviders) assert.ok(fake.mcpProviders.has(id), id);
    } finally {
      extension.dispose();
    }
    assert.equal(fake.commands.size, 0);
  });

  it("starts nothing while the workspace is not trusted", async () => {
    const fake = createFakeVscode({ folders: [folder], trusted: false });
    const extension = createExtension(fake.vscode, fake.context);
    await sleep(300);
    assert.deepEqual(await fake.mcpProviders.get("guidon").provideMcpServerDefinitions(), []);
    extension.dispose();
    assert.deepEqual(
      fake.logLines.filter((line) => /Node|runtime/.test(line)),
      [],
    );
  });

  it("works in an editor without language models, and in one without a folder", () => {
    for (const options of [{ folders: [folder], noLanguageModels: true }, {}]) {
      const fake = createFakeVscode(options);
      createExtension(fake.vscode, fake.context).dispose();
    }
  });
});
