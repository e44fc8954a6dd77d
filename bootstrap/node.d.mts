export type Environment = Record<string, string | undefined>;
export interface NodePackage {
  name: string;
  version: string;
  integrity: string;
  program: string;
}
export declare const fits: (abi: string) => boolean;
export declare function cacheFolder(platform?: string, env?: Environment): string;
export declare function nodePackage(platform: string, arch: string): NodePackage | undefined;
export declare function findNpm(
  env: Environment,
  execPath: string,
  exists?: (path: string) => boolean,
): string | undefined;
export declare function environmentFor(node: string, npm: string | undefined, env?: Environment): Environment;
export declare function npmStep(
  what: string,
  npm: string | undefined,
  args: string[],
  options?: { advice?: string; cwd?: string },
): Promise<void>;
export declare function fetchedNode(
  npm: string | undefined,
  platform: string,
  arch: string,
  why: string,
): Promise<string>;
