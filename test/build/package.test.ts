import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { builtinModules } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Metafile } from "esbuild";
import { targetOf } from "../../build/targets.ts";
import { zipEntries } from "../../build/zip.ts";

const root = join(import.meta.dirname, "..", "..");

describe("The VSIX", () => {
  const target = targetOf();
  let folder = "";
  let files: string[] = [];
  let programs: string[] = [];

  before(function () {
    this.timeout(60_000);
    folder = mkdtempSync(join(tmpdir(), "guidon-package-"));
    const file = join(folder, "guidon.vsix");
    const { status, stderr } = spawnSync(process.execPath, [join(root, "build/package.ts"), "--out", file], {
      encoding: "utf8",
    });
    assert.equal(status, 0, stderr);
    const entries = zipEntries(file).map(({ path, mode }) => ({ path: path.replace(/^extension\//, ""), mode }));
    files = entries.map(({ path }) => path);
    programs = entries.filter(({ mode }) => (mode & 0o100) !== 0).map(({ path }) => path);
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  it("has the bundles, the pages, the schema and the texts", () => {
    for (const file of [
      "package.json",
      "package.nls.json",
      "readme.md",
      "dist/extension.cjs",
      "dist/guidon.js",
      "dist/sandbox.cjs",
      "dist/keychain.js",
      "dist/g.d.ts",
      "dist/bin/guidon",
      "dist/bin/guidon.cmd",
      "dist/webview/runs.js",
      "dist/webview/runs.css",
      "dist/webview/codicon.ttf",
      "extension/media/guidon.svg",
      "node_modules/guidon-typescript-plugin/index.js",
      "dist/tools.schema.json",
    ])
      assert.ok(files.includes(file), file);
  });

  it("has the command of the terminals as a program", () => {
    assert.ok(programs.includes("dist/bin/guidon"));
  });

  it("has no sources, tests, maps or programs of other machines", () => {
    const allowed = /^(dist|extension\/(media|snippets|l10n)|node_modules)/;
    const top =
      /^(package(\.nls(\.\w+)?)?\.json|readme\.md|changelog\.md|LICENSE\.txt|\[Content_Types\]\.xml|extension\.vsixmanifest)$/;
    const odd = (file: string): boolean => /\.map$|\.ts$/.test(file) && file !== "dist/g.d.ts";
    assert.deepEqual(
      files.filter((file) => !(allowed.test(file) || top.test(file)) || odd(file)),
      [],
    );
    const natives = files.filter((file) => file.endsWith(".node"));
    const { platform, arch } = process;
    assert.deepEqual(
      natives.filter((file) => !file.includes(`${platform}-${arch}`)),
      [],
    );
  });

  it("has every package that a bundle loads", () => {
    const meta = JSON.parse(readFileSync(join(root, "dist/meta.json"), "utf8")) as Metafile;
    const names = Object.values(meta.outputs)
      .flatMap(({ imports }) => imports)
      .filter(({ external, path }) => external && !path.startsWith("node:") && !builtinModules.includes(path))
      .map(({ path }) => path);
    assert.ok(names.includes("esbuild"), "the bundles were read");
    // VS Code itself, and what libraries can do without.
    const elsewhere = new Set(["vscode", "proxy-agent", "bufferutil", "utf-8-validate"]);
    for (const name of new Set([...names, "isolated-vm", target.keyring, target.esbuild]))
      if (!elsewhere.has(name)) assert.ok(files.includes(`node_modules/${name}/package.json`), name);
  });
});

describe("A target", () => {
  it("is a machine that the sandbox has a build for", () => {
    assert.equal(targetOf("win32-x64").esbuild, "@esbuild/win32-x64");
    assert.throws(() => targetOf("linux-riscv64"), /There is no VSIX for linux-riscv64, only for linux-x64, /);
  });
});
