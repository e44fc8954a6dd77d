/**
 * Writes guidon-<platform>-<arch>-<version>.vsix from dist/: `node build/package.ts [--target linux-arm64] [--with-node] [--out FILE]`.
 * A target is a platform and an architecture of Node; the packages of another one are fetched. --with-node: with a Node of its own.
 */
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { createVSIX } from "@vscode/vsce";
import { ROOT } from "./bundle.ts";
import { stage } from "./stage.ts";
import { targetOf } from "./targets.ts";
import { vsixFile } from "./vsixFile.ts";
import { zipEntries } from "./zip.ts";

interface PackageOptions {
  /** "linux-x64"; default: this machine. */
  target?: string;
  withNode?: boolean;
  out?: string;
}

/** @returns the file written */
async function writeVsix(options: PackageOptions): Promise<string> {
  const target = targetOf(options.target);
  const out = resolve(options.out ?? vsixFile(target));
  const folder = await mkdtemp(join(tmpdir(), "guidon-vsix-"));
  try {
    await stage(folder, target, options.withNode ?? false);
    await createVSIX({
      cwd: folder,
      packagePath: out,
      target: target.name,
      ignoreFile: join(ROOT, ".vscodeignore"),
      useYarn: false,
      allowMissingRepository: true,
      rewriteRelativeLinks: false,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return out;
}

/** The size of each part of a VSIX: a folder of dist, a package, and the rest. */
function partsOf(file: string): string {
  const parts = new Map<string, { size: number; packed: number }>();
  for (const { path, size, packed } of zipEntries(file)) {
    const [, part = "the rest"] =
      /^extension\/(dist\/(?:webview|chunks|[^/]+)|node_modules\/(?:@[^/]+\/)?[^/]+|[^/]+)/.exec(path) ?? [];
    const sum = parts.get(part) ?? { size: 0, packed: 0 };
    parts.set(part, { size: sum.size + size, packed: sum.packed + packed });
  }
  const kilobytes = (bytes: number): string =>
    Math.ceil(bytes / 1000)
      .toLocaleString("en")
      .padStart(8);
  return [
    "  packed kB   whole kB",
    ...[...parts]
      .toSorted(([, a], [, b]) => b.packed - a.packed)
      .map(([part, { size, packed }]) => `   ${kilobytes(packed)}   ${kilobytes(size)}  ${part}`),
  ].join("\n");
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { target: { type: "string" }, "with-node": { type: "boolean" }, out: { type: "string" } },
  });
  const file = await writeVsix({
    ...(values.target === undefined ? {} : { target: values.target }),
    ...(values.out === undefined ? {} : { out: values.out }),
    withNode: values["with-node"] ?? false,
  });
  const { size } = await stat(file);
  process.stdout.write(`${partsOf(file)}\n${relative(ROOT, file)}: ${(size / 1e6).toFixed(1)} MB\n`);
}
