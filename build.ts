/**
 * Bundles the processes of Guidon into dist/: `node build.ts`.
 * guidon.js is the runtime and the command, sandbox.cjs the sandbox child, keychain.js the keychain helper; extension.cjs, webview/ and
 * typescript-plugin/ are of the VS Code extension, bin/ has the command of its terminals; g.d.ts has the typings of scripts; meta.json says what went in.
 */
import { cp, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build as bundle, type Metafile, type Plugin } from "esbuild";
import { bundleEntry, COMMON, REQUIRE_BANNER, ROOT } from "./build/bundle.ts";
import { editorSchema } from "./build/editorSchema.ts";
import { bundleExtension, bundleTsPlugin, bundleWebviews } from "./build/extension.ts";

/** Writes dist/. An entry that is not there yet is left out with a line on stderr. */
export async function build(outDir = join(ROOT, "dist")): Promise<void> {
  // Beside the old build, which stays in use until the new one is whole.
  const fresh = `${outDir}.${process.pid}`;
  try {
    await mkdir(fresh, { recursive: true });
    const metafiles = await Promise.all([
      bundleRuntime(fresh),
      bundleSandbox(fresh),
      bundleKeychain(fresh),
      bundleExtension(fresh),
      bundleWebviews(fresh),
      bundleTsPlugin(fresh),
    ]);
    await cp(join(ROOT, "runtime/run/g.d.ts"), join(fresh, "g.d.ts"));
    await cp(join(ROOT, "extension/bin"), join(fresh, "bin"), { recursive: true });
    await writeFile(join(fresh, "tools.schema.json"), JSON.stringify(editorSchema()));
    await writeFile(join(fresh, "meta.json"), JSON.stringify(merge(metafiles.flat())));
    await rm(outDir, { recursive: true, force: true });
    await rename(fresh, outDir);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

function bundleRuntime(outDir: string): Promise<Metafile | undefined> {
  return bundleEntry("runtime/cli.ts", {
    entryPoints: { guidon: "runtime/cli.ts" },
    outdir: outDir,
    chunkNames: "chunks/[name]-[hash]",
    format: "esm",
    splitting: true,
    // The UMD builds that some packages name as "main" cannot be bundled.
    mainFields: ["module", "main"],
    banner: { js: REQUIRE_BANNER },
    external: ["isolated-vm", "@napi-rs/keyring", "esbuild"],
  });
}

/** One file, since the child may read no other. */
export function bundleSandbox(outDir: string): Promise<Metafile | undefined> {
  return bundleEntry("runtime/sandbox/main.ts", {
    entryPoints: { sandbox: "runtime/sandbox/main.ts" },
    outdir: outDir,
    outExtension: { ".js": ".cjs" },
    format: "cjs",
    plugins: [guestPlugin],
  });
}

function bundleKeychain(outDir: string): Promise<Metafile | undefined> {
  return bundleEntry("runtime/secrets/keychainProcess.ts", {
    entryPoints: { keychain: "runtime/secrets/keychainProcess.ts" },
    outdir: outDir,
    format: "esm",
    banner: { js: REQUIRE_BANNER },
    external: ["@napi-rs/keyring"],
  });
}

/** `import { guestCode } from "guidon:guest"`: the code of runtime/sandbox/guest as the text of a function expression. */
const guestPlugin: Plugin = {
  name: "guest",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^guidon:guest$/ }, ({ path }) => ({ path, namespace: "guest" }));
    onLoad({ filter: /.*/, namespace: "guest" }, async () => ({ contents: await guestModule() }));
  },
};

async function guestModule(): Promise<string> {
  const { outputFiles } = await bundle({
    ...COMMON,
    entryPoints: ["runtime/sandbox/guest/main.ts"],
    platform: "neutral",
    target: "es2024",
    format: "iife",
    globalName: "guest",
    sourcemap: false,
    write: false,
  });
  const code = `(function(){${outputFiles[0]?.text ?? ""}\nreturn guest.boot.apply(undefined,arguments)})`;
  return `export const guestCode = ${JSON.stringify(code)};`;
}

function merge(metafiles: (Metafile | undefined)[]): Metafile {
  const merged: Metafile = { inputs: {}, outputs: {} };
  for (const metafile of metafiles) {
    Object.assign(merged.inputs, metafile?.inputs);
    Object.assign(merged.outputs, metafile?.outputs);
  }
  return merged;
}

if (import.meta.main) await build();
