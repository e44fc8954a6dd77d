/** A workspace folder for one test, with a home of its own, removed at the end. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export interface TestWorkspace {
  folder: string;
  /** User data directory of the runtime under test. */
  home: string;
  write(file: string, content: unknown): void;
  /** Environment for a guidon process: this home, no keychain, no secrets of the machine. */
  environment(extra?: Record<string, string>): Record<string, string>;
  dispose(): void;
}

/** @param files path → text, or a value that is written as JSON. A tool entry needs only a name; the rest is filled in. */
export function createWorkspace(files: Record<string, unknown>): TestWorkspace {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "guidon-test-")));
  const folder = join(root, "workspace");
  const home = join(root, "home");
  mkdirSync(folder);
  mkdirSync(join(home, "run"), { recursive: true, mode: 0o700 });
  const write = (file: string, content: unknown): void => {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content, null, 2));
  };
  for (const [file, content] of Object.entries(files)) write(file, content);
  return {
    folder,
    home,
    write,
    environment: (extra = {}) => ({
      PATH: process.env["PATH"] ?? "",
      HOME: home,
      XDG_CACHE_HOME: process.env["XDG_CACHE_HOME"] ?? join(process.env["HOME"] ?? home, ".cache"),
      GUIDON_HOME: join(home, "guidon"),
      // Not the user's, in which the session bus would lead to a real keychain.
      XDG_RUNTIME_DIR: join(home, "run"),
      ...(process.env["GUIDON_BROWSER"] ? { GUIDON_BROWSER: process.env["GUIDON_BROWSER"] } : {}),
      ...extra,
    }),
    dispose: () => rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
  };
}

/** An entry of tools.json with what every entry needs. */
export function entry(name: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return { name, description: `Test tool ${name}`, script: `scripts/${name}.js`, ...more };
}
