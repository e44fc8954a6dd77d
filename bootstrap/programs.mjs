// Programs of the system: a browser, and what tests of the OS keychain need. Installed where root on Debian or Ubuntu; elsewhere
// what is there is used, and only a missing browser is fetched, into the user's cache folder.
import { accessSync, constants, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { cacheFolder } from "./node.mjs";
import { run, say, step, Stop, tool } from "./step.mjs";

/** Program → the Debian package that has it. */
const KEYCHAIN_PROGRAMS = {
  "dbus-run-session": "dbus-daemon",
  "gnome-keyring-daemon": "gnome-keyring",
  gdbus: "libglib2.0-bin",
  openssl: "openssl",
  ps: "procps",
};

/** In order of preference. Ubuntu's package chromium only leads to a snap, so there a browser is fetched instead. */
const BROWSER_PACKAGES = { debian: ["chromium-headless-shell", "chromium"], ubuntu: [] };

export const programsOfStart = () => setUp([]);

export const programsOfTest = () => setUp(process.platform === "linux" ? Object.keys(KEYCHAIN_PROGRAMS) : []);

async function setUp(programs) {
  const missing = programs.filter((program) => !onPath(program));
  if (missing.length === 0 && (await hasBrowser())) return;
  const system = debianOf(existsSync("/etc/os-release") ? readFileSync("/etc/os-release", "utf8") : "");
  const asRoot = system !== undefined && process.getuid?.() === 0 && onPath("apt-get");
  if (asRoot) await installWithApt(missing, (await hasBrowser()) ? [] : BROWSER_PACKAGES[system]);
  if (!(await hasBrowser())) await fetchBrowser(asRoot);
  const left = programs.filter((program) => !onPath(program));
  if (left.length > 0) say(`Not installed: ${left.join(", ")}. The tests of the keychain that use them will fail.`);
}

/** "debian", "ubuntu", or undefined for another system. @param osRelease text of /etc/os-release. */
export function debianOf(osRelease) {
  const field = (name) => new RegExp(`^${name}="?([^"\n]*)`, "m").exec(osRelease)?.[1].split(" ") ?? [];
  const names = new Set([...field("ID"), ...field("ID_LIKE")]);
  return ["ubuntu", "debian"].find((name) => names.has(name));
}

export const onPath = (program, path = process.env.PATH ?? "") =>
  path.split(delimiter).some((folder) => folder !== "" && isExecutable(join(folder, program)));

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** One update and one install for all. @param browsers packages of which the first that the system knows is installed. */
async function installWithApt(programs, browsers) {
  const apt = (what, ...args) =>
    step(what, "apt-get", ["-o", "DPkg::Lock::Timeout=300", ...args], {
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      advice: "Check that the system's packages can be reached (apt-get update), then run it again.",
    });
  if (programs.length + browsers.length === 0) return;
  await apt("Reading the system's list of packages, to install what is missing", "update");
  const packages = new Set(programs.map((program) => KEYCHAIN_PROGRAMS[program]));
  const known = await Promise.all(browsers.map(isKnownPackage));
  const browser = browsers.find((_, index) => known[index]);
  if (browser) packages.add(browser);
  if (packages.size === 0) return;
  const purpose = browser ? "the browser that tools drive" : "for tests of the keychain";
  await apt(
    `Installing ${[...packages].join(", ")}: ${purpose}`,
    "install",
    "-y",
    "--no-install-recommends",
    ...packages,
  );
}

const isKnownPackage = async (name) => (await run("apt-cache", ["show", name], { onOutput: () => {} })) === 0;

/** The browser that the runtime would take. */
async function hasBrowser() {
  const { findBrowser } = await import("../runtime/browser/findBrowser.ts");
  const { loadSettings } = await import("../runtime/settings.ts");
  const { browserPath } = loadSettings(process.env);
  const found = findBrowser({
    platform: process.platform,
    environment: process.env,
    executablePath: browserPath,
    cacheDir: cacheFolder(),
    headless: true,
    isExecutable,
    list: (folder) => (existsSync(folder) ? readdirSync(folder) : []),
  });
  if (!("path" in found) && browserPath) {
    throw new Stop(
      `${browserPath} is set as the browser and is not there. Correct it, or unset GUIDON_BROWSER or browserPath.`,
    );
  }
  return "path" in found;
}

/** @param asRoot installs the system libraries that it needs, too. */
async function fetchBrowser(asRoot) {
  const args = [
    "install",
    "chrome-headless-shell@stable",
    "--path",
    cacheFolder(),
    ...(asRoot ? ["--install-deps"] : []),
  ];
  await step(
    `Fetching chrome-headless-shell into ${cacheFolder()}: the browser that tools drive (about 110 MB, once)`,
    process.execPath,
    [...tool("@puppeteer/browsers", "browsers"), ...args],
    { advice: "Install Chrome or Chromium yourself, or set GUIDON_BROWSER to the path of one." },
  );
  if (!(await hasBrowser()))
    throw new Stop("The fetched browser is not where it should be. Install Chrome or Chromium.");
}
