/** Who may import whom, read from what esbuild really bundled. */
import assert from "node:assert/strict";
import { readFileSync, globSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

const root = join(import.meta.dirname, "..");

/** Folder or file → what its files may import as values, besides themselves and the bottom. */
const BOTTOM = [
  "runtime/errors.ts",
  "runtime/log.ts",
  "runtime/hostCall.ts",
  "runtime/contract/",
  "runtime/alive.ts",
  "runtime/files.ts",
  "runtime/proxies.ts",
  "runtime/stamp.ts",
  "runtime/headerTemplate.ts",
  "runtime/hostPattern.ts",
  "runtime/visibleText.ts",
];
const MAY: Record<string, string[]> = {
  "runtime/contract/": [],
  "runtime/tools/": [],
  "runtime/browser/": [],
  "runtime/http/": [],
  "runtime/secrets/": [],
  "runtime/consent/": ["runtime/workspaceId.ts"],
  "runtime/sandbox/guest/": [],
  "runtime/sandbox/": ["runtime/sandbox/guest/"],
  "runtime/run/": [
    "runtime/tools/",
    "runtime/browser/",
    "runtime/http/",
    "runtime/secrets/",
    "runtime/consent/",
    "runtime/settings.ts",
    "runtime/workspaceId.ts",
    "runtime/distFile.ts",
  ],
  "runtime/runtime.ts": [
    "runtime/run/",
    "runtime/owner/",
    "runtime/tools/",
    "runtime/consent/",
    "runtime/listing.ts",
    "runtime/settings.ts",
  ],
  "runtime/mcp/": ["runtime/listing.ts", "runtime/version.ts"],
  "runtime/editor/": ["runtime/tools/"],
  "runtime/workspace/": ["runtime/consent/", "runtime/tools/"],
  "runtime/doctor/": ["runtime/listing.ts"],
  "runtime/owner/": ["runtime/channel.ts", "runtime/secrets/", "runtime/workspaceId.ts"],
  "runtime/control/": [
    "runtime/channel.ts",
    "runtime/consent/",
    "runtime/distFile.ts",
    "runtime/doctor/",
    "runtime/editor/",
    "runtime/secrets/",
    "runtime/tools/",
    "runtime/version.ts",
    "runtime/workspace/",
    "runtime/workspaceId.ts",
  ],
  "runtime/channel.ts": [],
  // The face inside the editor: all else is asked of the runtime, by a channel.
  "extension/": ["runtime/channel.ts", "runtime/contract/"],
  "extension/tsPlugin/": [],
  "webview-ui/shared/": [],
  "webview-ui/": ["webview-ui/shared/"],
};

/** Layers that have nothing of the runtime below them. */
const FACES = ["extension/", "webview-ui/"];

const ONLY_IN: Record<string, string> = {
  vscode: "extension/main.ts",
  "isolated-vm": "runtime/sandbox/isolate.ts",
  "puppeteer-core": "runtime/browser/browser.ts",
  "@napi-rs/keyring": "runtime/secrets/keychainProcess.ts",
};

const graph = new Map<string, { path: string; external: boolean }[]>();

function layerOf(file: string): string | undefined {
  return Object.keys(MAY)
    .filter((layer) => (layer.endsWith("/") ? file.startsWith(layer) : file === layer))
    .toSorted((a, b) => b.length - a.length)[0];
}

function bottomOf(layer: string): string[] {
  if (FACES.some((face) => layer.startsWith(face))) return [];
  return layer.startsWith("runtime/sandbox/") ? ["runtime/contract/"] : BOTTOM;
}

describe("The layers", () => {
  before(async () => {
    const result = await build({
      entryPoints: globSync("{runtime,extension,webview-ui}/**/*.ts", { cwd: root }).filter(
        (file) => !file.endsWith(".d.ts"),
      ),
      absWorkingDir: root,
      bundle: true,
      write: false,
      outdir: "unused",
      platform: "node",
      format: "esm",
      packages: "external",
      metafile: true,
      logLevel: "silent",
      plugins: [
        {
          name: "virtual",
          setup: (b) => b.onResolve({ filter: /^guidon:guest$/ }, ({ path }) => ({ path, external: true })),
        },
      ],
    });
    for (const [file, { imports }] of Object.entries(result.metafile.inputs))
      graph.set(
        file,
        imports.map(({ path, external }) => ({ path, external: external === true })),
      );
  });

  it("import only what they may", () => {
    const breaches: string[] = [];
    for (const [file, imports] of graph) {
      const layer = layerOf(file);
      if (!layer) continue;
      const allowed = [layer, ...bottomOf(layer), ...(MAY[layer] ?? [])];
      for (const { path, external } of imports)
        if (!external && !allowed.some((prefix) => path.startsWith(prefix)) && path !== "package.json")
          breaches.push(`${file} → ${path}`);
    }
    assert.deepEqual(breaches, []);
    assert.ok(graph.size > 40, "the bundle was read");
  });

  it("have no cycles", () => {
    const cycles: string[] = [];
    const visit = (file: string, path: string[]): void => {
      if (path.includes(file)) return void cycles.push([...path.slice(path.indexOf(file)), file].join(" → "));
      if (done.has(file)) return;
      for (const next of graph.get(file) ?? []) if (!next.external) visit(next.path, [...path, file]);
      done.add(file);
    };
    const done = new Set<string>();
    for (const file of graph.keys()) visit(file, []);
    assert.deepEqual(cycles, []);
  });

  it("let the extension load nothing but Node's own modules and VS Code, besides what it bundles", () => {
    const outside = [...graph]
      .filter(([file]) => file.startsWith("extension/"))
      .flatMap(([file, imports]) =>
        imports.filter(({ path, external }) => external && !path.startsWith("node:")).map(({ path }) => [file, path]),
      );
    assert.deepEqual(outside, [["extension/main.ts", "vscode"]]);
  });

  it("let one file each know VS Code, the isolate, the browser and the keyring", () => {
    for (const [library, home] of Object.entries(ONLY_IN)) {
      const users = [...graph].filter(([, imports]) =>
        imports.some(({ path }) => path === library || path.startsWith(`${library}/`)),
      );
      assert.deepEqual(
        users.map(([file]) => file).filter((file) => file !== home),
        [],
        `${library} is for ${home} alone`,
      );
    }
  });

  it("let one file each show messages and lists in VS Code, where data of a workspace becomes plain text", () => {
    const homes = { "show\\w+Message|setStatusBarMessage": "messages.ts", showQuickPick: "pick.ts" };
    for (const [call, home] of Object.entries(homes)) {
      const users = globSync("extension/**/*.ts", { cwd: root }).filter((file) =>
        new RegExp(`\\b(${call})\\b`).test(readFileSync(join(root, file), "utf8")),
      );
      assert.deepEqual(users, [`extension/${home}`], call);
    }
  });

  it("write to stdout in the stdio transport and in commands only", () => {
    const writers = globSync("runtime/**/*.ts", { cwd: root }).filter((file) =>
      /process\.stdout|console\.(log|info|debug)\(/.test(readFileSync(join(root, file), "utf8")),
    );
    const allowed = new Set([
      "runtime/mcp/stdio.ts",
      "runtime/commands/output.ts",
      "runtime/commands/approve.ts",
      "runtime/commands/control.ts",
    ]);
    assert.deepEqual(
      writers.filter((file) => !allowed.has(file) && !file.startsWith("runtime/sandbox/guest/")),
      [],
    );
  });
});
