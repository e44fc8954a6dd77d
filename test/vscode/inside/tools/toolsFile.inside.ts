import assert from "node:assert/strict";
import * as vscode from "vscode";
import { diagnosticsOf, edited, fileUri, openFile, positionOf, textOf, until } from "../../support/inside.ts";

const run = <T>(command: string, ...args: unknown[]) => vscode.commands.executeCommand<T>(command, ...args);

describe("tools.json in the editor", () => {
  let document: vscode.TextDocument;

  before(async () => {
    document = await openFile("tools.json");
    await until("its problems are known", () => diagnosticsOf(document.uri, "Guidon"));
  });

  const actions = (diagnostic: vscode.Diagnostic) =>
    run<vscode.CodeAction[]>("vscode.executeCodeActionProvider", document.uri, diagnostic.range);
  const fix = async (diagnostic: vscode.Diagnostic, title: RegExp): Promise<vscode.CodeAction> => {
    const found = (await actions(diagnostic)).find((action) => title.test(action.title));
    assert.ok(found, `there is a fix ${title}`);
    return found;
  };

  it("is checked as it is typed, by its schema and by the runtime", async () => {
    await edited(
      document,
      (text) => text.replace('"title": "Greeting"', '"titel": 5'),
      async () => {
        const [found] = await until("the runtime's word", () =>
          diagnosticsOf(document.uri, "Guidon").filter(({ message }) => message.includes("titel")),
        );
        assert.match(document.getText(found?.range), /titel/);
      },
    );
    await edited(
      document,
      (text) => text.replace('"Greets somebody by name."', "5"),
      async () => {
        await until("the schema's word", () =>
          diagnosticsOf(document.uri).filter(({ source, message }) => source !== "Guidon" && /type/.test(message)),
        );
      },
    );
    await until("both are gone with their cause", () => diagnosticsOf(document.uri).length === 1);
  });

  it("has a fix for a field that is spelled wrongly", async () => {
    await edited(
      document,
      (text) => text.replace('"title": "Greeting"', '"titel": "Greeting"'),
      async () => {
        const problem = await until("the problem", () =>
          diagnosticsOf(document.uri, "Guidon").find(({ message }) => message.includes("titel")),
        );
        const { edit } = await until("its fix", () => fix(problem, /title/).catch(() => undefined));
        assert.ok(edit);
        await vscode.workspace.applyEdit(edit);
        assert.match(document.getText(), /"title": "Greeting"/);
      },
    );
  });

  it("has a fix that writes a script which is missing, also of an entry that is not saved", async () => {
    const script = fileUri("scripts/new.js");
    await edited(
      document,
      (text) => text.replace("scripts/greet.js", "scripts/new.js"),
      async () => {
        try {
          const problem = await until("the problem", () =>
            diagnosticsOf(document.uri, "Guidon").find(({ message }) => message.includes("scripts/new.js")),
          );
          const { command } = await until("its fix", () => fix(problem, /[Cc]reate/).catch(() => undefined));
          assert.ok(command);
          await run(command.command, ...(command.arguments ?? []));
          const text = (await vscode.workspace.openTextDocument(script)).getText();
          assert.match(text, /main\(/);
        } finally {
          await vscode.window.showTextDocument(document);
          const edit = new vscode.WorkspaceEdit();
          const all = new vscode.Range(0, 0, document.lineCount, 0);
          edit.replace(document.uri, all, document.getText().replace("scripts/new.js", "scripts/greet.js"));
          await vscode.workspace.applyEdit(edit);
          await document.save();
          await vscode.workspace.fs.delete(script, { useTrash: false });
        }
      },
    );
  });

  it("is not taken for what another program calls tools.json", async () => {
    const uri = fileUri("cfg/tools.json");
    await vscode.workspace.fs.writeFile(uri, Buffer.from('{ "name": 7, "tools": { "hammer": 1, "hammer": 2 } }'));
    try {
      await vscode.window.showTextDocument(uri);
      const found = await until("the word of VS Code's JSON", () => diagnosticsOf(uri));
      assert.ok(
        found.every(({ message }) => /[Dd]uplicate/.test(message)),
        String(found.map(({ message }) => message)),
      );
    } finally {
      await vscode.window.showTextDocument(document);
      await vscode.workspace.fs.delete(fileUri("cfg"), { recursive: true, useTrash: false });
    }
  });

  it("offers to set a secret that is not set", async () => {
    const problem = await until("the problem", () =>
      diagnosticsOf(document.uri, "Guidon").find(({ message }) => message.includes("SHOP_TOKEN")),
    );
    const { command } = await fix(problem, /SHOP_TOKEN|[Ss]ecret/);
    assert.equal(command?.command, "guidon.setSecret");
  });

  it("completes fields by the schema, and scripts and secrets by what there is", async () => {
    const complete = async (at: vscode.Position): Promise<string[]> => {
      const { items } = await run<vscode.CompletionList>("vscode.executeCompletionItemProvider", document.uri, at);
      return items.map(({ label }) => (typeof label === "string" ? label : label.label));
    };
    const header = '"headers": { "X-Key": "{{" },';
    await edited(
      document,
      (text) => text.replace('"title": "Greeting",', `"title": "Greeting", ${header}`),
      async () => {
        const secrets = await complete(positionOf(document, '"X-Key": "{{', "after"));
        assert.ok(secrets.includes("SHOP_TOKEN"), String(secrets));
      },
    );
    const scripts = await complete(positionOf(document, '"script": "', "after"));
    assert.ok(scripts.includes("scripts/orders.js"), String(scripts));
    await edited(
      document,
      (text) => text.replace('"title": "Greeting",', '"title": "Greeting",\n      "",'),
      async () => {
        const fields = await until("the fields", () => complete(positionOf(document, '      ""').translate(0, 6)));
        assert.ok(
          fields.some((field) => field.includes("timeoutMs") || field.includes("annotations")),
          String(fields),
        );
      },
    );
  });

  it("tells at a secret whether it is set and who uses it, and at a tool what the model sees", async () => {
    const hover = async (text: string): Promise<string> => {
      const at = positionOf(document, text);
      const found = await run<vscode.Hover[]>("vscode.executeHoverProvider", document.uri, at);
      return found.flatMap(({ contents }) => contents.map(textOf)).join("\n");
    };
    assert.match(await hover("SHOP_TOKEN"), /not set[\s\S]*orders/);
    assert.match(await hover("greet"), /Greets somebody by name/);
  });

  it("has a lens over each tool", async () => {
    const lenses = await until("the lenses", () =>
      run<vscode.CodeLens[]>("vscode.executeCodeLensProvider", document.uri, 20),
    );
    const titles = lenses.map(({ command }) => command?.title ?? "");
    assert.equal(titles.filter((title) => /\bRun$/.test(title)).length, 3, String(titles));
    assert.equal(titles.filter((title) => title === "Copy as call").length, 3);
    const [first] = lenses;
    assert.equal(first && document.lineAt(first.range.start.line).text.includes("{"), true);
  });

  it("leads from a script's name to the script", async () => {
    const links = await until("the links", () =>
      run<vscode.DocumentLink[]>("vscode.executeLinkProvider", document.uri),
    );
    const targets = links.map(({ target }) => target?.path ?? "");
    assert.ok(targets.includes(fileUri("scripts/greet.js").path), String(targets));
    const at = positionOf(document, "scripts/orders.js");
    const found = await run<(vscode.Location | vscode.LocationLink)[]>(
      "vscode.executeDefinitionProvider",
      document.uri,
      at,
    );
    const paths = found.map((each) => ("targetUri" in each ? each.targetUri : each.uri).path);
    assert.deepEqual(paths, [fileUri("scripts/orders.js").path]);
  });

  it("finds and renames a secret", async () => {
    const at = positionOf(document, "SHOP_TOKEN");
    const places = await run<vscode.Location[]>("vscode.executeReferenceProvider", document.uri, at);
    assert.equal(places.length, 1);
    const edit = await run<vscode.WorkspaceEdit>(
      "vscode.executeDocumentRenameProvider",
      document.uri,
      at,
      "STORE_TOKEN",
    );
    const edits = edit.get(document.uri);
    assert.deepEqual(
      edits.map(({ newText, range }) => [document.getText(range), newText]),
      [["SHOP_TOKEN", "STORE_TOKEN"]],
    );
  });

  it("is renamed where it stands in a script that is not saved", async () => {
    const script = await vscode.workspace.openTextDocument(fileUri("scripts/orders.js"));
    await edited(
      script,
      (text) => `// a line that is not saved\nconst has = g.secrets.hasSecret("SHOP_TOKEN");\n${text}`,
      async () => {
        const at = positionOf(document, "SHOP_TOKEN");
        const edit = await run<vscode.WorkspaceEdit>(
          "vscode.executeDocumentRenameProvider",
          document.uri,
          at,
          "STORE_TOKEN",
        );
        const [change] = edit.get(script.uri);
        assert.equal(change && script.getText(change.range), "SHOP_TOKEN");
      },
    );
  });
});
