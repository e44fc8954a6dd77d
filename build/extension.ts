/** The bundles of the VS Code extension: its entry, the pages of its webviews, and the TypeScript server plugin. */
import { globSync } from "node:fs";
import { cp, mkdir, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Metafile } from "esbuild";
import manifest from "../package.json" with { type: "json" };
import { bundleEntry, ROOT } from "./bundle.ts";

/** One file: it is read at the start of each window. */
export function bundleExtension(outDir: string): Promise<Metafile | undefined> {
  return bundleEntry("extension/main.ts", {
    entryPoints: { extension: "extension/main.ts" },
    outdir: outDir,
    outExtension: { ".js": ".cjs" },
    format: "cjs",
    // The Node of the oldest VS Code that the extension runs in.
    target: "node22",
    minify: true,
    mainFields: ["module", "main"],
    external: ["vscode"],
  });
}

/** webview/<panel>.js and .css for each folder of webview-ui with a main.ts, and the icons that they share. */
export async function bundleWebviews(outDir: string): Promise<(Metafile | undefined)[]> {
  const webview = join(outDir, "webview");
  await mkdir(webview, { recursive: true });
  for (const file of ["codicon.css", "codicon.ttf"])
    await cp(join(ROOT, "node_modules/@vscode/codicons/dist", file), join(webview, file));
  const panels = globSync("webview-ui/*/main.ts", { cwd: ROOT }).map((file) => basename(dirname(file)));
  const options = {
    outdir: webview,
    platform: "browser",
    target: "chrome128",
    minify: true,
    sourcemap: false,
  } as const;
  return Promise.all(
    panels.flatMap((panel) => {
      const [script, style] = [`webview-ui/${panel}/main.ts`, `webview-ui/${panel}/style.css`];
      return [
        bundleEntry(script, { ...options, entryPoints: { [panel]: script }, format: "iife" }),
        bundleEntry(style, { ...options, entryPoints: { [panel]: style }, external: ["*.ttf"] }),
      ];
    }),
  );
}

/** A package of its own, as the TypeScript server loads plugins: CommonJS whose module is the factory, `init` of plugin.ts. */
export async function bundleTsPlugin(outDir: string): Promise<Metafile | undefined> {
  const folder = join(outDir, "typescript-plugin");
  const metafile = await bundleEntry("extension/tsPlugin/plugin.ts", {
    entryPoints: { index: "extension/tsPlugin/plugin.ts" },
    outdir: folder,
    format: "cjs",
    // A person can name an older Node for the TypeScript server than VS Code's own.
    target: "node20",
    footer: { js: "module.exports=module.exports.init;" },
  });
  if (!metafile) return undefined;
  const description = {
    name: TS_PLUGIN,
    version: manifest.version,
    type: "commonjs",
    main: "index.js",
    license: manifest.license,
  };
  await writeFile(join(folder, "package.json"), JSON.stringify(description));
  return metafile;
}

/** The name under which package.json contributes it. */
export const TS_PLUGIN = manifest.contributes.typescriptServerPlugins[0]?.name ?? "";
