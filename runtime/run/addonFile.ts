/** Finds the native part of isolated-vm for a Node: the prebuild for its platform, ABI and C library, or one compiled on this machine. */
import { existsSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { ToolError } from "../errors.ts";

export interface AddonTarget {
  platform: string;
  arch: string;
  /** process.versions.modules of the Node that will load it. */
  abi: string;
  /** Only Linux has both. */
  libc: "glibc" | "musl";
}

/** @param packageDir The folder of isolated-vm. Gives the real path. Throws ToolError Unavailable. */
export function findAddonFile(target: AddonTarget = currentTarget(), packageDir = isolatedVmDir()): string {
  const { platform, arch, abi, libc } = target;
  const prebuilds = join(packageDir, "prebuilds", `${platform}-${arch}`);
  const candidates = [
    join(prebuilds, `isolated-vm.abi${abi}.${libc}.node`),
    join(prebuilds, `isolated-vm.abi${abi}.node`),
  ];
  const found = candidates.find((file) => existsSync(file)) ?? compiledFile(join(packageDir, "build", "Release"));
  if (found !== undefined) return realpathSync(found);
  throw new ToolError("Unavailable", `There is no sandbox for ${platform}-${arch} and Node ABI ${abi}`, {
    hint: "Run Guidon on Node 26 or 24 for Linux (x64, arm64), macOS (arm64) or Windows (x64), or compile isolated-vm with npm rebuild isolated-vm",
  });
}

export function currentTarget(): AddonTarget {
  return {
    platform: process.platform,
    arch: process.arch,
    abi: process.versions.modules,
    libc: process.platform === "linux" && usesMusl() ? "musl" : "glibc",
  };
}

function compiledFile(dir: string): string | undefined {
  if (!existsSync(dir)) return undefined;
  const name = readdirSync(dir).find((file) => file.endsWith(".node"));
  return name === undefined ? undefined : join(dir, name);
}

function isolatedVmDir(): string {
  return dirname(createRequire(import.meta.url).resolve("isolated-vm/package.json"));
}

/** ldd is a script or a program of the C library that names it. */
function usesMusl(): boolean {
  try {
    return readFileSync("/usr/bin/ldd", "latin1").includes("musl");
  } catch {
    return existsSync("/etc/alpine-release");
  }
}
