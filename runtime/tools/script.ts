/** Makes a script ready for the sandbox: read fresh, checked, types removed, imports bundled. */
import { hash } from "node:crypto";
import { stripTypeScriptTypes } from "node:module";
import { extname, join, relative } from "node:path";
import { Script } from "node:vm";
import { ToolError } from "../errors.ts";
import { bundleScript, noMainError, slashed } from "./bundle.ts";
import { literalHosts } from "./literalHosts.ts";
import { readPragma } from "./pragma.ts";
import { scriptError } from "./scriptError.ts";
import { resolveScript, shownPath } from "./scriptPath.ts";
import type { ScriptPlace } from "./scriptPath.ts";
import type { Resolutions } from "./resolutions.ts";
import { createStackMap } from "./stackMap.ts";
import { stampOf } from "../stamp.ts";
import { readTextFile } from "./textFile.ts";

export interface LoadedScript {
  /** As shown in stacks: relative to the folder, with forward slashes. */
  file: string;
  /** What the isolate evaluates; defines a function main. */
  code: string;
  /** From the script's @timeout line. Not yet cut to the setting's maximum. */
  timeoutMs?: number;
  /** What is wrong with that line. */
  pragmaProblem?: string;
  /** Hosts, with ports, that stand in http(s) addresses of the author's own files (node_modules left out). Lower case. */
  literalHosts: string[];
  /** sha256 hex over the paths and texts of all files, and over where each import leads; the same wherever the folder is. */
  hash: string;
  /** Relative paths of all files, the script first. */
  inputs: string[];
  /** Maps generated positions back to the author's lines. */
  mapStack(stack: string): string;
}

const MAX_BYTES = 1 << 20;
const MAX_CACHED = 200;

interface Built {
  script: LoadedScript;
  /** What it was made from, by real path. */
  sources: Map<string, string>;
  /** Where it was bundled. */
  resolutions?: Resolutions;
}

/** By the script's real path and its folder's. */
const cache = new Map<string, Built>();
/** Scripts of one file, which their stamp tells from another version, by folder and path as given. */
const singles = new Map<string, { stamp: string; script: LoadedScript }>();

/**
 * Reads the files anew each time; what did not change is not built again.
 * @param folder workspace folder @param script path in it, as in tools.json
 * Throws ToolError: NotFound, InvalidPath, ScriptError with file:line:column.
 */
export async function loadScript(folder: string, script: string): Promise<LoadedScript> {
  const given = `${folder}\0${script}`;
  const single = singles.get(given);
  if (single && single.stamp === stampOf(join(folder, script))) return single.script;
  // The stamp comes first: what changes after it is seen the next time.
  const stamp = stampOf(join(folder, script));
  const loaded = await readScript(folder, script);
  singles.delete(given);
  if (loaded.inputs.length === 1 && stamp !== "fresh" && stamp !== "missing")
    singles.set(given, { stamp, script: loaded });
  dropOldest(singles);
  return loaded;
}

/** Where the headers of a tool without allowedHosts may go; nowhere while its script cannot be read. */
export async function literalHostsOf(folder: string, script: string): Promise<readonly string[]> {
  try {
    return (await loadScript(folder, script)).literalHosts;
  } catch (error) {
    if (error instanceof ToolError) return [];
    throw error;
  }
}

async function readScript(folder: string, script: string): Promise<LoadedScript> {
  const place = resolveScript(folder, script);
  const source = readSource(place.file, shownPath(script));
  const key = `${place.folder}\0${place.file}\0${shownPath(script)}`;
  const known = cache.get(key);
  if (known && isCurrent(known, place.file, source)) return known.script;
  const built = await build(place, shownPath(script), source);
  cache.delete(key);
  cache.set(key, built);
  dropOldest(cache);
  return built.script;
}

function dropOldest(map: Map<string, unknown>): void {
  const [oldest] = map.keys();
  if (map.size > MAX_CACHED && oldest !== undefined) map.delete(oldest);
}

function readSource(path: string, shown: string): string {
  const read = readTextFile(path, MAX_BYTES);
  if (read.ok) return read.text;
  if (read.failure === "missing") {
    throw new ToolError("NotFound", `script ${shown} does not exist`, {
      hint: 'Create the file, or correct "script" in tools.json.',
    });
  }
  const code = read.failure === "not-a-file" ? "InvalidPath" : "ScriptError";
  throw new ToolError(code, `script ${shown} ${read.reason}`, { hint: "Put a script of at most 1 MiB in its place." });
}

function isCurrent({ sources, resolutions }: Built, file: string, source: string): boolean {
  for (const [path, text] of sources) {
    if (path === file ? text !== source : !isSame(path, text)) return false;
  }
  return resolutions?.isCurrent() ?? true;
}

function isSame(path: string, text: string): boolean {
  const read = readTextFile(path, MAX_BYTES);
  return read.ok && read.text === text;
}

/** Statements that only a bundler can carry out. Too many hits cost time, a missed one a syntax error in the isolate. */
const NEEDS_BUNDLER = new RegExp(
  [
    String.raw`(?:^|[;}]|\*\/)\s*import\b\s*[\w$*{"']`,
    String.raw`\bimport\s*\(`,
    String.raw`(?:^|[;}]|\*\/)\s*export\b\s*[\w$*{]`,
    String.raw`\brequire\s*\(`,
    String.raw`\bmodule\.exports\b|^\s*exports\.\w`,
  ].join("|"),
  "m",
);

async function build(place: ScriptPlace, file: string, source: string): Promise<Built> {
  const pragma = readPragma(source);
  const typed = [".ts", ".mts", ".cts"].includes(extname(file));
  const plain = NEEDS_BUNDLER.test(source) ? undefined : typed ? stripTypes(source) : source;
  if (plain !== undefined) {
    checkSyntax(plain, file);
    const sources = new Map([[place.file, source]]);
    const script: LoadedScript = {
      file,
      code: plain,
      ...pragma,
      literalHosts: literalHosts([source]),
      hash: hashOf([[file, source]], []),
      inputs: [file],
      mapStack: (stack) => stack,
    };
    return { sources, script };
  }
  if (!/\bmain\b|\bdefault\b|\bexports\b/.test(source)) throw noMainError(file);
  const { code, map, sources, imports, resolutions } = await bundleScript(place.folder, place.file, source);
  const pathOf = (path: string) => (path === place.file ? file : slashed(relative(place.folder, path)));
  const files = [...sources].map(([path, text]): [string, string] => [pathOf(path), text]);
  const own = files.filter(([path]) => !path.split("/").includes("node_modules")).map(([, text]) => text);
  const realFile = slashed(relative(place.folder, place.file));
  const script: LoadedScript = {
    file,
    code,
    ...pragma,
    literalHosts: literalHosts(own),
    hash: hashOf(files, imports),
    inputs: files.map(([path]) => path),
    mapStack: createStackMap(file, map, (path) => (path === realFile ? file : path)),
  };
  return { script, sources, resolutions };
}

/** JavaScript with the types blanked out, so each position stays. undefined where types leave code behind (enum): esbuild then. */
function stripTypes(source: string): string | undefined {
  try {
    return withoutWarning(() => stripTypeScriptTypes(source, { mode: "strip" }));
  } catch {
    return undefined;
  }
}

/** Node warns once that the function is experimental; a person who runs a tool cannot do anything about it. */
function withoutWarning<T>(work: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return work();
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** Throws ScriptError where V8 cannot parse the code. Nothing of it is run. */
function checkSyntax(code: string, file: string): void {
  try {
    // oxlint-disable-next-line no-new -- only parsed
    new Script(code, { filename: file });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // `scripts/tool.js:2`, the source line, carets under the place, an empty line, the message.
    const [head = "", lineText = "", carets = ""] = (error.stack ?? "").split("\n");
    const line = Number(/:(\d+)$/.exec(head)?.[1] ?? 1);
    const column = carets.includes("^") ? carets.indexOf("^") + 1 : 1;
    throw scriptError({ file, line, column, lineText, text: error.message });
  }
}

function hashOf(files: [string, string][], imports: string[]): string {
  const sorted = files.toSorted(([a], [b]) => (a < b ? -1 : 1));
  return hash("sha256", JSON.stringify([sorted, imports]));
}
