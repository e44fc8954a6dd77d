/** The bootstrap's modules are plain JavaScript; here are the types that its tests use. */
import { pathToFileURL } from "node:url";
import { join } from "node:path";

export const root = join(import.meta.dirname, "../..");
export const moduleUrl = (name: string): string => pathToFileURL(join(root, "bootstrap", name)).href;

type Env = Record<string, string | undefined>;

interface NodeModule {
  fits: (abi: string) => boolean;
  cacheFolder: (platform: string, env: Env) => string;
  nodePackage: (
    platform: string,
    arch: string,
  ) => { name: string; version: string; integrity: string; program: string } | undefined;
  findNpm: (env: Env, execPath: string, exists?: (path: string) => boolean) => string | undefined;
  environmentFor: (node: string, npm: string | undefined, env: Env) => Env;
}

interface DependenciesModule {
  dependenciesFit: (lockText: string, installedText: string) => boolean;
  isNewer: (file: string, sources: string[]) => boolean;
}

interface AptModule {
  debianOf: (osRelease: string) => "debian" | "ubuntu" | undefined;
  onPath: (program: string, path?: string) => boolean;
}

export const nodeModule = (await import(moduleUrl("node.mjs"))) as NodeModule;
export const dependenciesModule = (await import(moduleUrl("dependencies.mjs"))) as DependenciesModule;
export const aptModule = (await import(moduleUrl("apt.mjs"))) as AptModule;
