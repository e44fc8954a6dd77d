// Packages of Debian and its kin; only ever asked for where this is root there.
import { accessSync, constants, existsSync, readFileSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { run, step } from "./step.mjs";

/** "debian", "ubuntu", or undefined for another system. @param osRelease text of /etc/os-release. */
export function debianOf(osRelease) {
  const field = (name) => new RegExp(`^${name}="?([^"\n]*)`, "m").exec(osRelease)?.[1].split(" ") ?? [];
  const names = new Set([...field("ID"), ...field("ID_LIKE")]);
  return ["ubuntu", "debian"].find((name) => names.has(name));
}

export const onPath = (program, path = process.env.PATH ?? "") =>
  path.split(delimiter).some((folder) => folder !== "" && isExecutable(join(folder, program)));

export function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Which system this is, where packages can be installed on it without asking anybody. */
export function installableSystem() {
  const file = "/etc/os-release";
  const system = debianOf(existsSync(file) ? readFileSync(file, "utf8") : "");
  return process.getuid?.() === 0 && onPath("apt-get") ? system : undefined;
}

export const updatePackageList = (why) => apt(`Reading the system's list of packages: ${why}`, "update");

export const installPackages = (packages, why) =>
  apt(`Installing ${packages.join(", ")}: ${why}`, "install", "-y", "--no-install-recommends", ...packages);

export const isKnownPackage = async (name) => (await run("apt-cache", ["show", name], { onOutput: () => {} })) === 0;

function apt(what, ...args) {
  return step(what, "apt-get", ["-o", "DPkg::Lock::Timeout=300", ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    advice:
      "The lines above say why. If the system's packages were not reached, check with apt-get update and run it again.",
  });
}
