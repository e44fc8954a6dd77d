// A real VS Code for tests: code-server from npm, with the Node that it wants, in the user's cache folder. Nothing is compiled and no
// install script runs: the few native parts that it can do without are left out or replaced by the small files in vscodeHost/standIns.
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder, npmStep, renameUnlessThere, temporaryFolder, usesMusl } from "./node.mjs";
import { root, step } from "./step.mjs";

const recipe = join(root, "bootstrap", "vscodeHost");

/** Extensions of VS Code that need what is left out, or an account. */
const WITHOUT = ["git", "github", "github-authentication", "microsoft-authentication", "mermaid-markdown-features"];

/** Why VS Code cannot be run by tests on this machine; undefined where it can. */
export function whyNoVsCode(platform = process.platform, arch = process.arch, musl = usesMusl()) {
  if (platform === "linux" && ["x64", "arm64"].includes(arch) && !musl) return undefined;
  return `tests of the extension run in VS Code on Linux (x64, arm64, glibc), and this is ${platform} on ${arch}${musl ? " with musl" : ""}`;
}

/** Its folder in the cache, named after what is in it. */
export function vscodeFolder() {
  const hash = createHash("sha256");
  for (const file of filesOf(recipe)) hash.update(readFileSync(file));
  hash.update(readFileSync(import.meta.filename));
  const { version } = JSON.parse(readFileSync(join(recipe, "package-lock.json"), "utf8")).packages[
    "node_modules/code-server"
  ];
  return join(cacheFolder(), `vscode-host-${version}-${hash.digest("hex").slice(0, 8)}`);
}

/** Its programs. */
export function vscodeHost(folder = vscodeFolder()) {
  return {
    node: join(folder, "node_modules", `node-linux-${process.arch}`, "bin", "node"),
    server: join(folder, "node_modules", "code-server", "out", "node", "entry.js"),
  };
}

/** Fetches it where it is not there yet; whole or not there, whoever else fetches at the same time. */
export async function fetchVsCode(npm) {
  const folder = vscodeFolder();
  if (existsSync(folder)) return;
  const temporary = temporaryFolder();
  try {
    cpSync(recipe, temporary, { recursive: true });
    const what = `Fetching VS Code into ${folder}: tests of the extension run in it (about 170 MB, once)`;
    await npmStep(what, npm, ["ci", "--omit=dev"], { cwd: temporary });
    await npmStep("Fetching the parts of VS Code", npm, ["ci", "--omit=dev"], { cwd: join(temporary, "server") });
    putTogether(temporary);
    const { node, server } = vscodeHost(temporary);
    const config = ["--config", join(temporary, "none.yaml"), "--user-data-dir", join(temporary, "none")];
    await step("Starting VS Code once", node, [server, ...config, "--version"]);
    for (const left of ["none.yaml", "none", "server", "standIns"])
      rmSync(join(temporary, left), { recursive: true, force: true });
    renameUnlessThere(temporary, folder);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

function putTogether(folder) {
  const code = join(folder, "node_modules", "code-server", "lib", "vscode");
  const modules = join(code, "node_modules");
  renameSync(join(folder, "server", "node_modules"), modules);
  mkdirSync(join(code, "extensions", "node_modules"));
  renameSync(join(modules, "typescript"), join(code, "extensions", "node_modules", "typescript"));
  for (const name of readdirSync(join(folder, "standIns")))
    cpSync(join(folder, "standIns", name), join(modules, "@vscode", name), { recursive: true });
  for (const name of WITHOUT) rmSync(join(code, "extensions", name), { recursive: true, force: true });
  for (const part of ["include", "share"])
    rmSync(join(folder, "node_modules", `node-linux-${process.arch}`, part), { recursive: true, force: true });
}

function filesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}
