/** Puts together, in a folder, what goes into a VSIX: package.json as VS Code reads it, texts, dist/, and the packages that dist/ loads. */
import { existsSync, globSync } from "node:fs";
import { cp, mkdtemp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fetchedNode, findNpm, npmStep } from "../bootstrap/node.mjs";
import manifest from "../package.json" with { type: "json" };
import { ROOT } from "./bundle.ts";
import { TS_PLUGIN } from "./extension.ts";
import type { Target } from "./targets.ts";

/** Of ours, besides dist/. */
const FILES = [
  "package.nls*.json",
  "README.md",
  "CHANGELOG.md",
  "LICENSE",
  "extension/media",
  "extension/snippets",
  "extension/l10n",
];

/** Parts of package.json that are about working on Guidon, not about running it. */
const NOT_FOR_RUNNING = new Set(["bin", "files", "scripts", "devDependencies", "overrides", "prettier", "mocha"]);

interface Package {
  name: string;
  /** Globs; the licence goes with them. */
  files: string[];
}

/** What dist/ loads from node_modules, with no more files than it loads. */
function packagesOf({ name, keyring, esbuild }: Target): Package[] {
  return [
    { name: "isolated-vm", files: [`prebuilds/${name}/*.node`] },
    { name: "@napi-rs/keyring", files: ["*.js"] },
    { name: keyring, files: ["*.node"] },
    { name: "esbuild", files: ["lib/main.js"] },
    { name: esbuild, files: ["bin/*", "esbuild.exe"] },
  ];
}

/** @param folder empty */
export async function stage(folder: string, target: Target, withNode: boolean): Promise<void> {
  for (const file of globSync(FILES, { cwd: ROOT })) await copy(ROOT, folder, file);
  // VS Code shows no pictures of an extension's own files in its description.
  await rm(join(folder, "extension", "media", "pictures"), { recursive: true, force: true });
  const readme = await readFile(join(folder, "README.md"), "utf8");
  await writeFile(join(folder, "README.md"), readme.replaceAll(/^!\[.*\]\(.*\)\n/gm, ""));
  await cp(join(ROOT, "dist"), join(folder, "dist"), { recursive: true });
  const dependencies = await withPackages(target, (modules) => stagePackages(modules, folder, target));
  const plugin = join(folder, "dist", "typescript-plugin");
  if (existsSync(plugin)) {
    await cp(plugin, join(folder, "node_modules", TS_PLUGIN), { recursive: true });
    await rm(plugin, { recursive: true });
    dependencies[TS_PLUGIN] = manifest.version;
  }
  if (withNode) await stageNode(folder, target);
  const forRunning = Object.entries(manifest).filter(([key]) => !NOT_FOR_RUNNING.has(key));
  await writeJson(join(folder, "package.json"), { ...Object.fromEntries(forRunning), dependencies });
}

/** @returns name → version of what was copied */
async function stagePackages(modules: string, folder: string, target: Target): Promise<Record<string, string>> {
  const packages = packagesOf(target);
  const versions: Record<string, string> = {};
  for (const { name, files } of packages) {
    const [from, to] = [join(modules, name), join(folder, "node_modules", name)];
    const found = globSync([...files, "LICENSE*"], { cwd: from }).filter((file) => !file.includes(".musl."));
    for (const file of found) await copy(from, to, file);
    const { dependencies, optionalDependencies, scripts, devDependencies, ...rest } = JSON.parse(
      await readFile(join(from, "package.json"), "utf8"),
    ) as Record<string, unknown> & { version: string };
    await writeJson(join(to, "package.json"), rest);
    versions[name] = rest.version;
  }
  return versions;
}

/** Calls `work` with a node_modules that has the packages of a target: ours, or one that is fetched for another. */
async function withPackages<T>(target: Target, work: (modules: string) => Promise<T>): Promise<T> {
  if (existsSync(join(ROOT, "node_modules", target.keyring))) return work(join(ROOT, "node_modules"));
  const folder = await mkdtemp(join(tmpdir(), "guidon-packages-"));
  try {
    for (const file of ["package.json", "package-lock.json"]) await copy(ROOT, folder, file);
    const system = [`--os=${target.platform}`, `--cpu=${target.arch}`, "--libc=glibc"];
    const npm = findNpm(process.env, process.execPath);
    await npmStep(`Fetching the packages for ${target.name}`, npm, ["ci", "--omit=dev", ...system], { cwd: folder });
    return await work(join(folder, "node_modules"));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** extension/nodeBinary.ts looks for it there. */
async function stageNode(folder: string, { platform, arch }: Target): Promise<void> {
  const node = await fetchedNode(findNpm(process.env, process.execPath), platform, arch, "to be part of the VSIX");
  const program = platform === "win32" ? "node.exe" : "node";
  await copy(node, join(folder, "node"), join("bin", program));
  for (const licence of globSync("LICENSE*", { cwd: node })) await copy(node, join(folder, "node"), licence);
}

async function copy(from: string, to: string, file: string): Promise<void> {
  await mkdir(dirname(join(to, file)), { recursive: true });
  await cp(join(from, file), join(to, file), { recursive: true, dereference: true });
}

const writeJson = (file: string, value: object): Promise<void> =>
  writeFile(file, `${JSON.stringify(value, null, 2)}\n`);
