/** Builds what a case is given: the workspace folders, a home of its own, and the environment of the server. */
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { scriptOf } from "./steps.ts";
import type { Beacon } from "./beacon.ts";
import type { Places } from "./testServer/index.ts";
import type { Case, Expectation, FileContent, Files, Given } from "./types.ts";

export const ROOT = path.resolve(import.meta.dirname, "../..");
export const REPORTS = path.join(import.meta.dirname, "reports");

/** Nothing of the environment of these tests may decide a case. */
const DROPPED = ["DBUS_SESSION_BUS_ADDRESS", "NODE_EXTRA_CA_CERTS", "GUIDON_HOME", "GUIDON_LOG", "GUIDON_BROWSER"];
const PROXY_VARIABLES = ["http_proxy", "https_proxy", "all_proxy", "no_proxy"].flatMap((name) => [
  name,
  name.toUpperCase(),
]);

export interface Workspace {
  /** Temporary folder that holds all of the case. */
  root: string;
  /** Workspace folders, absolute; none when the case has none. */
  folders: string[];
  /** The first of them, also when it is not there. */
  folder: string;
  /** Text of tools.json at the start, "" when there is none. */
  toolsText: string;
  places: Places;
  /** Path at the beacon that a refused script would call. */
  beaconPath: string;
  env: Record<string, string | undefined>;
  /** Files that were not there at the start. */
  newFiles(under?: string): string[];
  dispose(): void;
}

/** Puts addresses for `%NAME%` and repeats `{"$repeat": [text, n]}`, all the way down. */
export function fill<T>(value: T, places: Places): T {
  if (typeof value === "string") return value.replace(/%([A-Z]\w*)%/g, (all, name: string) => places[name] ?? all) as T;
  if (Array.isArray(value)) return value.map((item: unknown) => fill(item, places)) as T;
  if (typeof value !== "object" || value === null) return value;
  if ("$repeat" in value) {
    const [text, times] = value.$repeat as [string, number];
    return text.repeat(times) as T;
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, places)])) as T;
}

/** Bytes of a file as a case file describes it. */
export function contentOf(content: FileContent, places: Places): string | Buffer {
  if (typeof content === "string") return fill(content, places);
  const { $text, $steps, $base64utf16le } = content;
  if ($text !== undefined) return fill($text, places);
  if ($steps) return fill(scriptOf($steps), places);
  if ($base64utf16le !== undefined) return Buffer.from(`\ufeff${fill($base64utf16le, places)}`, "utf16le");
  return `${JSON.stringify(fill(content, places), null, 2)}\n`;
}

export function putFile(folder: string, name: string, data: string | Buffer) {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  writeFileSync(path.join(folder, name), data);
}

export function buildWorkspace({ when, then }: Case, given: Given, testPlaces: Places, beacon: Beacon): Workspace {
  const root = realpathSync(mkdtempSync(path.join(os.tmpdir(), "guidon-case-")));
  const names = given.folders ? Object.keys(given.folders) : [given.workspace ?? "workspace"];
  const folders = names.map((name) => path.join(root, name));
  const folder = folders[0] ?? root;
  const places = { ...testPlaces, WS: folder };
  const beaconPath = `/entered/${path.basename(root)}`;
  const refused = new Set(refusedOutcomes(then));
  const refusedTools = new Set(
    when.flatMap((step) => ("tool" in step && refused.has(step.as ?? "") ? [step.tool] : [])),
  );

  const filesOf = given.folders ? Object.values(given.folders) : [{ ...given.files, ...generated(given) }];
  for (const [index, files] of filesOf.entries()) {
    const at = folders[index] ?? folder;
    mkdirSync(at, { recursive: true });
    for (const [name, content] of Object.entries(files)) putFile(at, name, contentOf(content, places));
    for (const script of scriptsOf(files, refusedTools)) signal(path.join(at, script), beacon.url + beaconPath);
  }
  const present = setUp(given, root, folders);
  const home = path.join(root, "home");
  for (const name of ["home/run", "empty"]) mkdirSync(path.join(root, name), { recursive: true, mode: 0o700 });
  const before = new Set(filesUnder(root));
  return {
    root,
    folders: present,
    folder,
    toolsText:
      present.length > 0 && before.has(path.join(folder, "tools.json"))
        ? readFileSync(path.join(folder, "tools.json"), "utf8")
        : "",
    places,
    beaconPath,
    env: environment(home, given, places),
    newFiles: (under = root) => filesUnder(under).filter((file) => !before.has(file)),
    dispose() {
      for (const at of folders) setWritable(at, true);
      rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

function environment(home: string, given: Given, places: Places): Workspace["env"] {
  const dropped = new Set([...DROPPED, ...PROXY_VARIABLES]);
  const kept = Object.entries(process.env).filter(([name]) => !dropped.has(name) && !name.startsWith("GUIDON_SECRET_"));
  const secrets = Object.entries(given.secrets ?? {}).map(([name, value]) => [`GUIDON_SECRET_${name}`, value]);
  const loud = { GUIDON_LOG: "trace", DEBUG: "*", NODE_DEBUG: "http,undici,fetch" };
  return {
    ...Object.fromEntries(kept),
    ...homeVariables(home),
    ...(given.settings?.log === "most verbose" ? loud : {}),
    ...Object.fromEntries(secrets),
    ...fill(given.env ?? {}, places),
  };
}

const homeVariables = (home: string) => ({
  HOME: home,
  USERPROFILE: home,
  APPDATA: home,
  LOCALAPPDATA: home,
  XDG_CONFIG_HOME: `${home}/config`,
  XDG_DATA_HOME: `${home}/data`,
  XDG_STATE_HOME: `${home}/state`,
  XDG_CACHE_HOME: `${home}/cache`,
  XDG_RUNTIME_DIR: `${home}/run`,
});

function generated({ $generate }: Given): Files {
  if (!$generate) return {};
  const lines = readFileSync(path.resolve(REPORTS, $generate.from), "utf8").split("\n");
  const schemas = lines
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { kind?: string; name: string; description: string; inputSchema: unknown });
  const tools = schemas.filter(({ kind }) => !kind).slice(0, $generate.take);
  const entries = tools.map(({ name, description, inputSchema }) =>
    Object.assign({ name, description, parameters: inputSchema }, $generate.each),
  );
  return { "tools.json": { tools: entries } };
}

const refusedOutcomes = (entries: Expectation[]): string[] =>
  entries.flatMap(({ of, outcome, anyOf = [] }) => [
    ...(outcome === "rejected" ? [of] : []),
    ...refusedOutcomes(anyOf),
  ]);

function scriptsOf(files: Files, wanted: Set<string>): string[] {
  const file = files["tools.json"] as { tools?: { name?: string; script?: string }[] } | undefined;
  const entries = (file?.tools ?? []).filter(({ name }) => name !== undefined && wanted.has(name));
  return [...new Set(entries.flatMap(({ script }) => (script && script in files ? [script] : [])))];
}

/** Makes main() of a script call the beacon first, in the same line, so that positions stay. */
function signal(file: string, url: string) {
  const call = `try { await g.http.makeHttpRequest({ url: ${JSON.stringify(url)} }); } catch {}`;
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replace(/async function main\(\) ?\{/, `$& ${call}`));
}

function setUp({ setup }: Given, root: string, folders: string[]): string[] {
  const [folder = root] = folders;
  if (setup === "no folder") rmSync(folder, { recursive: true });
  if (setup === "no tools.json") rmSync(path.join(folder, "tools.json"));
  if (setup === "workspace read-only") setWritable(folder, false);
  return setup === "no folder" ? [] : folders;
}

function setWritable(folder: string, writable: boolean) {
  for (const at of [folder, path.join(folder, "scripts")]) {
    try {
      chmodSync(at, writable ? 0o755 : 0o555);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
}

function filesUnder(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  } catch {
    return []; // gone
  }
}
