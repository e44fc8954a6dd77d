/**
 * What a person sets outside the workspace: settings.json in the user data directory, overridden by the environment.
 * Nothing of this is ever read from a workspace file.
 */
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { parse } from "jsonc-parser";
import type { Environment } from "./environment.ts";

export interface Settings {
  /** Full path of the browser's executable. GUIDON_BROWSER, or "browser" in settings.json. */
  browserPath?: string;
  /** Milliseconds a run may take when neither tools.json nor the script says so. */
  defaultTimeoutMs: number;
  /** Milliseconds that no run may exceed. */
  maxTimeoutMs: number;
  /** Characters of a result that an agent gets inline. */
  maxResultChars: number;
  /** Hosts (as in allowedHosts) to which secrets may go over plain http. */
  insecureHosts: string[];
  /** Sandbox children without a JIT: slower scripts, smaller attack surface. */
  highIsolation: boolean;
  /** Seconds are for people: settings.json says defaultTimeout and maxTimeout in seconds. */
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

const FIELDS = {
  browser: "a path",
  defaultTimeout: "seconds",
  maxTimeout: "seconds",
  maxResultChars: "a number of characters",
  insecureHosts: "a list of hosts",
  highIsolation: "true or false",
} as const;

export function loadSettings(environment: Environment): Settings {
  const file = join(dataDirectory(environment), "settings.json");
  const problems: string[] = [];
  const raw = readObject(file, problems);
  for (const name of Object.keys(raw)) if (!(name in FIELDS)) problems.push(`${file}: "${name}" is not a setting`);

  const number = (name: "defaultTimeout" | "maxTimeout" | "maxResultChars", preset: number): number => {
    const value = raw[name];
    if (value === undefined) return preset;
    if (typeof value === "number" && Number.isFinite(value) && value > 0) return value;
    problems.push(`${file}: "${name}" must be ${FIELDS[name]} above 0; ${preset} is used`);
    return preset;
  };
  const browserPath = environment["GUIDON_BROWSER"] || (typeof raw["browser"] === "string" ? raw["browser"] : "");
  const hosts = raw["insecureHosts"];
  const maxTimeoutMs = number("maxTimeout", 120) * 1000;
  return {
    ...(browserPath ? { browserPath } : {}),
    defaultTimeoutMs: Math.min(number("defaultTimeout", 30) * 1000, maxTimeoutMs),
    maxTimeoutMs,
    maxResultChars: Math.min(number("maxResultChars", 8000), 1_048_576),
    insecureHosts: Array.isArray(hosts) ? hosts.filter((host) => typeof host === "string") : [],
    highIsolation: raw["highIsolation"] === true,
    problems,
  };
}

function readObject(file: string, problems: string[]): Record<string, unknown> {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return {};
  }
  const value: unknown = parse(text, undefined, { allowTrailingComma: true });
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  problems.push(`${file} is not a JSON object; it is ignored`);
  return {};
}
