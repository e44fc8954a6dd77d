/**
 * The browser of a runtime: found and launched at first need, launched anew when it has died, ended with the runtime.
 * The only file that knows puppeteer-core as a value.
 */
import type { Browser } from "puppeteer-core";
import { messageOf, ToolError } from "../errors.ts";
import type { RunScope } from "../hostCall.ts";
import type { Log } from "../log.ts";
import { browserHere } from "./browserHere.ts";
import type { FoundBrowser } from "./findBrowser.ts";
import { browserEnvironment, launchArguments } from "./launch.ts";
import { createLeases, type RunningBrowser } from "./leases.ts";
import { makeProfile, removeProfile, socketFolders, sweepProfiles } from "./profiles.ts";
import { createSession, type BeforeClose, type BrowserSession } from "./session.ts";
import { createContextWatch, watchTargets, type ContextWatch } from "./targets.ts";

export interface BrowserOptions {
  log: Log;
  /** The setting "browser". */
  executablePath?: string | undefined;
  /** Temporary profiles are made here, and swept. */
  profilesDir: string;
  /** Browsers that Guidon installed. */
  cacheDir: string;
  environment: Record<string, string | undefined>;
  /** Default true. */
  headless?: boolean | undefined;
}

export interface BrowserHost {
  /** A run's browser; opens nothing until its first use, and closes all when the run ends. */
  session(scope: RunScope, beforeClose?: BeforeClose): BrowserSession;
  find(): FoundBrowser | { lookedAt: string[] };
  /** Of the running browser. */
  pid(): number | undefined;
  dispose(): Promise<void>;
}

const LAUNCH_LIMIT_MS = 20_000;
const CLOSE_LIMIT_MS = 2_000;

export function createBrowser(options: BrowserOptions): BrowserHost {
  const { log, environment, cacheDir, executablePath, profilesDir } = options;
  const headless = options.headless ?? true;
  const find = () => browserHere({ environment, executablePath, cacheDir, headless });
  sweepProfiles(profilesDir);
  const leases = createLeases({
    log,
    launch: () => launch(found(find()), { log, profilesDir, environment, headless }),
  });
  return {
    find,
    session: (scope, beforeClose) => createSession(scope, leases, beforeClose),
    pid: () => leases.pid(),
    dispose: () => leases.dispose(),
  };
}

function found(result: FoundBrowser | { lookedAt: string[] }): FoundBrowser {
  if ("path" in result) return result;
  throw new ToolError("BrowserUnavailable", "No Chrome, Chromium or Edge was found on this machine", {
    hint: `Install Chrome or Chromium, or name its executable in the setting "browser" (settings.json in Guidon's data folder) or in GUIDON_BROWSER. Looked at: ${result.lookedAt.join(", ")}.`,
    details: { lookedAt: result.lookedAt },
  });
}

async function launch(
  { path, kind }: FoundBrowser,
  options: Required<Pick<BrowserOptions, "log" | "profilesDir" | "environment">> & { headless: boolean },
): Promise<RunningBrowser> {
  const { log } = options;
  const asRoot = process.platform === "linux" && process.getuid?.() === 0;
  if (asRoot) log.info("The browser runs without its own sandbox, because Guidon runs as root.");
  const profile = makeProfile(options.profilesDir);
  const started = performance.now();
  try {
    const { launch: launchBrowser } = await import("puppeteer-core");
    const browser = await launchBrowser({
      executablePath: path,
      headless: options.headless && (kind === "headless-shell" ? "shell" : true),
      pipe: true, // ends with this process, and no other process can drive it
      userDataDir: profile,
      env: browserEnvironment(options.environment, profile),
      args: launchArguments(kind, { asRoot, headless: options.headless }),
      defaultViewport: null,
      waitForInitialPage: false,
      timeout: LAUNCH_LIMIT_MS,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
    log.debug(`browser ${path} started in ${Math.round(performance.now() - started)} ms`);
    return await runningBrowser(browser, profile).catch(async (error: unknown) => {
      killTree(browser.process()?.pid);
      throw error;
    });
  } catch (error) {
    await removeProfile(profile);
    throw launchError(path, messageOf(error), error);
  }
}

async function runningBrowser(browser: Browser, profile: string): Promise<RunningBrowser> {
  const child = browser.process();
  // A pipe that breaks with its process is no error of ours; the library stops listening before the process is gone.
  for (const stream of child?.stdio ?? []) stream?.on("error", () => {});
  const pid = child?.pid;
  const sockets = socketFolders(profile);
  const watches = new Map<string, ContextWatch>();
  const root = await browser.target().createCDPSession();
  const connection = root.connection();
  if (!connection) throw new Error("the browser has no connection");
  watchTargets(connection, (contextId) => (contextId === undefined ? undefined : watches.get(contextId)));

  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  let isAlive = true;
  const gone = () => {
    if (!isAlive) return;
    isAlive = false;
    killTree(pid);
    for (const watch of watches.values()) watch.onBrowserEnd();
    watches.clear();
    void removeProfile(profile, sockets).then(end);
  };
  browser.once("disconnected", gone);
  child?.once("exit", gone);

  return {
    pid,
    ended,
    isAlive: () => isAlive && browser.connected,
    async openContext() {
      const context = await browser.createBrowserContext();
      const id = context.id ?? "";
      const watch = createContextWatch();
      watches.set(id, watch);
      // At the same time: both are one round trip, and nothing can be downloaded before the page exists.
      const denied = root.send("Browser.setDownloadBehavior", { behavior: "deny", browserContextId: id });
      const close = async () => {
        watches.delete(id);
        await context.close().catch(() => {});
      };
      const [page] = await Promise.all([context.newPage(), denied]).catch(async (error: unknown) => {
        await close();
        throw error;
      });
      return { context, page, watch, close };
    },
    async close() {
      const closing = browser.close().catch(() => {});
      const timer = setTimeout(() => killTree(pid), CLOSE_LIMIT_MS);
      await closing;
      clearTimeout(timer);
      gone();
      await ended;
    },
  };
}

/** The library starts the browser as the leader of a process group. */
function killTree(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === "win32" ? pid : -pid, "SIGKILL");
  } catch {
    // gone already
  }
}

function launchError(path: string, message: string, cause: unknown): ToolError {
  if (cause instanceof ToolError) return cause;
  const lines = message.split("\n").map((line) => line.replace(/^\[[^\]]*\]\s*/, "").trim());
  const said =
    lines.find(
      (line) => /error|fatal|cannot|no usable|not found|missing/i.test(line) && !line.startsWith("Failed to launch"),
    ) ??
    lines[0] ??
    "";
  const hint = /sandbox/i.test(message)
    ? "This machine does not let Chrome use its sandbox; allow unprivileged user namespaces, or install Chrome with its sandbox helper."
    : "Start it by hand to see what is missing, or name another Chrome in GUIDON_BROWSER.";
  return new ToolError("BrowserUnavailable", `The Chrome at ${path} did not start: ${said.slice(0, 300)}`, {
    hint,
    cause,
  });
}
