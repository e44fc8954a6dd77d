/** package.json as the manifest of the extension: what it names is there, and what is there is named. */
import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { commands } from "../extension/commands.ts";
import manifest from "../package.json" with { type: "json" };
import english from "../package.nls.json" with { type: "json" };

const root = join(import.meta.dirname, "..");
const { contributes } = manifest;
const read = (file: string): string => readFileSync(join(root, file), "utf8");

describe("The manifest", () => {
  it("has a text for each key that it uses, and uses each text", () => {
    const used = new Set([...JSON.stringify(manifest).matchAll(/"%([\w.]+)%"/g)].map(([, key]) => key ?? ""));
    assert.deepEqual([...used].toSorted(), Object.keys(english).toSorted());
  });

  it("has the same keys in every language", () => {
    for (const file of globSync("package.nls.*.json", { cwd: root }))
      assert.deepEqual(Object.keys(JSON.parse(read(file)) as object).toSorted(), Object.keys(english).toSorted(), file);
  });

  it("names the commands that the extension has, and the other way round", () => {
    const named = contributes.commands.map(({ command }) => command);
    const internal = (id: string): boolean => /^guidon\.(?:fix\.|lens\.|openResult$)/.test(id);
    assert.deepEqual(
      commands
        .map(({ id }) => id)
        .filter((id) => !internal(id))
        .toSorted(),
      named.toSorted(),
    );
  });

  it("has no menu entry for a command or a view that is not there", () => {
    const named = new Set(contributes.commands.map(({ command }) => command));
    const views = new Set(Object.values(contributes.views).flatMap((list) => list.map(({ id }) => id)));
    for (const [menu, entries] of Object.entries(contributes.menus))
      for (const entry of entries) {
        assert.ok(named.has(entry.command), `${menu}: ${entry.command}`);
        const view = /view == ([\w.]+)/.exec(entry.when)?.[1];
        assert.ok(view === undefined || views.has(view), `${menu}: ${view}`);
      }
  });

  it("has a schema for tools.json, matched once: VS Code puts the slash there itself", () => {
    assert.deepEqual(
      contributes.jsonValidation.map(({ fileMatch }) => fileMatch),
      [["tools.json"]],
    );
  });

  it("has what a row offers by a picture in its menu as well, where keyboards and screen readers find it", () => {
    const entries = contributes.menus["view/item/context"];
    const inMenu = new Set(entries.filter(({ group }) => !group.startsWith("inline")).map((entry) => `${entry.command} ${entry.when}`)); // prettier-ignore
    const missing = entries.filter((entry) => !inMenu.has(`${entry.command} ${entry.when}`));
    assert.deepEqual(missing, []);
    const hidden = new Set<string>(contributes.menus.commandPalette.filter(({ when }) => when === "false").map(({ command }) => command)); // prettier-ignore
    assert.deepEqual(
      entries.filter(({ command }) => hidden.has(command)),
      [],
    );
  });

  it("wakes the extension for a tools.json that is opened, also one that was not there at the start", () => {
    const language = contributes.languages.find(({ filenames }) => filenames.includes("tools.json"));
    assert.ok(manifest.activationEvents.includes(`onLanguage:${language?.id}`));
  });

  it("names files that are there", () => {
    const files = [
      manifest.icon,
      ...contributes.jsonValidation.map(({ url }) => url),
      ...contributes.snippets.map(({ path }) => path),
      ...contributes.walkthroughs.flatMap(({ steps }) => steps.map(({ media }) => media.markdown)),
      ...Object.values(contributes.viewsContainers).flatMap((list) => list.map(({ icon }) => icon)),
    ];
    assert.deepEqual(
      files.filter((file) => !existsSync(join(root, file))),
      [],
    );
  });

  it("lets no workspace name a program that is run", () => {
    const programs = Object.entries(contributes.configuration.properties).filter(([name]) => name.endsWith("Path"));
    assert.deepEqual(
      programs.map(([name, { scope }]) => [name, scope]),
      manifest.capabilities.untrustedWorkspaces.restrictedConfigurations.map((name) => [name, "machine"]),
    );
  });

  it("uses no newer VS Code than the one it asks for", () => {
    const types = JSON.parse(read("node_modules/@types/vscode/package.json")) as { version: string };
    assert.equal(manifest.engines.vscode, `^${types.version}`);
  });
});
