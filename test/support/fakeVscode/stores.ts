/** Settings, mementos and diagnostics. */
import { readFileSync } from "node:fs";
import { Uri } from "./uri.ts";

const ROOT = new URL("../../..", import.meta.url).pathname;

const DEFAULTS: Record<string, unknown> = Object.fromEntries(
  Object.entries<any>(
    JSON.parse(readFileSync(`${ROOT}/package.json`, "utf8")).contributes.configuration.properties,
  ).map(([name, { default: value }]) => [name, value]),
);

export type Settings = Record<"global" | "workspace", Record<string, unknown>>;

export function configuration(settings: Settings, section?: string) {
  const full = (name: string): string => (section ? `${section}.${name}` : name);
  const get = (name: string, fallback?: unknown): unknown =>
    settings.workspace[full(name)] ?? settings.global[full(name)] ?? DEFAULTS[full(name)] ?? fallback;
  return {
    get,
    has: (name: string) => get(name) !== undefined,
    inspect: (name: string) => ({
      key: full(name),
      defaultValue: DEFAULTS[full(name)],
      globalValue: settings.global[full(name)],
      workspaceValue: settings.workspace[full(name)],
    }),
    update(name: string, value: unknown, target: unknown) {
      settings[target === 1 || target === true ? "global" : "workspace"][full(name)] = value;
      return Promise.resolve();
    },
  };
}

export function memento() {
  const values = new Map<string, unknown>();
  return {
    keys: () => [...values.keys()],
    get: (key: string, fallback?: unknown) => (values.has(key) ? values.get(key) : fallback),
    update: (key: string, value: unknown) =>
      Promise.resolve(void (value === undefined ? values.delete(key) : values.set(key, value))),
    setKeysForSync: () => {},
  };
}

export function diagnosticCollection(name: string, all: Map<string, any[]>) {
  return {
    name,
    set: (uri: Uri, list: any[] | undefined) => void all.set(uri.toString(), list ?? []),
    delete: (uri: Uri) => void all.delete(uri.toString()),
    clear: () => all.clear(),
    get: (uri: Uri) => all.get(uri.toString()),
    has: (uri: Uri) => all.has(uri.toString()),
    forEach: (each: (uri: Uri, list: any[]) => void) => all.forEach((list, uri) => each(Uri.parse(uri), list)),
    dispose: () => all.clear(),
  };
}
