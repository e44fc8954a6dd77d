/**
 * What a person sets outside the workspace: settings.json in the user data directory, overridden by the environment.
 * Nothing of this is ever read from a workspace file.
 */
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { parse, printParseErrorCode, type ParseError } from "jsonc-parser";
import type { Environment } from "./environment.ts";
import { HOST_PATTERN_HINT, parseHostPattern } from "./hostPattern.ts";
import { stampOf } from "./stamp.ts";

export interface Settings {
  /** Full path of the browser's executable. GUIDON_BROWSER, or "browser" in settings.json. */
  browserPath?: string;
  /** Milliseconds a run may take when neither tools.json nor the script says so. settings.json has seconds, as they are for people. */
  defaultTimeoutMs: number;
  /** Milliseconds that no run may exceed. In settings.json seconds, too. */
  maxTimeoutMs: number;
  /** Characters of a result that an agent gets inline. */
  maxResultChars: number;
  /** Hosts (as in allowedHosts) to which secrets may go over plain http. */
  insecureHosts: string[];
  /** Sandbox children without a JIT: slower scripts, smaller attack surface. */
  highIsolation: boolean;
  /** What is wrong with settings.json, in plain words; what is wrong is not used. */
  problems: string[];
}

/** GUIDON_HOME, else the platform's folder for a user's application data. */
export function dataDirectory(environment: Environment): string {
  if (environment["GUIDON_HOME"]) return environment["GUIDON_HOME"];
  const home = environment["HOME"] || homedir();
  if (process.platform === "darwin") return join(home, "Library", "Application Support", "guidon");
  if (process.platform === "win32")
    return join(environment["LOCALAPPDATA"] || join(home, "AppData", "Local"), "guidon");
  return join(environment["XDG_DATA_HOME"] || join(home, ".local", "share"), "guidon");
}

/** Where downloaded browsers and Node builds lie. */
export function cacheDirectory(environment: Environment): string {
  const home = environment["HOME"] || homedir();
  if (process.platform === "darwin") return join(home, "Library", "Caches", "guidon");
  if (process.platform === "win32")
    return join(environment["LOCALAPPDATA"] || join(home, "AppData", "Local"), "guidon", "Cache");
  return join(environment["XDG_CACHE_HOME"] || join(home, ".cache"), "guidon");
}

/** The settings as the file says at the time; reading them anew costs a look at the file. @param now as they were read at the start */
export function followSettings(environment: Environment, now: Settings): () => Settings {
  const file = join(dataDirectory(environment), "settings.json");
  let known = { stamp: stampOf(file), settings: now };
  return () => {
    const stamp = stampOf(file);
    if (stamp !== known.stamp || stamp === "fresh") known = { stamp, settings: loadSettings(environment) };
    return known.settings;
  };
}

const FIELDS = {
  browser: "a path",
  defaultTimeout: "a number of seconds above 0",
  maxTimeout: "a number of seconds above 0",
  maxResultChars: "a number of characters above 0",
  insecureHosts: "a list of hosts",
  highIsolation: "true or false",
} as const;

type Field = keyof typeof FIELDS;

/** Never throws; what cannot be used is named in `problems`, and the preset is used in its place. */
export function loadSettings(environment: Environment): Settings {
  const file = join(dataDirectory(environment), "settings.json");
  const problems: string[] = [];
  const raw = readObject(file, problems);
  for (const name of Object.keys(raw))
    if (!Object.hasOwn(FIELDS, name)) problems.push(`${file}: "${name}" is not a setting`);

  const take = <T>(name: Field, preset: T, fits: (value: unknown) => value is T & {}): T => {
    const value = Object.hasOwn(raw, name) ? raw[name] : undefined;
    if (value === undefined) return preset;
    if (fits(value)) return value;
    problems.push(
      `${file}: "${name}" must be ${FIELDS[name]}; ${typeof preset === "number" ? `${preset} is used` : "it is left out"}`,
    );
    return preset;
  };
  const insecureHosts: string[] = [];
  for (const host of take<unknown[]>("insecureHosts", [], Array.isArray))
    if (typeof host === "string" && parseHostPattern(host)) insecureHosts.push(host);
    else
      problems.push(
        `${file}: "insecureHosts": ${JSON.stringify(host)} is not a host; it is left out. ${HOST_PATTERN_HINT}`,
      );

  const browserPath = environment["GUIDON_BROWSER"] || take<string | undefined>("browser", undefined, isText);
  const maxTimeoutMs = take<number>("maxTimeout", 120, isPositive) * 1000;
  return {
    ...(browserPath ? { browserPath } : {}),
    defaultTimeoutMs: Math.min(take<number>("defaultTimeout", 30, isPositive) * 1000, maxTimeoutMs),
    maxTimeoutMs,
    maxResultChars: Math.min(take<number>("maxResultChars", 8000, isPositive), 1_048_576),
    insecureHosts,
    highIsolation: take<boolean>("highIsolation", false, (value) => typeof value === "boolean"),
    problems,
  };
}

const isPositive = (value: unknown): value is number =>
  typeof value === "number" && Number.isFinite(value) && value > 0;
const isText = (value: unknown): value is string => typeof value === "string";

/** A file with a fault is not used at all: half of it could mean something else. */
function readObject(file: string, problems: string[]): Record<string, unknown> {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    if (code !== "ENOENT" && code !== "ENOTDIR") problems.push(`${file} cannot be read (${code}); it is ignored`);
    return {};
  }
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first) {
    const line = text.slice(0, first.offset).split("\n").length;
    problems.push(`${file}, line ${line}: this is not JSON (${printParseErrorCode(first.error)}); the file is ignored`);
    return {};
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  problems.push(`${file} is not a JSON object; it is ignored`);
  return {};
}
