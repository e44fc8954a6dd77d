/** What every bundle has in common. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { build, type BuildOptions, type Metafile } from "esbuild";

export const ROOT = join(import.meta.dirname, "..");

export const COMMON = {
  absWorkingDir: ROOT,
  bundle: true,
  platform: "node",
  target: "node24",
  minifyWhitespace: true,
  minifySyntax: true,
  sourcemap: "linked",
  sourcesContent: false,
  metafile: true,
  legalComments: "none",
  logLevel: "warning",
} satisfies BuildOptions;

/** Bundled CommonJS packages expect `require`. */
export const REQUIRE_BANNER =
  'import{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url);';

/** @param entry relative to the root; where it is not there yet, a line on stderr says so and nothing is written */
export async function bundleEntry(entry: string, options: BuildOptions): Promise<Metafile | undefined> {
  if (!existsSync(join(ROOT, entry))) {
    process.stderr.write(`build: ${entry} is not there, left out\n`);
    return undefined;
  }
  return (await build({ ...COMMON, ...options })).metafile;
}
