/** What the extension tells the plugin: which files are scripts of tools, and what their arguments are. */

export interface PluginConfig {
  /** Of g.d.ts: absolute, forward slashes. */
  declarations: string;
  /** Absolute path, as `keyOf` makes it → TypeScript text of the type of g.tool.args. */
  scripts: ReadonlyMap<string, string>;
}

export type KeyOf = (fileName: string) => string;

export const NO_SCRIPTS: PluginConfig = { declarations: "", scripts: new Map() };

/** @param raw as it came through the TypeScript extension; anything odd in it is left out */
export function readConfig(raw: unknown, keyOf: KeyOf): PluginConfig {
  const { declarations, scripts } = Object(raw) as { declarations?: unknown; scripts?: unknown };
  if (typeof declarations !== "string" || !declarations.endsWith(".d.ts") || !Array.isArray(scripts)) return NO_SCRIPTS;
  const known = new Map<string, string>();
  for (const script of scripts as unknown[]) {
    const { file, argsType } = Object(script) as { file?: unknown; argsType?: unknown };
    if (typeof file === "string") known.set(keyOf(file), typeof argsType === "string" ? argsType : "");
  }
  return { declarations: slashed(declarations), scripts: known };
}

/** TypeScript's paths have forward slashes, and on some systems the case of letters does not count. */
export function keyMaker(caseSensitive: boolean): KeyOf {
  return (fileName) => (caseSensitive ? slashed(fileName) : slashed(fileName).toLowerCase());
}

function slashed(path: string): string {
  return path.replaceAll("\\", "/");
}
