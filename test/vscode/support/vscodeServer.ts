/** A VS Code of its own for tests: a server on loopback whose whole state is in a temporary folder, with the packaged Guidon in it. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { vscodeHost, whyNoVsCode } from "../../../bootstrap/vscodeHost.mjs";
import { targetOf } from "../../../build/targets.ts";
import { vsixFile } from "../../../build/vsixFile.ts";

export interface VsCodeOptions {
  /** User settings. */
  settings?: Record<string, unknown>;
  /** Other files of the user: path below "User" → what is written there as JSON. */
  userFiles?: Record<string, unknown>;
  /** Whether a folder is trusted without asking. Default: true. */
  trusted?: boolean;
  /** Of the server, its extension host, and what that starts: added to a small one with a home of its own. */
  environment?: Record<string, string>;
  /** Whether a window runs the tests that its address names. It then shows no notifications. */
  takesTests?: boolean;
  /** Whether it comes with Guidon. Default: true. */
  withGuidon?: boolean;
  /** "es": the language of the window. VS Code's own texts stay English: there is no translation of them, only the word that there is. */
  locale?: string;
  /** More arguments of code-server. */
  args?: string[];
}

export interface VsCodeServer {
  readonly port: number;
  readonly url: string;
  /** Temporary; all that the server and its children write is below it. */
  readonly root: string;
  readonly environment: Record<string, string>;
  /** What the server has printed. */
  output(): string;
  stop(): Promise<void>;
}

const START_MS = 60_000;

/** Quiet and the same every time: no welcome pages, no look-ups, no telemetry, no accounts. */
const SETTINGS = {
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "workbench.startupEditor": "none",
  "workbench.enableExperiments": false,
  "workbench.tips.enabled": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "extensions.autoUpdate": false,
  "extensions.autoCheckUpdates": false,
  "extensions.ignoreRecommendations": true,
  "git.enabled": false,
  "files.autoSave": "off",
  "remote.autoForwardPorts": false,
  "chat.mcp.discovery.enabled": false,
  "github.copilot.chat.githubMcpServer.enabled": false,
  "editor.accessibilitySupport": "off",
  "typescript.disableAutomaticTypeAcquisition": true,
};

/** Skips the suite, with the reason, where VS Code does not run; on a CI machine that is a failure. */
export function needVsCode(suite: Mocha.Context): void {
  const reason = whyNoVsCode();
  if (reason === undefined) return;
  if (process.env["CI"]) throw new Error(reason);
  console.warn(`    skipped: ${reason}`);
  suite.skip();
}

export async function startVsCode(options: VsCodeOptions = {}): Promise<VsCodeServer> {
  const { node, server: program } = vscodeHost();
  const root = realpathSync(mkdtempSync(join(tmpdir(), "guidon-vscode-")));
  const folder = (...names: string[]): string => {
    const path = join(root, ...names);
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return path;
  };
  const environment: Record<string, string> = {
    PATH: process.env["PATH"] ?? "",
    LANG: "C.UTF-8",
    HOME: folder("home"),
    GUIDON_HOME: folder("guidon"),
    XDG_RUNTIME_DIR: folder("run"),
    // Where a browser may have been fetched to.
    XDG_CACHE_HOME: process.env["XDG_CACHE_HOME"] ?? join(process.env["HOME"] ?? root, ".cache"),
    ...(process.env["GUIDON_BROWSER"] ? { GUIDON_BROWSER: process.env["GUIDON_BROWSER"] } : {}),
    // No look-ups in a marketplace.
    EXTENSIONS_GALLERY: "{}",
    ...options.environment,
  };
  const userFiles = { "settings.json": { ...SETTINGS, ...options.settings }, ...options.userFiles };
  for (const [name, content] of Object.entries(userFiles))
    writeFileSync(join(folder("user", "User"), name), JSON.stringify(content));
  writeFileSync(join(root, "config.yaml"), "auth: none\ncert: false\n");
  if (options.locale) writeLanguagePack(join(root, "user"), options.locale);
  const extensions = options.withGuidon === false ? folder("extensions") : installedExtensions();
  const port = await freePort();
  const logFile = join(root, "server.log");
  const log = openSync(logFile, "w");
  const child = spawn(
    node,
    [
      program,
      "--config",
      join(root, "config.yaml"),
      "--user-data-dir",
      join(root, "user"),
      "--extensions-dir",
      extensions,
      "--auth",
      "none",
      "--bind-addr",
      `127.0.0.1:${port}`,
      "--disable-telemetry",
      "--disable-update-check",
      "--disable-getting-started-override",
      // A part of VS Code that is not installed here would be started otherwise.
      "--vscode-option",
      "agent-host-bridge-host=127.0.0.1",
      ...(options.trusted === false ? [] : ["--disable-workspace-trust"]),
      ...(options.takesTests ? ["--vscode-option", "enable-smoke-test-driver"] : []),
      ...(options.locale ? ["--locale", options.locale] : []),
      ...(options.args ?? []),
    ],
    { cwd: root, env: environment, stdio: ["ignore", log, log], detached: true },
  );
  closeSync(log);
  const output = (): string => readFileSync(logFile, "utf8");
  const exited = once(child, "exit");
  const stop = async (): Promise<void> => {
    // The whole process group: VS Code has children of its own.
    const kill = (signal: NodeJS.Signals): void => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, signal);
      } catch {
        // It is gone.
      }
    };
    kill("SIGTERM");
    await Promise.race([exited, sleep(5000)]);
    kill("SIGKILL");
    rmSync(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  const url = `http://127.0.0.1:${port}`;
  for (const end = performance.now() + START_MS; !(await answers(`${url}/healthz`)); await sleep(50)) {
    if (child.exitCode === null && performance.now() < end) continue;
    const text = output();
    await stop();
    throw new Error(`VS Code did not start:\n${text}`);
  }
  return { port, url, root, environment, output, stop };
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    (answer) => answer.ok,
    () => false,
  );

/** What VS Code writes when a language pack is installed; the pack translates nothing. */
function writeLanguagePack(userFolder: string, locale: string): void {
  const translations = join(userFolder, `${locale}.json`);
  writeFileSync(translations, JSON.stringify({ version: "1.0.0", contents: {} }));
  const extension = { extensionIdentifier: { id: `guidon-tests.${locale}` }, version: "1.0.0" };
  const pack = { hash: locale, label: locale, extensions: [extension], translations: { vscode: translations } };
  writeFileSync(join(userFolder, "languagepacks.json"), JSON.stringify({ [locale]: pack }));
}

let installed: string | undefined;

/** A folder of extensions in which the packaged Guidon was installed, as a person does it; once for all tests of this process. */
function installedExtensions(): string {
  if (installed !== undefined) return installed;
  const root = mkdtempSync(join(tmpdir(), "guidon-extensions-"));
  process.once("exit", () => rmSync(root, { recursive: true, force: true }));
  const { node, server } = vscodeHost();
  const folders = ["--config", join(root, "config.yaml"), "--user-data-dir", join(root, "user")];
  writeFileSync(join(root, "config.yaml"), "auth: none\ncert: false\n");
  const extensions = join(root, "extensions");
  const { status, stdout, stderr } = spawnSync(
    node,
    [server, ...folders, "--extensions-dir", extensions, "--install-extension", vsixFile(targetOf()), "--force"],
    { encoding: "utf8", env: { PATH: process.env["PATH"] ?? "", HOME: root, EXTENSIONS_GALLERY: "{}" } },
  );
  if (status !== 0) throw new Error(`The VSIX could not be installed:\n${stdout}${stderr}`);
  installed = extensions;
  return extensions;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}
