// node_modules as package-lock.json says, and dist/ newer than its sources; one set-up at a time per checkout.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { cacheFolder, npmStep } from "./node.mjs";
import { root, say, step, Stop, throwIfInterrupted } from "./step.mjs";

const BUILT = "dist/guidon.js";
const SOURCES = ["runtime", "extension", "webview-ui", "build.ts", "build", "package.json", "package-lock.json"];
/** What a VSIX is made from, besides these. */
const PACKAGED = [BUILT, "README.md", "CHANGELOG.md", "LICENSE", ".vscodeignore"];

/** @param build whether the command needs dist/. */
export async function installAndBuild(npm, { build = false } = {}) {
  const installed = () => dependenciesFit(read("package-lock.json"), read("node_modules/.package-lock.json"));
  const built = () =>
    !build ||
    isNewer(
      join(root, BUILT),
      SOURCES.map((source) => join(root, source)),
    );
  if (installed() && built()) return;
  await alone(setupLock(), async () => {
    if (!installed())
      await npmStep("Installing the dependencies that package-lock.json names", npm, ["ci"], { cwd: root });
    if (!built()) await step("Building dist/", process.execPath, ["build.ts"]);
  });
}

/** The VSIX for this machine, newer than what it is made from: tests install it. */
export async function packageVsix() {
  const { name, version } = JSON.parse(read("package.json"));
  const file = join(root, `${name}-${process.platform}-${process.arch}-${version}.vsix`);
  const texts = readdirSync(root).filter((each) => each.startsWith("package.nls"));
  const packaged = () =>
    isNewer(
      file,
      [...SOURCES, ...PACKAGED, ...texts].map((source) => join(root, source)),
    );
  if (packaged()) return;
  await alone(setupLock(), async () => {
    if (!packaged()) await step("Packaging the VSIX", process.execPath, ["build/package.ts"]);
  });
}

const setupLock = () =>
  join(cacheFolder(), `setup-${createHash("sha256").update(root).digest("hex").slice(0, 16)}.lock`);

/** Whether npm's own record of node_modules has each package of the lock file in its version. Texts of both, "" when absent. */
export function dependenciesFit(lockText, installedText) {
  if (installedText === "") return false;
  const installed = JSON.parse(installedText).packages ?? {};
  return Object.entries(JSON.parse(lockText).packages).every(([path, { version, optional, devOptional, link }]) => {
    if (path === "" || link) return true;
    const found = installed[path];
    return found ? found.version === version : Boolean(optional || devOptional);
  });
}

/** Whether a file is there and no source, with all that is in it, was changed after it. */
export function isNewer(file, sources) {
  const time = modified(file);
  return time > 0 && !sources.some((source) => changedAfter(source, time));
}

function changedAfter(path, time) {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return false;
  if (stats.mtimeMs > time) return true;
  return stats.isDirectory() && readdirSync(path).some((name) => changedAfter(join(path, name), time));
}

const modified = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const read = (path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : "");

/** Runs `work` while no other process does: `npm ci` deletes node_modules first. @param lock a file that is there meanwhile. */
export async function alone(lock, work) {
  for (let waited = 0; !(await take(lock)); waited += 1) {
    if (waited === 1) say("Another command is setting up this checkout; waiting for it");
    await sleep(200);
    throwIfInterrupted();
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** Takes the lock, also from a process that is no more. */
async function take(lock) {
  const mine = String(process.pid);
  try {
    mkdirSync(dirname(lock), { recursive: true });
    writeFileSync(lock, mine, { flag: "wx" });
  } catch (error) {
    if (error.code !== "EEXIST") throw new Stop(`${lock} cannot be written (${error.code}). Make its folder writable.`);
    const holder = Number(readLock(lock));
    if (holder > 0 && !isAlive(holder)) rmSync(lock, { force: true });
    return false;
  }
  // Whoever saw the dead process's lock a moment ago may remove this one.
  await sleep(50);
  return readLock(lock) === mine;
}

function readLock(lock) {
  try {
    return readFileSync(lock, "utf8");
  } catch {
    return "";
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}
