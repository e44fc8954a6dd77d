/** The machines that a VSIX is made for: those that isolated-vm has a build for. */

export interface Target {
  /** As VS Code names it. */
  name: string;
  platform: string;
  arch: string;
  /** The package that has the keyring library, and the one that has esbuild's program. */
  keyring: string;
  esbuild: string;
}

const TARGETS: readonly Target[] = [
  target("linux", "x64", "linux-x64-gnu"),
  target("linux", "arm64", "linux-arm64-gnu"),
  target("darwin", "arm64", "darwin-arm64"),
  target("win32", "x64", "win32-x64-msvc"),
];

function target(platform: string, arch: string, keyring: string): Target {
  const name = `${platform}-${arch}`;
  return { name, platform, arch, keyring: `@napi-rs/keyring-${keyring}`, esbuild: `@esbuild/${name}` };
}

/** @throws Error with the names that there are */
export function targetOf(name = `${process.platform}-${process.arch}`): Target {
  const found = TARGETS.find((each) => each.name === name);
  if (found) return found;
  throw new Error(`There is no VSIX for ${name}, only for ${TARGETS.map((each) => each.name).join(", ")}`);
}
