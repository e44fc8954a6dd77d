/** Where a browser is looked for. Pure: what it asks of the machine comes as functions. */
import { posix, win32 } from "node:path";

export type BrowserKind = "headless-shell" | "chrome";

export interface FoundBrowser {
  path: string;
  kind: BrowserKind;
}

export interface BrowserPlaces {
  platform: NodeJS.Platform;
  environment: Record<string, string | undefined>;
  /** From the setting "browser". GUIDON_BROWSER goes before it; where one of them is set, nothing else is tried. */
  executablePath?: string | undefined;
  /** Where `@puppeteer/browsers` installs for Guidon: `<cacheDir>/<browser>/<platform>-<build>/…`. */
  cacheDir: string;
  /** Prefer chrome-headless-shell, which starts faster and takes less memory. */
  headless: boolean;
  isExecutable(path: string): boolean;
  /** Names in a folder; none when it cannot be read. */
  list(folder: string): string[];
}

const LINUX_SHELLS = ["chrome-headless-shell", "chromium-headless-shell"];
const LINUX_BROWSERS = [
  "google-chrome",
  "google-chrome-stable",
  "chromium",
  "chromium-browser",
  "microsoft-edge",
  "microsoft-edge-stable",
  "brave-browser",
];
const MAC_BROWSERS = ["Google Chrome", "Chromium", "Microsoft Edge", "Brave Browser"];
const WINDOWS_BROWSERS = [
  "Google\\Chrome\\Application\\chrome.exe",
  "Chromium\\Application\\chrome.exe",
  "Microsoft\\Edge\\Application\\msedge.exe",
];

/** The first that is there, or every place that was looked at. */
export function findBrowser(places: BrowserPlaces): FoundBrowser | { lookedAt: string[] } {
  const named = places.environment["GUIDON_BROWSER"] || places.executablePath;
  const candidates = named
    ? namedPlaces(places, named)
    : [...(places.headless ? shells(places) : []), ...browsers(places), ...(places.headless ? [] : shells(places))];
  const lookedAt = [...new Set(candidates)];
  const path = lookedAt.find((candidate) => places.isExecutable(candidate));
  return path === undefined ? { lookedAt } : { path, kind: kindOf(path) };
}

const kindOf = (path: string): BrowserKind => (/headless[-_]shell(\.exe)?$/i.test(path) ? "headless-shell" : "chrome");

function namedPlaces(places: BrowserPlaces, named: string): string[] {
  return /[\\/]/.test(named) ? [named] : onPath(places, [named]);
}

function onPath({ platform, environment }: BrowserPlaces, names: string[]): string[] {
  const { join, delimiter } = platform === "win32" ? win32 : posix;
  const folders = (environment["PATH"] ?? environment["Path"] ?? "").split(delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

function shells(places: BrowserPlaces): string[] {
  // Debian's command is a shell script that stays as the parent, so the program behind it goes first: its process is the one to end.
  const installed =
    places.platform === "linux"
      ? [
          "/usr/lib/chromium/chromium-headless-shell",
          ...onPath(places, LINUX_SHELLS),
          ...LINUX_SHELLS.map((name) => `/usr/bin/${name}`),
        ]
      : [];
  return [...cached(places, "chrome-headless-shell"), ...installed];
}

function browsers(places: BrowserPlaces): string[] {
  const { platform, environment } = places;
  const home = environment["HOME"] ?? "";
  if (platform === "darwin") {
    const roots = ["/Applications", ...(home ? [`${home}/Applications`] : [])];
    return [
      ...MAC_BROWSERS.flatMap((name) => roots.map((root) => `${root}/${name}.app/Contents/MacOS/${name}`)),
      ...cached(places, "chrome"),
    ];
  }
  if (platform === "win32") {
    const roots = ["ProgramFiles", "ProgramFiles(x86)", "LOCALAPPDATA"].flatMap((name) => environment[name] ?? []);
    return [
      ...WINDOWS_BROWSERS.flatMap((name) => roots.map((root) => win32.join(root, name))),
      ...cached(places, "chrome"),
    ];
  }
  return [
    ...onPath(places, LINUX_BROWSERS),
    ...LINUX_BROWSERS.map((name) => `/usr/bin/${name}`),
    "/opt/google/chrome/chrome",
    "/snap/bin/chromium",
    ...cached(places, "chrome"),
  ];
}

/** Builds in the cache, newest first. */
function cached({ cacheDir, platform, list }: BrowserPlaces, browser: "chrome" | "chrome-headless-shell"): string[] {
  const { join } = platform === "win32" ? win32 : posix;
  const root = join(cacheDir, browser);
  const builds = list(root).toSorted((a, b) => b.localeCompare(a, "en", { numeric: true }));
  const found = builds.flatMap((build) =>
    list(join(root, build)).map((folder) => join(root, build, folder, executableName(browser, platform))),
  );
  return found.length > 0 ? found : [root];
}

function executableName(browser: "chrome" | "chrome-headless-shell", platform: NodeJS.Platform): string {
  if (platform === "win32") return `${browser}.exe`;
  if (platform === "darwin" && browser === "chrome")
    return "Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing";
  return browser;
}
